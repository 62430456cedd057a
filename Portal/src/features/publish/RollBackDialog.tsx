import { useState } from "react";
import type { ReleaseSummary } from "../../api";
import { useApplication } from "../../model/application";
import { rollBack } from "../../model/releases";
import { findingSentence } from "../../model/sentences";
import { Button, Callout, Dialog, Loading, TextArea, toast } from "../../ui";
import { formatMoment, t } from "../../localization";
import { ChangeList } from "./ChangeList";
import { useDifferences, useRelease } from "./differences";
import { describeFailure, type Refused } from "./refusal";
import { useCurrent } from "./readiness";
import { authorLabel } from "./authorLabel";

/** Makes an earlier release live again, after showing what that changes. */
export function RollBackDialog({ environment, to, onClose }: {
  environment: string; to: ReleaseSummary; onClose(): void;
}) {
  const application = useApplication();
  const current = useCurrent(environment);
  const before = useRelease(application.id, current);
  const after = useRelease(application.id, to.number);
  const { changes } = useDifferences(before.document, after.document);
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const run = async () => {
    setBusy(true);
    setRefused(null);
    try {
      const release = await rollBack(application.id, environment, to.number, note.trim());
      toast({ kind: "good", text: t("publish.rolled-back", {
        environment, number: String(to.number), fresh: String(release.number) }) });
      onClose();
    } catch (error) {
      setRefused(describeFailure(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("publish.roll-back-title", { number: String(to.number), environment })}
      onClose={onClose} isLight={false}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" icon="undo" isBusy={isBusy} onClick={() => void run()}>
            {t("publish.roll-back")}
          </Button>
        </>
      }
    >
      <p className="soft">
        {t("publish.roll-back-text", {
          number: String(to.number), when: formatMoment(to.published),
          who: authorLabel(application, to.author),
        })}
        {to.note && <> {t("publish.quoted", { text: to.note })}</>}
      </p>
      {refused && (
        <Callout kind="danger">
          <p>{refused.text}</p>
          {refused.findings.map((one, index) => <p key={index}>{findingSentence(one)}</p>)}
        </Callout>
      )}
      {!changes ? <Loading text={t("app.loading")} />
        : changes.length === 0 ? <Callout>{t("publish.roll-back-same")}</Callout>
          : <ChangeList changes={changes} document={after.document} />}
      <TextArea
        label={t("publish.note")} hint={t("publish.note-hint")} value={note} onValue={setNote}
        rows={2} maxLength={500}
      />
    </Dialog>
  );
}
