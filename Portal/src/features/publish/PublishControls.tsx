import { useEffect, useState } from "react";
import { useEditor } from "../../model/editor";
import { useStore } from "../../model/store";
import { Button, lazy, toast, whenIdle } from "../../ui";
import { formatNumber, t } from "../../localization";
import { DraftNotices } from "./DraftNotices";
import { Presence, usePresence } from "./Presence";
import { SaveStatus } from "./SaveStatus";
import { UndoRelease, useUndoable } from "./UndoRelease";
import { useReadiness } from "./readiness";
import { useViewOnly } from "./viewOnly";
import "./publish.css";

const loadDialogs = () => import("./dialogs");
const AskDialog = lazy(async () => (await loadDialogs()).AskDialog);
const ConflictDialog = lazy(async () => (await loadDialogs()).ConflictDialog);
const DiscardDialog = lazy(async () => (await loadDialogs()).DiscardDialog);
const ReloadDialog = lazy(async () => (await loadDialogs()).ReloadDialog);
const RollBackDialog = lazy(async () => (await loadDialogs()).RollBackDialog);
const PublishSheet = lazy(async () => (await loadDialogs()).PublishSheet);

type OpenDialog = "publish" | "ask" | "discard" | "reload" | "undo" | null;

/** The controls of the draft: its save status, the members present, and publishing. */
export function PublishControls() {
  const editor = useEditor();
  const [open, setOpen] = useState<OpenDialog>(null);
  const readiness = useReadiness(editor);
  const viewOnly = useViewOnly(editor);
  const undoable = useUndoable(readiness.environment);
  const openConflict = useStore(editor.openConflict);
  const asks = viewOnly === null && !readiness.canPublish && readiness.changes > 0;
  const close = () => setOpen(null);
  const resolveConflicts = () => editor.openConflict.set("");
  usePresence(editor);
  // Loaded early, so that they also work offline.
  useEffect(() => whenIdle(loadDialogs), []);
  return (
    <>
      <Presence editor={editor} />
      <SaveStatus
        editor={editor} viewOnly={viewOnly} undoable={undoable?.current.number ?? null}
        onDiscard={() => setOpen("discard")} onReload={() => setOpen("reload")}
        onConflicts={resolveConflicts} onUndoRelease={() => setOpen("undo")}
      />
      {undoable && <UndoRelease release={undoable.current} onUndo={() => setOpen("undo")} />}
      <PublishButton
        reason={viewOnly ?? readiness.reason} count={readiness.changes} asks={asks}
        onOpen={() => setOpen(asks ? "ask" : "publish")}
        onBlocked={(reason) => {
          if (viewOnly === null && !readiness.canPublish) return setOpen("ask");
          toast({ text: reason });
          if (readiness.hasErrors) editor.panel.set("findings");
          if (readiness.hasConflicts) resolveConflicts();
        }}
      />
      <DraftNotices editor={editor} onConflicts={resolveConflicts} />
      {open === "publish" && (
        <PublishSheet editor={editor} onClose={close} onRollBack={() => setOpen("undo")} />
      )}
      {open === "ask" && (
        <AskDialog editor={editor} environment={readiness.environment} onClose={close} />
      )}
      {open === "discard" && <DiscardDialog editor={editor} onClose={close} />}
      {open === "reload" && <ReloadDialog editor={editor} onClose={close} />}
      {openConflict !== null && (
        <ConflictDialog
          editor={editor} first={openConflict} onClose={() => editor.openConflict.set(null)}
        />
      )}
      {open === "undo" && undoable && (
        <RollBackDialog
          environment={readiness.environment} to={undoable.before} onClose={close}
        />
      )}
    </>
  );
}

// NB: `aria-disabled` instead of `disabled`, so that pressing it still explains why it is disabled.
// For members who may not publish, the button asks someone else, and is enabled.
function PublishButton({ reason, count, asks, onOpen, onBlocked }: {
  reason: string | null; count: number; asks: boolean; onOpen(): void;
  onBlocked(reason: string): void;
}) {
  const text = asks ? t("publish.ask") : count > 0 ? t("publish.publish-changes", { count })
    : t("publish.publish");
  return (
    <>
      <Button
        kind="primary" icon="publish" className="publish-button" data-tour="publish"
        aria-disabled={reason !== null && !asks}
        aria-describedby={reason ? "publish-reason" : undefined} title={reason ?? undefined}
        onClick={() => (reason && !asks ? onBlocked(reason) : onOpen())}
      >
        <span className="publish-label">{text}</span>
        {count > 0 && (
          <span className="publish-count" aria-hidden="true">{formatNumber(count)}</span>
        )}
      </Button>
      {reason && <span id="publish-reason" className="visually-hidden">{reason}</span>}
    </>
  );
}
