import { useEffect, useState } from "react";
import type { ReleaseSummary } from "../../api";
import { useApplication } from "../../model/application";
import { DraftModel } from "../../model/draft";
import { go } from "../../model/router";
import { useStore } from "../../model/store";
import { Button, Callout, Dialog, Loading, toast } from "../../ui";
import { t } from "../../localization";
import { ChangeList, useDifferences, useRelease } from "../publish";

/** Restores a release as the draft; undo brings the previous draft back. */
export function RestoreDialog(
  { release, onClose }: { release: ReleaseSummary; onClose(): void },
) {
  const application = useApplication();
  const draft = DraftModel.of(application);
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    draft.open().then(() => setOpen(true), (error: Error) => setFailure(error.message));
  }, [draft]);
  const document = useStore(draft.document);
  const target = useRelease(application.id, release.number);
  const { changes } = useDifferences(isOpen ? document : null, target.document);
  const number = String(release.number);
  const run = async () => {
    const { document: restored } = target;
    if (!restored) return;
    draft.apply(t("history.restored-label", { number }), () => restored);
    onClose();
    go(`/apps/${encodeURIComponent(application.id)}`);
    toast({
      text: t("history.restored", { number }),
      action: { text: t("action.undo"), run: () => draft.undo() },
    });
  };
  return (
    <Dialog
      title={t("history.restore-title", { number })} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" disabled={!changes || changes.length === 0} onClick={() => void run()}
          >
            {t("history.restore-do")}
          </Button>
        </>
      }
    >
      <p className="soft">{t("history.restore-text")}</p>
      {failure && <Callout kind="danger">{failure}</Callout>}
      {!changes ? !failure && <Loading text={t("app.loading")} />
        : changes.length === 0 ? <Callout>{t("history.restore-same")}</Callout>
          : <ChangeList changes={changes} before={document} document={target.document} />}
    </Dialog>
  );
}
