import { useState } from "react";
import { get, path, send } from "../../api";
import { withReauthentication } from "../../model/confirmation";
import { useLoaded } from "../../model/loading";
import { loadMe, me } from "../../model/session";
import { useStore } from "../../model/store";
import {
  Avatar, Callout, Chip, Confirm, failureText, IconButton, Loading, Menu, Row, Rows, Sections,
  toast,
} from "../../ui";
import { Failure } from "../../ui/Failure";
import { formatDate, formatDateTime, t } from "../../localization";
import type { OrganizationSectionProps } from "./section";
import { RightsDialog } from "./RightsDialog";
import type { Grant, Member } from "./types";

/** The members of the organization, and what each may do. */
export function Members({ membership, frame }: OrganizationSectionProps) {
  const own = useStore(me);
  const isOwner = membership.role === "owner";
  const base = path`/v1/organizations/${membership.id}/members`;
  const members = useLoaded(
    async (signal) => (await get<{ members: Member[] }>(base, { signal })).members,
    membership.id);
  const [dialog, setDialog] = useState<{ kind: "change" | "remove"; member: Member } | null>(null);
  if (membership.role === "guest") {
    return (
      <Sections {...frame} title={t("organization.members")}>
        <Callout>{t("organization.guest")}</Callout>
      </Sections>
    );
  }
  if (!members.value) {
    return members.failure
      ? <Failure isPart failure={members.failure} onRetry={() => void members.reload()} />
      : <Loading text={t("app.loading")} />;
  }
  const showChange = async (text: string) => {
    setDialog(null);
    toast({ text, kind: "good" });
    await Promise.all([members.reload(), loadMe()]);
  };
  return (
    <Sections
      {...frame} title={t("organization.members")}
      text={t(isOwner ? "organization.members-owner" : "organization.members-text")}
      action={isOwner && (
        <a className="button primary" href="/organization/invitations?new">
          {t("organization.invite")}
        </a>
      )}
    >
      <Rows label={t("organization.members")}>
        {members.value.map((member) => (
          <MemberRow
            key={member.id} member={member} isSelf={member.id === own?.id}
            onChange={isOwner ? () => setDialog({ kind: "change", member }) : undefined}
            onRemove={isOwner ? () => setDialog({ kind: "remove", member }) : undefined}
          />
        ))}
      </Rows>
      {dialog?.kind === "change" && (
        <RightsDialog
          organization={membership.id} action={t("action.save")}
          title={t("organization.rights-of", { who: nameOf(dialog.member) })}
          role={dialog.member.role} grants={dialog.member.grants}
          onClose={() => setDialog(null)}
          onDone={async (role, grants) => {
            await withReauthentication(() => send(
              "PATCH", `${base}/${encodeURIComponent(dialog.member.id)}`, { role, grants }));
            await showChange(t("organization.changed", { who: nameOf(dialog.member) }));
          }}
        />
      )}
      {dialog?.kind === "remove" && (
        <RemoveDialog
          member={dialog.member} organization={membership.name} onClose={() => setDialog(null)}
          onConfirm={async () => {
            await withReauthentication(() => send(
              "DELETE", `${base}/${encodeURIComponent(dialog.member.id)}`));
            await showChange(t("organization.removed", { who: nameOf(dialog.member) }));
          }}
        />
      )}
    </Sections>
  );
}

const nameOf = (member: Member) => member.name || member.email;

function MemberRow({ member, isSelf, onChange, onRemove }: {
  member: Member; isSelf: boolean; onChange?(): void; onRemove?(): void;
}) {
  return (
    <Row
      before={<Avatar name={member.name} email={member.email} size={36} />}
      title={
        <>
          {nameOf(member)}
          {isSelf && <Chip>{t("organization.you")}</Chip>}
          {member.disabled && <Chip kind="warn">{t("organization.disabled")}</Chip>}
        </>
      }
      text={
        <span title={formatDateTime(member.since, true)}>
          {member.name ? `${member.email} · ` : ""}
          {t("organization.since", { date: formatDate(member.since) })}
        </span>
      }
      chips={
        <>
          {member.grants.map((grant) => <Chip key={grantText(grant)}>{grantText(grant)}</Chip>)}
          <Chip kind={member.role === "owner" ? "accent" : "plain"}>
            {t(`role.${member.role}`)}
          </Chip>
        </>
      }
      actions={onChange && (
        <Menu
          label={t("organization.actions", { who: nameOf(member) })} align="end"
          items={[
            { text: t("organization.change"), icon: "edit", onChoose: onChange },
            null,
            {
              text: t("organization.remove"), icon: "trash", isDangerous: true,
              onChoose: onRemove,
            },
          ]}
          trigger={(props) => (
            <IconButton
              {...props} icon="more" label={t("organization.actions", { who: nameOf(member) })}
            />
          )}
        />
      )}
    />
  );
}

/** A grant in short: “shop/production: Editor”. */
export function grantText(grant: Grant): string {
  const place = grant.application + (grant.environment ? `/${grant.environment}` : "");
  return `${place}: ${t(`role.${grant.role}`)}`;
}

function RemoveDialog({ member, organization, onConfirm, onClose }: {
  member: Member; organization: string; onConfirm(): Promise<void>; onClose(): void;
}) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const remove = async () => {
    setBusy(true);
    setFailure("");
    try {
      await onConfirm();
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Confirm
      title={t("organization.remove-title", { who: nameOf(member) })}
      text={
        <>
          <p>{t("organization.remove-text", { who: nameOf(member), organization })}</p>
          {failure && <div role="alert"><Callout kind="danger">{failure}</Callout></div>}
        </>
      }
      action={t("organization.remove")} isDangerous isBusy={isBusy} onClose={onClose}
      onConfirm={() => void remove()}
    />
  );
}
