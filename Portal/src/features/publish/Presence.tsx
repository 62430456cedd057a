import { useEffect, useMemo } from "react";
import { clientId, type UserHere } from "../../api";
import { useApplication } from "../../model/application";
import type { EditorModel } from "../../model/editor";
import { reportPresence, blockAtPlace } from "../../model/presence";
import { setQuery } from "../../model/router";
import { useStore } from "../../model/store";
import { Avatar, hueOf, Menu } from "../../ui";
import { t, tIfExists } from "../../localization";

/**
 * The other members who have the application open, without duplicates; each with their latest page.
 */
function useOtherUsers(): UserHere[] {
  const users = useStore(useApplication().presence);
  return useMemo(() => {
    const others = new Map<string, UserHere>();
    for (const one of users) {
      const known = others.get(one.email);
      if (one.client === clientId) continue;
      if (!known || (one.editing && !known.editing) || one.since > known.since) {
        others.set(one.email, one);
      }
    }
    return [...others.values()];
  }, [users]);
}

function presenceText({ view, flow, step: place, editing }: UserHere): string {
  const step = blockAtPlace(place)?.screen ?? place;
  if (step) return t(editing ? "presence.edits-step" : "presence.looks-at-step", { step });
  if (flow) return t("presence.looks-at-flow", { flow });
  return tIfExists(`presence.at-${view}`) ?? "";
}

/** The other members present, and their positions; choosing one goes there. */
export function Presence({ editor }: { editor?: EditorModel }) {
  const others = useOtherUsers();
  if (others.length === 0) return null;
  const shown = others.slice(0, 3);
  return (
    <Menu
      align="end" label={t("presence.here", { count: others.length })}
      items={[
        t("presence.here", { count: others.length }),
        ...others.map((one) => ({
          text: one.name || one.email, detail: presenceText(one), icon: "follow" as const,
          isDisabled: !editor || !one.flow || !one.step,
          onChoose: () => {
            const at = blockAtPlace(one.step);
            setQuery({ screen: at?.screen ?? null }, true);
            if (!at && one.flow && one.step) {
              editor?.command({ kind: "reveal", flow: one.flow, step: one.step });
            }
          },
        })),
      ]}
      trigger={(props) => (
        <button
          {...props} type="button" className="presence"
          aria-label={`${t("presence.here", { count: others.length })}: ${
            others.map((one) => `${one.name || one.email}, ${presenceText(one)}`).join("; ")}`}
        >
          {shown.map((one) => (
            <span
              key={one.email} className={`user ${one.editing ? "editing" : ""}`}
              data-hue={hueOf(one.email)} title={`${one.name || one.email}: ${presenceText(one)}`}
            >
              <Avatar name={one.name} email={one.email} size={28} />
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
    const look = () => {
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
    look();
    const stops = [editor.selection, editor.panel, editor.view, editor.flow, editor.block]
      .map((store) => store.subscribe(look));
    return () => {
      for (const stop of stops) stop();
      presence.stop();
    };
  }, [editor]);
  useEffect(() => {
    const { flows } = editor.draft.document.get();
    const users = others.flatMap((one) => {
      const at = blockAtPlace(one.step);
      const flow = flows.find(({ id }) => id === one.flow);
      const step = at ? flow?.steps.find(({ screen }) => screen === at.screen)?.id : one.step;
      return one.flow && step ? [{
        id: `user-${one.email}`, text: one.name || one.email, kind: "user" as const,
        flow: one.flow, step, hue: hueOf(one.email),
      }] : [];
    });
    editor.markers.update((all) => {
      const rest = all.filter((marker) => marker.kind !== "user");
      return rest.length === all.length && users.length === 0 ? all : [...rest, ...users];
    });
  }, [others]);
}
