import { useApplication } from "../../model/application";
import type { EditorModel } from "../../model/editor";
import type { DraftState } from "../../model/draft";
import { useStore } from "../../model/store";
import { RelativeTime, Icon, Menu, type IconName, type MenuContent } from "../../ui";
import { formatRelativeTime, t } from "../../localization";
import { authorLabel } from "./authorLabel";
import { chooseEnvironment } from "./chooseEnvironment";

interface SaveStatusProps {
  editor: EditorModel;
  /** The reason why nothing can be edited, for members who may only view. */
  viewOnly: string | null;
  /** The release that can be rolled back, if there is one. */
  undoable: number | null;
  onDiscard(): void;
  onReload(): void;
  onConflicts(): void;
  onUndoRelease(): void;
}

interface StatusText {
  text: string;
  kind: "good" | "plain" | "warn" | "danger";
  icon: IconName;
}

function statusOf(state: DraftState, isConnected: boolean | null): StatusText {
  if (state.discarded) return { text: t("draft.gone-title"), kind: "warn", icon: "alert" };
  if (state.conflicts.length > 0) {
    const text = t("draft.conflicts", { count: state.conflicts.length });
    return { text, kind: "warn", icon: "branch" };
  }
  switch (state.save.kind) {
    // NB: no animation, which would update the whole page in every frame while someone types.
    case "pending":
    case "saving": return { text: t("draft.saving"), kind: "plain", icon: "more" };
    case "offline": return state.cannotStore
      ? { text: t("draft.unkept"), kind: "danger", icon: "alert" }
      : { text: t("draft.offline"), kind: "warn", icon: "alert" };
    case "signed-out": return state.cannotStore
      ? { text: t("draft.signed-out-unkept"), kind: "danger", icon: "lock" }
      : { text: t("draft.signed-out"), kind: "warn", icon: "lock" };
    case "failed": return { text: t("draft.failed"), kind: "danger", icon: "alert" };
    case "saved": break;
  }
  if (isConnected === false) {
    return { text: t("draft.no-connection"), kind: "warn", icon: "alert" };
  }
  const text = t(state.revision === 0 ? "draft.none" : "draft.saved");
  return { text, kind: "good", icon: "check" };
}

/** The save status of the draft, the live release, and a menu with actions for both. */
export function SaveStatus(props: SaveStatusProps) {
  const { editor } = props;
  const application = useApplication();
  const state = useStore(editor.draft.state);
  const isConnected = useStore(application.isConnected);
  const environment = useStore(application.environment);
  const release = useStore(application.releases)[environment];
  const status = statusOf(state, isConnected);
  // Without permission to edit, there is nothing to save.
  const { text, kind, icon }: StatusText = props.viewOnly !== null && status.kind === "good"
    ? { text: t("draft.view-only"), kind: "plain", icon: "eye" } : status;
  const isAnnounced = kind === "warn" || kind === "danger";
  return (
    <>
      <Menu
        items={useItems(props)} label={t("draft.menu")} align="end"
        trigger={(menu) => (
          <button {...menu} type="button" className={`save-status ${kind}`}>
            <span className="save-state">
              <Icon name={icon} size={16} />
              <span className="save-text">{text}</span>
            </span>
            {release && (
              <span className="save-live">
                {t("publish.live-in", { environment, number: String(release.number) })}{" "}
                <RelativeTime at={release.published} />{" "}
                {t("publish.by", { who: authorLabel(application, release.author) })}
              </span>
            )}
            <Icon name="down" size={16} />
          </button>
        )}
      />
      <span className="visually-hidden" role="status">{isAnnounced ? text : ""}</span>
    </>
  );
}

function useItems({
  editor, viewOnly, undoable, onDiscard, onReload, onConflicts, onUndoRelease,
}: SaveStatusProps): MenuContent {
  const { application, draft } = editor;
  const state = useStore(draft.state);
  const chosen = useStore(application.environment);
  const releases = useStore(application.releases);
  const environments = useStore(application.application)?.environments ?? [];
  const base = `/apps/${encodeURIComponent(application.id)}`;
  const lastChange = state.updated && state.author
    ? t("draft.saved-by", {
      ago: formatRelativeTime(state.updated), who: authorLabel(application, state.author) })
    : t("draft.none-text");
  return [
    ...(viewOnly === null ? [] : [viewOnly]),
    lastChange,
    ...(state.conflicts.length > 0
      ? [{ text: t("conflict.resolve"), icon: "branch" as const, onChoose: onConflicts }] : []),
    ...(state.save.kind === "failed" || state.save.kind === "offline" ? [{
      text: t("app.try-again"), icon: "reset" as const, detail: state.save.message,
      onChoose: () => void draft.flush(),
    }] : []),
    { text: t("draft.reload"), icon: "download", onChoose: onReload },
    ...(editor.canEdit ? [{
      text: t("draft.discard"), icon: "trash" as const, isDangerous: true,
      isDisabled: state.revision === 0, onChoose: onDiscard,
    }] : []),
    null,
    t("publish.environment"),
    ...environments.map(({ name }) => {
      const release = releases[name];
      return {
        text: name, isChecked: name === chosen,
        detail: release
          ? t("publish.live-short", {
            number: String(release.number), ago: formatRelativeTime(release.published),
            who: authorLabel(application, release.author, "alone"),
          })
          : t("publish.nothing-live"),
        onChoose: () => void chooseEnvironment(application, name),
      };
    }),
    null,
    ...(undoable === null ? [] : [{
      text: t("publish.undo-number", { number: String(undoable) }), icon: "undo" as const,
      onChoose: onUndoRelease,
    }]),
    { text: t("publish.to-history"), icon: "history", href: `${base}/history` },
  ];
}
