import { useState } from "react";
import { path, send } from "../../api";
import { withReauthentication } from "../../model/confirmation";
import { navigate } from "../../model/router";
import { loadMe } from "../../model/session";
import { Button, Callout, Confirm, failureText, Sections, TextField, toast } from "../../ui";
import { formatDate, t } from "../../localization";
import { NewOrganization } from "./NewOrganization";
import type { OrganizationSectionProps } from "./section";
import { TokenLimit } from "./TokenLimit";

/** The organization's name and token limit, leaving it, and creating another one. */
export function General({ membership, frame }: OrganizationSectionProps) {
  const isOwner = membership.role === "owner";
  return (
    <Sections {...frame} title={t("organization.general")}>
      <section className="card panel" aria-labelledby="org-name">
        <h2 id="org-name">{t("organization.name-title")}</h2>
        {isOwner ? <Rename key={membership.name} id={membership.id} name={membership.name} /> : (
          <p>{membership.name}</p>
        )}
        <dl className="org-details">
          <dt>{t("organization.id")}</dt><dd><code>{membership.id}</code></dd>
          <dt>{t("organization.your-role")}</dt><dd>{t(`role.${membership.role}`)}</dd>
          <dt>{t("organization.member-since")}</dt><dd>{formatDate(membership.since)}</dd>
        </dl>
      </section>
      <TokenLimit id={membership.id} isOwner={isOwner} />
      <Leave id={membership.id} name={membership.name} />
      {isOwner && (
        <section className="card panel" aria-labelledby="org-another">
          <h2 id="org-another">{t("organization.another")}</h2>
          <p className="muted">{t("organization.another-text")}</p>
          <NewOrganization />
        </section>
      )}
    </Sections>
  );
}

function Rename({ id, name }: { id: string; name: string }) {
  const [text, setText] = useState(name);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const isChanged = text.trim() !== "" && text.trim() !== name;
  const submit = async () => {
    setBusy(true);
    setFailure("");
    try {
      await withReauthentication(() => send(
        "PATCH", path`/v1/organizations/${id}`, { name: text.trim() }));
      await loadMe();
      toast({ text: t("organization.renamed"), kind: "good" });
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <form
      className="org-inline"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isBusy) void submit();
      }}
    >
      <TextField
        label={t("organization.name")} value={text} onValue={setText} maxLength={200}
        error={failure || undefined}
      />
      <Button kind="primary" type="submit" isBusy={isBusy} disabled={!isChanged}>
        {t("action.save")}
      </Button>
    </form>
  );
}

function Leave({ id, name }: { id: string; name: string }) {
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState("");
  const leave = async () => {
    setAsking(false);
    setFailure("");
    try {
      await withReauthentication(() => send("DELETE", path`/v1/me/organizations/${id}`));
      await loadMe();
      navigate("/");
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  return (
    <section className="card panel" aria-labelledby="org-leave">
      <h2 id="org-leave">{t("organization.leave")}</h2>
      <p className="muted">{t("organization.leave-text")}</p>
      {failure && <div role="alert"><Callout kind="danger">{failure}</Callout></div>}
      <div>
        <Button kind="danger" onClick={() => setAsking(true)}>{t("organization.leave")}</Button>
      </div>
      {isAsking && (
        <Confirm
          title={t("organization.leave-title", { name })} text={t("organization.leave-sure")}
          action={t("organization.leave")} isDangerous onClose={() => setAsking(false)}
          onConfirm={() => void leave()}
        />
      )}
    </section>
  );
}
