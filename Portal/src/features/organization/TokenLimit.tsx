import { useState } from "react";
import { get, path, send } from "../../api";
import { withReauthentication } from "../../model/confirmation";
import { useLoaded } from "../../model/loading";
import { Button, failureText, TextField, toast } from "../../ui";
import { t } from "../../localization";

/** The limit of an organization that has set none, in days. */
const DEFAULT_LIMIT = 365;
const MAX_DAYS = 3650;

/** The maximum lifetime of the organization's API tokens in days; null until it is loaded. */
export function useMaxTokenDays(organization: string) {
  return useLoaded(async (signal) => {
    const { organizations } = await get<{
      organizations: { id: string; tokenDays?: number }[];
    }>("/v1/organizations", { signal });
    return organizations.find(({ id }) => id === organization)?.tokenDays ?? DEFAULT_LIMIT;
  }, organization);
}

/** The maximum lifetime of API tokens; owners change it. */
export function TokenLimit({ id, isOwner }: { id: string; isOwner: boolean }) {
  const days = useMaxTokenDays(id);
  if (days.value === null) return null;
  return (
    <section className="card panel" aria-labelledby="org-token-days">
      <h2 id="org-token-days">{t("organization.tokens-limit-title")}</h2>
      {isOwner ? (
        <>
          <p className="muted" id="org-token-days-hint">{t("organization.tokens-limit-hint")}</p>
          <LimitForm key={days.value} id={id} days={days.value} onSaved={days.set} />
        </>
      ) : (
        <p>{t("organization.tokens-limit-is", { count: days.value })}</p>
      )}
    </section>
  );
}

function LimitForm({ id, days, onSaved }: {
  id: string; days: number; onSaved(days: number): void;
}) {
  const [text, setText] = useState(String(days));
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const newDays = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  const isValid = newDays >= 1 && newDays <= MAX_DAYS;
  const submit = async () => {
    if (!isValid) {
      setFailure(t("organization.tokens-limit-wrong"));
      return;
    }
    setBusy(true);
    setFailure("");
    try {
      await withReauthentication(() => send(
        "PATCH", path`/v1/organizations/${id}`, { tokenDays: newDays }));
      toast({ text: t("organization.tokens-limit-saved", { count: newDays }), kind: "good" });
      onSaved(newDays);
    } catch (error) {
      setFailure(failureText(error));
    }
    setBusy(false);
  };
  return (
    <form
      className="org-inline"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit();
      }}
    >
      <TextField
        label={t("organization.tokens-limit")} aria-describedby="org-token-days-hint"
        inputMode="numeric" value={text} onValue={setText} maxLength={4}
        error={failure || undefined}
      />
      <Button
        kind="primary" type="submit" isBusy={isBusy} disabled={text.trim() === String(days)}
        aria-label={t("organization.tokens-limit-save")}
      >
        {t("action.save")}
      </Button>
    </form>
  );
}
