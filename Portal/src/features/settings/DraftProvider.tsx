import {
  createContext, useContext, useEffect, useRef, useState, type ReactNode,
} from "react";
import type { FlowDocument } from "../../document";
import { useApplication } from "../../model/application";
import { DraftModel, type DraftState } from "../../model/draft";
import { roleIncludes } from "../../model/session";
import { useStore } from "../../model/store";
import { useUndoKeys } from "../../model/undoKeys";
import { Chip, IconButton, Loading } from "../../ui";
import { Failure } from "../../ui/Failure";
import { t } from "../../localization";

const Context = createContext<DraftModel | null>(null);

/**
 * Opens the draft for the sections that change it. It stays open across the settings, so that a
 * change in one section can be undone in another.
 */
export function DraftProvider({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) {
  const application = useApplication();
  const [draft, setDraft] = useState<DraftModel | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const wasNeeded = useRef(false);
  wasNeeded.current ||= isNeeded;
  const needsDraft = wasNeeded.current;
  useEffect(() => {
    if (!needsDraft) return;
    let isMounted = true;
    const model = DraftModel.of(application);
    model.open().then(
      () => isMounted && setDraft(model), (error: unknown) => isMounted && setFailure(error));
    return () => {
      isMounted = false;
      model.close();
    };
  }, [application, needsDraft, attempt]);
  useUndoKeys(isNeeded ? draft : null);
  if (!isNeeded) return <>{children}</>;
  if (failure) {
    const retry = () => {
      setFailure(null);
      setAttempt(attempt + 1);
    };
    return <Failure failure={failure} onRetry={retry} />;
  }
  if (!draft) return <Loading text={t("app.loading")} />;
  return <Context.Provider value={draft}>{children}</Context.Provider>;
}

/** The draft, its document, and whether it may be edited. */
export function useDraft(): { draft: DraftModel; document: FlowDocument; canEdit: boolean } {
  const draft = useContext(Context);
  if (!draft) throw new Error("useDraft needs a DraftProvider.");
  const document = useStore(draft.document);
  return { draft, document, canEdit: roleIncludes(draft.application.role(), "drafter") };
}

/** The save state of the draft, with undo. */
export function DraftStatus() {
  const { draft, canEdit } = useDraft();
  const state = useStore(draft.state);
  if (!canEdit) return <Chip icon="lock">{t("settings.read-only")}</Chip>;
  const kind = state.save.kind;
  return (
    <div className="settings-draft">
      {state.conflicts.length > 0 || state.discarded ? (
        <a
          className="settings-save failed"
          href={`/apps/${encodeURIComponent(draft.application.id)}`}
        >
          {t("settings.save-conflict")}
        </a>
      ) : (
        <span className={`settings-save ${kind}`} role="status">
          {saveText(state)}
        </span>
      )}
      <IconButton
        icon="undo" shortcut="Ctrl+Z" disabled={!state.canUndo} onClick={() => draft.undo()}
        label={state.undoLabel ? t("editor.undo", { what: state.undoLabel }) : t("action.undo")}
      />
      <IconButton
        icon="redo" shortcut="Ctrl+Shift+Z" disabled={!state.canRedo} onClick={() => draft.redo()}
        label={state.redoLabel ? t("editor.redo", { what: state.redoLabel }) : t("action.redo")}
      />
    </div>
  );
}

function saveText({ save, cannotStore }: DraftState): string {
  switch (save.kind) {
    case "failed": return save.message;
    case "offline": return t(cannotStore ? "draft.unkept" : "settings.save-offline");
    case "signed-out":
      return t(cannotStore ? "draft.signed-out-unkept" : "settings.save-signed-out");
    case "saved": return t("settings.save-saved");
    default: return t("settings.save-saving");
  }
}
