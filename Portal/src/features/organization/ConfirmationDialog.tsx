import { useState } from "react";
import { pendingConfirmation, confirmIdentity } from "../../model/confirmation";
import { loadMe, me } from "../../model/session";
import { useStore } from "../../model/store";
import { Button, Callout, Dialog, failureText, TextField } from "../../ui";
import { t } from "../../localization";

/** Asks for the password before a change that requires it; shown once for the whole portal. */
export function ConfirmationDialog() {
  const pending = useStore(pendingConfirmation);
  if (!pending) return null;
  const close = () => {
    pendingConfirmation.set(null);
    pending.stop(new Error(t("organization.not-confirmed")));
  };
  return <ConfirmationForm onClose={close} onDone={() => {
    pendingConfirmation.set(null);
    pending.done();
  }} />;
}

function ConfirmationForm({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const factors = useStore(me)?.factors;
  const asksForCode = factors?.hasTOTP ?? false;
  // A user without a password signs in on a page in a new tab, so that nothing here is lost.
  const isElsewhere = factors?.hasPassword === false;
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setFailure("");
    try {
      await (isElsewhere ? loadMe() : confirmIdentity(password, code));
      onDone();
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("organization.confirm")} width="narrow" closesOnOutsideClick={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" type="submit" form="confirmation" isBusy={isBusy}
            disabled={!isElsewhere && password === ""}
          >
            {t("organization.confirm-action")}
          </Button>
        </>
      }
    >
      <form
        id="confirmation" className="org-fields"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{t(isElsewhere ? "organization.confirm-elsewhere" : "organization.confirm-text")}</p>
        {isElsewhere ? (
          <p>
            <a href="/account/confirm" target="_blank" rel="noopener">
              {t("organization.confirm-page")}
            </a>
          </p>
        ) : (
          <TextField
            label={t("organization.password")} type="password" autoComplete="current-password"
            value={password} onValue={setPassword} autoFocus
          />
        )}
        {asksForCode && !isElsewhere && (
          <TextField
            label={t("organization.code")} inputMode="numeric" autoComplete="one-time-code"
            value={code} onValue={setCode}
          />
        )}
        {failure && <div role="alert"><Callout kind="danger">{failure}</Callout></div>}
      </form>
    </Dialog>
  );
}
