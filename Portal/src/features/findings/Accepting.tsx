import { useState } from "react";
import {
  acceptanceKey, acceptedIn, acceptFindings, withdrawAcceptance, type Finding,
} from "../../document";
import { useEditor } from "../../model/editor";
import { findingSentence } from "../../model/sentences";
import { me } from "../../model/session";
import { useMemberNames } from "../../model/memberNames";
import { useStore } from "../../model/store";
import { showUndoToast } from "../../model/undoable";
import { RelativeTime, Button, TextField } from "../../ui";
import { t } from "../../localization";

/** Accepts warnings until the acceptance is withdrawn, with a reason stored in the draft. */
export function AcceptButton({ findings, onAccepted }: {
  findings: Finding[]; onAccepted(): void;
}) {
  const editor = useEditor();
  const user = useStore(me);
  const [reason, setReason] = useState<string | null>(null);
  if (findings[0]?.severity !== "warning" || !editor.canEdit) return null;
  if (reason === null) {
    return (
      <Button size="small" kind="quiet" icon="check" onClick={() => setReason("")}>
        {findings.length > 1
          ? t("findings.accept-all", { count: findings.length }) : t("findings.accept")}
      </Button>
    );
  }
  const accept = () => {
    if (reason.trim() === "") return;
    editor.draft.apply(t("findings.accept-label"), acceptFindings(
      findings.map((finding) => ({ finding, reason: reason.trim() })), user?.id ?? "",
      new Date().toISOString()));
    onAccepted();
    showUndoToast(editor.draft, {
      kind: "good", text: t("findings.was-accepted", { count: findings.length }),
    });
  };
  return (
    <form
      className="finding-accept" onSubmit={(event) => {
        event.preventDefault();
        accept();
      }}
    >
      <TextField
        label={t("findings.reason")} hint={t("findings.reason-hint")} value={reason}
        onValue={setReason} maxLength={300} autoFocus
      />
      <Button type="submit" size="small" kind="primary" disabled={reason.trim() === ""}>
        {t("findings.accept-do")}
      </Button>
      <Button size="small" onClick={() => setReason(null)}>{t("action.cancel")}</Button>
    </form>
  );
}

/** The accepted warnings, each with its reason and author, and a button to withdraw it. */
export function AcceptedFindings() {
  const editor = useEditor();
  const { accepted } = useStore(editor.verification.state);
  const document = useStore(editor.draft.document);
  const nameOf = useMemberNames(editor.application.organization);
  if (accepted.length === 0) return null;
  const entries = new Map(acceptedIn(document).map((finding) => [acceptanceKey(finding), finding]));
  const withdraw = (finding: Finding) => {
    editor.draft.apply(t("findings.withdraw-label"), withdrawAcceptance(finding));
  };
  return (
    <details className="findings-accepted">
      <summary>{t("findings.accepted", { count: accepted.length })}</summary>
      <ul>
        {accepted.map((finding) => {
          const entry = entries.get(acceptanceKey(finding));
          return (
            <li key={acceptanceKey(finding)}>
              <p>{findingSentence(finding)}</p>
              {entry && (
                <p className="muted small-text">
                  {t("app.quoted", { text: entry.reason })} {nameOf(entry.by)}
                  {entry.at && <>{" · "}<RelativeTime at={entry.at} /></>}
                </p>
              )}
              {editor.canEdit && (
                <Button size="small" kind="quiet" onClick={() => withdraw(finding)}>
                  {t("findings.withdraw")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
