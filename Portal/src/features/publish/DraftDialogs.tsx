import { useState } from "react";
import type { EditorModel } from "../../model/editor";
import { useStore } from "../../model/store";
import { showUndoToast } from "../../model/undoable";
import { Button, Callout, Dialog, failureText, toast } from "../../ui";
import { t } from "../../localization";
import { LoadedChanges } from "./LoadedChanges";
import { useDifferences, useRelease } from "./differences";
import { useLiveReleaseNumber } from "./readiness";

interface DraftDialogProps {
  editor: EditorModel;
  onClose(): void;
}

/** Discards the draft, after showing what would be lost; undo restores it. */
export function DiscardDialog({ editor, onClose }: DraftDialogProps) {
  const { application, draft } = editor;
  const environment = useStore(application.environment);
  const document = useStore(draft.document);
  const live = useRelease(application.id, useLiveReleaseNumber(environment));
  const differences = useDifferences(live.document, document);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async () => {
    setBusy(true);
    try {
      await draft.discard(t("draft.discard-label"), environment);
      showUndoToast(draft, { text: t("draft.discarded", { environment }) });
      onClose();
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("draft.discard-title")} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("draft.keep")}</Button>
          <Button kind="danger" icon="trash" isBusy={isBusy} onClick={() => void run()}>
            {t("draft.discard-do")}
          </Button>
        </>
      }
    >
      <p className="muted">{t("draft.discard-text", { environment })}</p>
      {failure && <Callout kind="danger">{failure}</Callout>}
      <LoadedChanges
        changes={differences.changes} failure={live.failure ?? differences.failure}
        noChanges={t("draft.discard-same", { environment })}
        before={live.document} document={document}
      />
    </Dialog>
  );
}

/** Fetches the latest state; unsent changes are kept or discarded, as chosen. */
export function ReloadDialog({ editor, onClose }: DraftDialogProps) {
  const { draft } = editor;
  const [isBusy, setBusy] = useState<"keep" | "drop" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isAhead = useStore(draft.state, () => draft.isAhead);
  const run = async (keeps: boolean) => {
    setBusy(keeps ? "keep" : "drop");
    setFailure(null);
    try {
      await draft.reload(t("draft.reload-label"), keeps);
      const { save } = draft.state.get();
      if (save.kind !== "saved" && save.kind !== "pending") throw new Error(t("app.unreachable"));
      const done = { kind: "good" as const, text: t("draft.reloaded") };
      if (keeps) toast(done);
      else showUndoToast(draft, done);
      onClose();
    } catch (error) {
      setFailure(failureText(error));
      setBusy(null);
    }
  };
  return (
    <Dialog
      title={t("draft.reload-title")} onClose={onClose} width="narrow"
      footer={
        <>
          {isAhead && (
            <Button
              kind="danger" isBusy={isBusy === "drop"} onClick={() => void run(false)}
            >
              {t("draft.reload-drop")}
            </Button>
          )}
          <Button kind="primary" isBusy={isBusy === "keep"} onClick={() => void run(true)}>
            {t(isAhead ? "draft.reload-keep" : "draft.reload-do")}
          </Button>
        </>
      }
    >
      <p>{t(isAhead ? "draft.reload-ahead" : "draft.reload-text")}</p>
      {failure && <Callout kind="danger">{failure}</Callout>}
    </Dialog>
  );
}
