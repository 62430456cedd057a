import { useState } from "react";
import { get, path, send, type Role } from "../../api";
import { authorName } from "../../model/authors";
import { withReauthentication } from "../../model/confirmation";
import { useLoaded } from "../../model/loading";
import { setQuery, useLocation } from "../../model/router";
import {
  Button, Callout, Chip, CopyLine, Dialog, EmptyState, failureText, Loading, RelativeTime, Row,
  Rows, Sections, TextField, toast,
} from "../../ui";
import { Failure } from "../../ui/Failure";
import { formatDate, t } from "../../localization";
import { invitationStatus, type InvitationStatus } from "./invitationStatus";
import { grantText } from "./Members";
import type { OrganizationSectionProps } from "./section";
import { RightsFields } from "./RightsFields";
import type { Grant, Invitation } from "./types";
import { OwnerList } from "./OwnerList";

/** The pending and past invitations, and inviting; for owners only. */
export function Invitations({ membership, frame }: OrganizationSectionProps) {
  const isOwner = membership.role === "owner";
  const base = path`/v1/organizations/${membership.id}`;
  const loaded = useLoaded(async (signal) => {
    if (!isOwner) return [];
    return (await get<{ invitations: Invitation[] }>(
      `${base}/invitations`, { signal })).invitations;
  }, membership.id);
  const [isInviting, setInviting] = useState(useLocation().query.has("new"));
  const [created, setCreated] = useState<Invitation | null>(null);
  const [revoking, setRevoking] = useState<string[]>([]);
  const sectionProps = { ...frame, title: t("organization.invitations") };
  if (!isOwner) {
    return (
      <Sections {...sectionProps}>
        <EmptyState icon="lock" title={t("organization.owners-invite")}>
          <OwnerList organization={membership.id} />
        </EmptyState>
      </Sections>
    );
  }
  if (!loaded.value) {
    return loaded.failure
      ? <Failure isPart failure={loaded.failure} onRetry={() => void loaded.reload()} />
      : <Loading text={t("app.loading")} />;
  }
  const invitations = loaded.value;
  const close = () => {
    setInviting(false);
    setQuery({ new: null });
  };
  const revoke = async (invitation: Invitation) => {
    setRevoking((ids) => [...ids, invitation.id]);
    try {
      await withReauthentication(() => send(
        "DELETE", `${base}/invitations/${encodeURIComponent(invitation.id)}`));
      toast({ text: t("organization.revoked", { email: invitation.email }), kind: "good" });
    } catch (error) {
      toast({ text: failureText(error), kind: "danger" });
    }
    await loaded.reload();
    setRevoking((ids) => ids.filter((id) => id !== invitation.id));
  };
  const invite = (
    <Button kind="primary" icon="add" onClick={() => setInviting(true)}>
      {t("organization.invite")}
    </Button>
  );
  return (
    <Sections
      {...sectionProps} text={t("organization.invitations-text")}
      action={invitations.length > 0 && invite}
    >
      {invitations.length === 0 ? (
        <EmptyState icon="people" title={t("organization.no-invitations")} action={invite}>
          <p>{t("organization.no-invitations-text")}</p>
        </EmptyState>
      ) : (
        <Rows label={t("organization.invitations")}>
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id} invitation={invitation} status={invitationStatus(invitation)}
              isRevoking={revoking.includes(invitation.id)} onRevoke={() => void revoke(invitation)}
            />
          ))}
        </Rows>
      )}
      {isInviting && (
        <InviteDialog
          organization={membership.id} onClose={close}
          onDone={async (email, role, grants) => {
            const response = await withReauthentication(() => send<Invitation>(
              "POST", `${base}/invitations`, { email, role, grants }));
            close();
            if (response.link) setCreated(response);
            else toast({ text: t("organization.invited", { email }), kind: "good" });
            await loaded.reload();
          }}
        />
      )}
      {created && <LinkDialog invitation={created} onClose={() => setCreated(null)} />}
    </Sections>
  );
}

function InvitationRow({ invitation, status, isRevoking, onRevoke }: {
  invitation: Invitation; status: InvitationStatus; isRevoking: boolean; onRevoke(): void;
}) {
  const isPending = status === "pending";
  const kind = isPending ? "accent" : status === "accepted" ? "good" : "plain";
  return (
    <Row
      isPast={!isPending} title={invitation.email}
      text={
        <>
          {t("organization.invited-by", { who: authorName(invitation.inviter) })}{" "}
          <RelativeTime at={invitation.created} />
          {isPending && ` · ${t("organization.invited-until", {
            date: formatDate(invitation.expires),
          })}`}
        </>
      }
      chips={
        <>
          {invitation.grants.map((grant) => <Chip key={grantText(grant)}>{grantText(grant)}</Chip>)}
          <Chip>{t(`role.${invitation.role}`)}</Chip>
          <Chip kind={kind}>{t(`organization.invitation-${status}`)}</Chip>
        </>
      }
      actions={isPending && (
        <Button
          size="small" isBusy={isRevoking} onClick={onRevoke}
          aria-label={t("organization.revoke-of", { email: invitation.email })}
        >
          {t("organization.revoke")}
        </Button>
      )}
    />
  );
}

function InviteDialog({ organization, onDone, onClose }: {
  organization: string; onClose(): void;
  onDone(email: string, role: Role, grants: Grant[]): Promise<void>;
}) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("editor");
  const [grants, setGrants] = useState<Grant[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const submit = async () => {
    setBusy(true);
    setFailure("");
    try {
      await onDone(email.trim(), role, grants.filter((grant) => grant.application !== ""));
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("organization.invite")} onClose={onClose} closesOnOutsideClick={false}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" type="submit" form="invite" isBusy={isBusy}
            disabled={!email.includes("@")}
          >
            {t("organization.invite-send")}
          </Button>
        </>
      }
    >
      <form
        id="invite" className="org-fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
      >
        <TextField
          label={t("organization.email")} type="email" value={email} onValue={setEmail} autoFocus
          required error={failure || undefined}
        />
        <RightsFields
          organization={organization} role={role} grants={grants} onRole={setRole}
          onGrants={setGrants}
        />
      </form>
    </Dialog>
  );
}

function LinkDialog({ invitation, onClose }: { invitation: Invitation; onClose(): void }) {
  return (
    <Dialog
      title={t("organization.link-title")} onClose={onClose} closesOnOutsideClick={false}
      footer={<Button kind="primary" onClick={onClose}>{t("organization.done")}</Button>}
    >
      <Callout>{t("organization.link-text", { email: invitation.email })}</Callout>
      <CopyLine text={invitation.link ?? ""} label={t("organization.copy-link")} />
    </Dialog>
  );
}
