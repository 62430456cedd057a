import { useState } from "react";
import { get, query, send } from "../../api";
import { withReauthentication } from "../../model/confirmation";
import { useLoaded } from "../../model/loading";
import {
  Button, Callout, Chip, Confirm, CopyLine, Dialog, EmptyState, failureText, Loading, RelativeTime,
  Row, Rows, Sections, toast,
} from "../../ui";
import { Failure } from "../../ui/Failure";
import { formatDate, t, tIfExists } from "../../localization";
import { NewTokenDialog, type TokenRequest } from "./NewTokenDialog";
import type { OrganizationSectionProps } from "./section";
import type { APIToken } from "./types";

/** The organization's API tokens. */
export function Tokens({ membership, frame }: OrganizationSectionProps) {
  const tokensPath = `/v1/tokens${query({ organization: membership.id })}`;
  const tokens = useLoaded(
    async (signal) => (await get<{ tokens: APIToken[] }>(tokensPath, { signal })).tokens,
    membership.id);
  // The dialog for a new token, or for the token to revoke.
  const [dialog, setDialog] = useState<"new" | APIToken | null>(null);
  const [created, setCreated] = useState<(APIToken & { token: string }) | null>(null);
  if (!tokens.value) {
    return tokens.failure
      ? <Failure isPart failure={tokens.failure} onRetry={() => void tokens.reload()} />
      : <Loading text={t("app.loading")} />;
  }
  const create = async (request: TokenRequest) => {
    setCreated(await withReauthentication(
      () => send<APIToken & { token: string }>("POST", tokensPath, request)));
    setDialog(null);
    await tokens.reload();
  };
  const revoke = async (token: APIToken) => {
    setDialog(null);
    try {
      await withReauthentication(() => send(
        "DELETE", `/v1/tokens/${encodeURIComponent(token.id)}${query({
          organization: membership.id,
        })}`));
      toast({ text: t("organization.token-was-revoked", { name: token.name }), kind: "good" });
    } catch (error) {
      toast({ text: failureText(error), kind: "danger" });
    }
    await tokens.reload();
  };
  const button = (
    <Button kind="primary" icon="add" onClick={() => setDialog("new")}>
      {t("organization.token-new")}
    </Button>
  );
  const isOwner = membership.role === "owner";
  return (
    <Sections
      {...frame} title={t("organization.tokens")}
      text={t(isOwner ? "organization.tokens-owner" : "organization.tokens-text")}
      action={tokens.value.length > 0 && button}
    >
      {tokens.value.length === 0 ? (
        <EmptyState icon="key" title={t("organization.no-tokens")} action={button}>
          <p>{t("organization.no-tokens-text")}</p>
        </EmptyState>
      ) : (
        <Rows label={t("organization.tokens")}>
          {tokens.value.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setDialog(token)} />
          ))}
        </Rows>
      )}
      {dialog === "new" && (
        <NewTokenDialog membership={membership} onDone={create} onClose={() => setDialog(null)} />
      )}
      {dialog !== null && dialog !== "new" && (
        <Confirm
          title={t("organization.token-revoke-title", { name: dialog.name })}
          text={t("organization.token-revoke-text")} action={t("organization.token-revoke")}
          isDangerous
          onClose={() => setDialog(null)} onConfirm={() => void revoke(dialog)}
        />
      )}
      {created && <SecretDialog token={created} onClose={() => setCreated(null)} />}
    </Sections>
  );
}

function TokenRow({ token, onRevoke }: { token: APIToken; onRevoke(): void }) {
  const isExpired = token.expires !== undefined && Date.parse(token.expires) < Date.now();
  const isPast = token.revoked !== undefined || isExpired;
  const place = token.application
    ? token.application + (token.environment ? `/${token.environment}` : "") : null;
  // Each scope includes those after it, so the first one is enough.
  const widest = ["admin", "publish", "draft", "read"]
    .find((scope) => token.scopes.includes(scope));
  const owner = token.owner === "service-account" ? t("organization.service-account") : token.owner;
  return (
    <Row
      isPast={isPast} title={token.name}
      text={
        <>
          {owner} · {token.lastUsed
            ? <>{t("organization.used")} <RelativeTime at={token.lastUsed} /></>
            : t("organization.never-used")}
          {token.expires && !isPast && ` · ${t("organization.expires", {
            date: formatDate(token.expires),
          })}`}
        </>
      }
      chips={
        <>
          {place && <Chip>{t("organization.only", { place })}</Chip>}
          <Chip kind={widest === "admin" && !isPast ? "warn" : "plain"}>
            {tIfExists(`organization.scope-${widest}`) ?? token.scopes.join(", ")}
          </Chip>
          {token.revoked && <Chip kind="danger">{t("organization.token-ended")}</Chip>}
          {!token.revoked && isExpired && <Chip kind="danger">{t("organization.expired")}</Chip>}
        </>
      }
      actions={!isPast && (
        <Button
          size="small" onClick={onRevoke}
          aria-label={t("organization.token-revoke-of", { name: token.name })}
        >
          {t("organization.token-revoke")}
        </Button>
      )}
    />
  );
}

function SecretDialog(
  { token, onClose }: { token: APIToken & { token: string }; onClose(): void },
) {
  return (
    <Dialog
      title={t("organization.secret-title", { name: token.name })} onClose={onClose}
      closesOnOutsideClick={false}
      footer={<Button kind="primary" onClick={onClose}>{t("organization.done")}</Button>}
    >
      <Callout kind="warn">{t("organization.secret-text")}</Callout>
      <CopyLine text={token.token} label={t("organization.copy-token")} />
    </Dialog>
  );
}
