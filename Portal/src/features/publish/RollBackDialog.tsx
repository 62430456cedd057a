import { useEffect, useId, useState } from "react";
import type { ReleaseSummary } from "../../api";
import type { FlowDocument } from "../../document";
import { useApplication, type ApplicationModel } from "../../model/application";
import { DraftModel } from "../../model/draft";
import { rollBack } from "../../model/releases";
import { roleIncludes } from "../../model/session";
import { findingSentence } from "../../model/sentences";
import { useStore } from "../../model/store";
import { showUndoToast } from "../../model/undoable";
import { Button, Callout, Dialog, failureText, TextArea, toast } from "../../ui";
import { formatDateTime, t } from "../../localization";
import { LoadedChanges } from "./LoadedChanges";
import { useDifferences, useRelease } from "./differences";
import { suggestedNote } from "./NoteField";
import { describeFailure, type PublishFailure } from "./publishFailure";
import { useLiveReleaseNumber } from "./readiness";
import { authorLabel } from "./authorLabel";

/** Rolls back to an earlier release, after showing the changes. */
export function RollBackDialog({ environment, to, onClose }: {
  environment: string; to: ReleaseSummary; onClose(): void;
}) {
  const application = useApplication();
  const liveNumber = useLiveReleaseNumber(environment);
  const before = useRelease(application.id, liveNumber);
  const after = useRelease(application.id, to.number);
  const { changes, failure } = useDifferences(before.document, after.document);
  const [note, setNote] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [publishFailure, setPublishFailure] = useState<PublishFailure | null>(null);
  const [keepsDraft, setKeepsDraft] = useState(true);
  const draft = useDraftToKeep(application, after.document);
  const run = async () => {
    setBusy(true);
    setPublishFailure(null);
    try {
      const noteText = note.trim() || (suggestedNote(changes ?? []) ?? "");
      const release = await rollBack(application.id, environment, to.number, noteText);
      application.recordRelease(release);
      const text = t("publish.rolled-back", {
        environment, number: String(to.number), fresh: String(release.number) });
      if (draft && !keepsDraft) await resetDraft(draft.draft, environment, to.number, text);
      else toast({ kind: "good", text });
      onClose();
    } catch (error) {
      setPublishFailure(describeFailure(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("publish.roll-back-title", { number: String(to.number), environment })}
      onClose={onClose} closesOnOutsideClick={false}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" icon="undo" isBusy={isBusy} onClick={() => void run()}>
            {t("publish.roll-back")}
          </Button>
        </>
      }
    >
      <p className="muted">
        {t("publish.roll-back-text", {
          number: String(to.number), when: formatDateTime(to.published),
          who: authorLabel(application, to.author),
        })}
        {to.note && <> {t("app.quoted", { text: to.note })}</>}
      </p>
      {publishFailure && (
        <Callout kind="danger">
          <p>{publishFailure.text}</p>
          {publishFailure.findings.map((finding, index) => (
            <p key={index}>{findingSentence(finding)}</p>
          ))}
        </Callout>
      )}
      <LoadedChanges
        changes={changes} failure={before.failure ?? after.failure ?? failure}
        noChanges={t("publish.roll-back-same")} before={before.document} document={after.document}
      />
      {draft && (
        <DraftChoice
          count={draft.changes} number={to.number} keeps={keepsDraft} onChoose={setKeepsDraft}
        />
      )}
      <TextArea
        label={t("publish.note")} hint={t("publish.note-hint")} value={note} onValue={setNote}
        rows={2} maxLength={500}
      />
    </Dialog>
  );
}

/** The draft and the number of its differences from a release; null if there is no choice. */
function useDraftToKeep(
  application: ApplicationModel, document: FlowDocument | null,
): { draft: DraftModel; changes: number } | null {
  const [draft] = useState(() => DraftModel.of(application));
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let isActive = true;
    // NB: without the draft a rollback still works, and leaves it unchanged.
    draft.open().then(() => isActive && setOpen(true), () => undefined);
    return () => {
      isActive = false;
    };
  }, [draft]);
  const revision = useStore(draft.state, (state) => state.revision);
  const { changes } = useDifferences(isOpen ? document : null, useStore(draft.document));
  const canChange = roleIncludes(application.role(), "drafter");
  if (!isOpen || !canChange || revision === 0 || !changes?.length) return null;
  return { draft, changes: changes.length };
}

/** Resets the draft to the live release, with a button to undo it. */
async function resetDraft(
  draft: DraftModel, environment: string, number: number, rolledBack: string,
): Promise<void> {
  try {
    await draft.discard(t("publish.draft-reset-label", { number: String(number) }), environment);
    showUndoToast(draft, { kind: "good", text: rolledBack });
  } catch (error) {
    const why = failureText(error);
    toast({ kind: "danger", text: t("publish.draft-not-reset", { rolledBack, why }) });
  }
}

/** The choice between keeping the draft and resetting it to the release. */
function DraftChoice({ count, number, keeps, onChoose }: {
  count: number; number: number; keeps: boolean; onChoose(keeps: boolean): void;
}) {
  const id = useId();
  return (
    <fieldset className="draft-choice">
      <legend>{t("publish.draft-choice")}</legend>
      {[true, false].map((isKept) => {
        const name = isKept ? "keep" : "reset";
        return (
          <div key={name}>
            <input
              type="radio" name={id} id={`${id}-${name}`} checked={keeps === isKept}
              onChange={() => onChoose(isKept)} aria-describedby={`${id}-${name}-text`}
            />
            <label htmlFor={`${id}-${name}`}>{t(`publish.draft-${name}`)}</label>
            <p className="muted small-text" id={`${id}-${name}-text`}>
              {isKept ? t("publish.draft-keep-text", { count })
                : t("publish.draft-reset-text", { number: String(number) })}
            </p>
          </div>
        );
      })}
    </fieldset>
  );
}
