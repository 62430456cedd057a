import { useEffect, useState } from "react";
import type { ReleaseSummary } from "../../api";
import { useApplication } from "../../model/application";
import { DraftModel } from "../../model/draft";
import { navigate } from "../../model/router";
import { useStore } from "../../model/store";
import { showUndoToast } from "../../model/undoable";
import { Button, Dialog } from "../../ui";
import { t } from "../../localization";
import { LoadedChanges, useDifferences, useRelease } from "../publish";

/** Restores a release as the draft; undo brings the previous draft back. */
export function RestoreDialog(
  { release, onClose }: { release: ReleaseSummary; onClose(): void },
) {
  const application = useApplication();
  const draft = DraftModel.of(application);
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    draft.open().then(() => setOpen(true), setFailure);
  }, [draft]);
  const document = useStore(draft.document);
  const target = useRelease(application.id, release.number);
  const differences = useDifferences(isOpen ? document : null, target.document);
  const number = String(release.number);
  const restore = () => {
    const { document: restored } = target;
    if (!restored) return;
    draft.apply(t("history.restored-label", { number }), () => restored);
    onClose();
    navigate(`/apps/${encodeURIComponent(application.id)}`);
    showUndoToast(draft, { text: t("history.restored", { number }) });
  };
  return (
    <Dialog
      title={t("history.restore-title", { number })} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" disabled={!differences.changes?.length} onClick={restore}
          >
            {t("history.restore-do")}
          </Button>
        </>
      }
    >
      <p className="muted">{t("history.restore-text")}</p>
      <LoadedChanges
        changes={differences.changes} failure={failure ?? target.failure ?? differences.failure}
        noChanges={t("history.restore-same")} before={document} document={target.document}
      />
    </Dialog>
  );
}
