import { useEffect, useMemo } from "react";
import { clientId, type PresentUser } from "../../api";
import { useApplication } from "../../model/application";
import type { EditorModel } from "../../model/editor";
import { reportPresence, blockAtPosition } from "../../model/presence";
import { setQuery } from "../../model/router";
import { useStore } from "../../model/store";
import { Avatar, hueOf, Menu } from "../../ui";
import { t, tIfExists } from "../../localization";

/**
 * The users of the application's other open pages: each once, with the page on which they edit, or
 * their latest one.
 */
function useOtherUsers(): PresentUser[] {
  const users = useStore(useApplication().presence);
  return useMemo(() => {
    const others = new Map<string, PresentUser>();
    for (const user of users) {
      if (user.client === clientId) continue;
      const other = others.get(user.email);
      const isPreferred = !other
        || (user.editing === other.editing ? user.since > other.since : user.editing);
      if (isPreferred) others.set(user.email, user);
    }
    return [...others.values()];
  }, [users]);
}

function presenceText({ view, flow, step: position, editing }: PresentUser): string {
  const step = blockAtPosition(position)?.screen ?? position;
  if (step) return t(editing ? "presence.edits-step" : "presence.looks-at-step", { step });
  if (flow) return t("presence.looks-at-flow", { flow });
  return tIfExists(`presence.at-${view}`) ?? "";
}

/** The users of the other pages, and their positions; choosing one reveals the position. */
export function Presence({ editor }: { editor?: EditorModel }) {
  const others = useOtherUsers();
  if (others.length === 0) return null;
  const shown = others.slice(0, 3);
  return (
    <Menu
      align="end" label={t("presence.here", { count: others.length })}
      items={[
        t("presence.here", { count: others.length }),
        ...others.map((user) => ({
          text: user.name || user.email, detail: presenceText(user), icon: "follow" as const,
          isDisabled: !editor || !user.flow || !user.step,
          onChoose: () => {
            const at = blockAtPosition(user.step);
            setQuery({ screen: at?.screen ?? null }, true);
            if (!at && user.flow && user.step) {
              editor?.command({ kind: "reveal", flow: user.flow, step: user.step });
            }
          },
        })),
      ]}
      trigger={(props) => (
        <button
          {...props} type="button" className="presence"
          aria-label={`${t("presence.here", { count: others.length })}: ${
            others.map((user) => `${user.name || user.email}, ${presenceText(user)}`).join("; ")}`}
        >
          {shown.map((user) => (
            <span
              key={user.email} className={`user ${user.editing ? "editing" : ""}`}
              data-hue={hueOf(user.email)}
              title={`${user.name || user.email}: ${presenceText(user)}`}
            >
              <Avatar name={user.name} email={user.email} size={28} />
            </span>
          ))}
          {others.length > shown.length && (
            <span className="presence-more">+{others.length - shown.length}</span>
          )}
        </button>
      )}
    />
  );
}

/** Reports this page's position in the editor, and shows the others' on the canvas. */
export function usePresence(editor: EditorModel): void {
  const { application } = editor;
  const others = useOtherUsers();
  useEffect(() => {
    const presence = reportPresence(application);
    const report = () => {
      const { steps, route } = editor.selection.get();
      const panel = editor.panel.get();
      const block = editor.block.get();
      const step = block ?? (steps.length === 1 ? steps[0] : route?.step);
      presence.move({
        view: panel === "preview" ? "preview" : editor.view.get(),
        ...(editor.flow.get() ? { flow: editor.flow.get() } : {}),
        ...(step === undefined ? {} : { step }),
        editing: editor.canEdit && step !== undefined && (block !== null || panel === "step"),
      });
    };
    report();
    const stops = [editor.selection, editor.panel, editor.view, editor.flow, editor.block]
      .map((store) => store.subscribe(report));
    return () => {
      for (const stop of stops) stop();
      presence.stop();
    };
  }, [editor]);
  useEffect(() => {
    const { flows } = editor.draft.document.get();
    const users = others.flatMap((user) => {
      const at = blockAtPosition(user.step);
      const flow = flows.find(({ id }) => id === user.flow);
      const step = at ? flow?.steps.find(({ screen }) => screen === at.screen)?.id : user.step;
      return user.flow && step ? [{
        id: `user-${user.email}`, text: user.name || user.email, kind: "user" as const,
        flow: user.flow, step, hue: hueOf(user.email),
      }] : [];
    });
    editor.markers.update((all) => {
      const rest = all.filter((marker) => marker.kind !== "user");
      return rest.length === all.length && users.length === 0 ? all : [...rest, ...users];
    });
  }, [others]);
}
