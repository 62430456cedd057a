import { useEffect, useState } from "react";
import type { Actor } from "../../api";
import type { EditorModel } from "../../model/editor";
import { goToSignIn } from "../../model/session";
import { useStore } from "../../model/store";
import { showUndoToast } from "../../model/undoable";
import { Button, Dialog, toast } from "../../ui";
import { formatDateTime, t } from "../../localization";
import { lastOtherAuthor, authorLabel } from "./authorLabel";

/** The notices and dialogs about the draft, on every view. */
export function DraftNotices(
  { editor, onConflicts }: { editor: EditorModel; onConflicts(): void },
) {
  const { draft } = editor;
  const { restored, discarded, save, conflicts, cannotStore } = useStore(draft.state);
  useEffect(() => {
    if (!restored) return;
    showUndoToast(draft, { text: t("draft.restored-from", { when: formatDateTime(restored) }) });
    draft.dismissRestored();
  }, [restored]);
  useEffect(() => {
    if (conflicts.length === 0) return;
    return toast({
      text: t("conflict.notice", { count: conflicts.length, who: lastOtherAuthor(editor) }),
      duration: 0,
      action: { text: t("conflict.resolve"), run: onConflicts },
    });
  }, [conflicts.length > 0]);
  if (save.kind === "signed-out") return cannotStore ? <SignedOutUnkept /> : <SignedOut />;
  if (discarded) return <Discarded editor={editor} by={discarded.by} />;
  return null;
}

/** Shown when the session has ended; signing in returns here. */
function SignedOut() {
  return (
    <Dialog
      title={t("draft.signed-out-title")} onClose={goToSignIn}
      width="narrow" closesOnOutsideClick={false}
      footer={
        <Button kind="primary" onClick={goToSignIn}>{t("draft.sign-in-again")}</Button>
      }
    >
      <p>{t("draft.signed-out-text")}</p>
    </Dialog>
  );
}

/**
 * Shown when the session has ended and only this page has the changes. It sends them when it is
 * visible again after the user has signed in elsewhere.
 */
function SignedOutUnkept() {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <Dialog
      title={t("draft.signed-out-title")} onClose={() => setOpen(false)}
      width="narrow" closesOnOutsideClick={false}
      footer={
        <Button kind="primary" onClick={() => void window.open("/sign-in", "_blank", "noopener")}>
          {t("draft.sign-in-in-tab")}
        </Button>
      }
    >
      <p>{t("draft.signed-out-unkept-text")}</p>
    </Dialog>
  );
}

/** Shown when someone else has discarded the draft, and this page has changes of its own. */
function Discarded({ editor, by }: { editor: EditorModel; by: Actor | null }) {
  const answer = (keeps: boolean) =>
    editor.draft.answerDiscard(t("draft.discard-label"), keeps);
  return (
    <Dialog
      title={t("draft.gone-title")} onClose={() => answer(true)}
      width="narrow" closesOnOutsideClick={false}
      footer={
        <>
          <Button kind="danger" onClick={() => answer(false)}>{t("draft.gone-drop")}</Button>
          <Button kind="primary" onClick={() => answer(true)}>{t("draft.gone-keep")}</Button>
        </>
      }
    >
      <p>
        {t("draft.gone-text", {
          who: by ? authorLabel(editor.application, by) : t("draft.someone"),
        })}
      </p>
    </Dialog>
  );
}
