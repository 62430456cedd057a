import { useState } from "react";
import { get, query, type Application, type Membership } from "../../api";
import { useLoaded } from "../../model/loading";
import { roleIncludes } from "../../model/session";
import { Button, Callout, Dialog, failureText, Segmented, Select, TextField } from "../../ui";
import { t } from "../../localization";
import { useEnvironments } from "./RightsFields";
import { useMaxTokenDays } from "./TokenLimit";

const scopes = ["read", "draft", "publish", "admin"] as const;
type Scope = (typeof scopes)[number];
const roleOf = { read: "viewer", draft: "drafter", publish: "editor", admin: "owner" } as const;
/** The usual lifetimes of a token, in days. */
const LIFETIMES = [30, 90, 365];
const DEFAULT_LIFETIME = 90;

/** The request for a new token. */
export interface TokenRequest {
  name: string;
  scopes: Scope[];
  owner: "me" | "service-account";
  expiresInDays: number;
  application?: string;
  environment?: string;
}

/** Creates a token with limited access. */
export function NewTokenDialog({ membership, onDone, onClose }: {
  membership: Membership; onDone(request: TokenRequest): Promise<void>; onClose(): void;
}) {
  const [name, setName] = useState("");
  const [scope, setScope] = useState<Scope>("read");
  const [owner, setOwner] = useState<"me" | "service-account">("me");
  const [chosenDays, setDays] = useState<string>("");
  const [application, setApplication] = useState("");
  const [environment, setEnvironment] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const applications = useLoaded(
    async (signal) => (await get<{ applications: Application[] }>(
      `/v1/apps${query({ organization: membership.id })}`, { signal })).applications,
    membership.id).value ?? [];
  const environments = useEnvironments(application);
  const limit = useMaxTokenDays(membership.id).value ?? DEFAULT_LIFETIME;
  const days = chosenDays || String(Math.min(DEFAULT_LIFETIME, limit));
  const submit = async () => {
    setBusy(true);
    setFailure("");
    try {
      await onDone({
        name: name.trim(), scopes: [scope], owner, expiresInDays: Number(days),
        ...(application ? { application } : {}), ...(environment ? { environment } : {}),
      });
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  const highest = highestRole(membership);
  return (
    <Dialog
      title={t("organization.token-new")} onClose={onClose} closesOnOutsideClick={false}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" type="submit" form="new-token" isBusy={isBusy}
            disabled={name.trim() === ""}
          >
            {t("organization.token-make")}
          </Button>
        </>
      }
    >
      <form
        id="new-token" className="org-fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
      >
        <TextField
          label={t("organization.name")} placeholder={t("organization.token-example")} autoFocus
          value={name} onValue={setName} maxLength={200} required
        />
        <Select<Scope>
          label={t("organization.scope")} value={scope} onValue={setScope}
          hint={t(`organization.scope-${scope}-text`)}
          options={scopes.filter((option) => roleIncludes(highest, roleOf[option]))
            .map((option) => ({ value: option, text: t(`organization.scope-${option}`) }))}
        />
        {membership.role === "owner" && (
          <div className="org-fields tight">
            <span className="org-label">{t("organization.whose")}</span>
            <Segmented<"me" | "service-account">
              label={t("organization.whose")} value={owner} onValue={setOwner}
              options={[
                { value: "me", text: t("organization.mine") },
                { value: "service-account", text: t("organization.service-account") },
              ]}
            />
            <p className="field-hint">{t(`organization.whose-${owner}`)}</p>
          </div>
        )}
        <div className="org-pair">
          <Select
            label={t("organization.application")} value={application}
            options={[
              { value: "", text: t("organization.all-applications") },
              ...applications.map(({ id, name: text }) => ({ value: id, text })),
            ]}
            onValue={(id) => {
              setApplication(id);
              setEnvironment("");
            }}
          />
          <Select
            label={t("organization.environment")} value={environment} onValue={setEnvironment}
            disabled={application === ""}
            options={[
              { value: "", text: t("organization.all-environments") },
              ...environments.map((option) => ({ value: option, text: option })),
            ]}
          />
        </div>
        <Select
          label={t("organization.lifetime")} value={days} onValue={setDays}
          hint={t("organization.tokens-limit-is", { count: limit })}
          options={lifetimesUpTo(limit).map((count) => ({
            value: String(count), text: t("organization.days", { count }),
          }))}
        />
        {failure && <div role="alert"><Callout kind="danger">{failure}</Callout></div>}
      </form>
    </Dialog>
  );
}

/** The usual lifetimes, and the longest that the organization allows. */
function lifetimesUpTo(limit: number): number[] {
  return [...LIFETIMES.filter((lifetime) => lifetime < limit), limit];
}

/** The member's highest role anywhere, which limits the scopes of their tokens. */
function highestRole(membership: Membership) {
  return membership.grants.reduce(
    (highest, { role }) => (roleIncludes(role, highest) ? role : highest), membership.role);
}
