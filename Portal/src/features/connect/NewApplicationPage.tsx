import { useEffect, useState, type FormEvent } from "react";
import { query, send } from "../../api";
import { navigate } from "../../model/router";
import { me, organization } from "../../model/session";
import { useStore } from "../../model/store";
import { Button, Callout, EmptyState } from "../../ui";
import { t } from "../../localization";
import { NameAndIdFields, NoOrganization, useNameAndId, OwnerList } from "../organization";
import { EnvironmentNames } from "./EnvironmentNames";
import "./styles";

/** Creates an application, then leads to its first connection. */
export function NewApplicationPage() {
  const chosen = useStore(organization);
  const membership = useStore(me)?.organizations.find(({ id }) => id === chosen);
  useEffect(() => {
    document.title = `${t("connect.new")} · ${t("app.name")}`;
  }, []);
  return (
    <main id="main" className="page connect-page" tabIndex={-1}>
      {!membership ? <NoOrganization /> : membership.role === "owner" ? (
        <>
          <header className="connect-head">
            <h1>{t("connect.new")}</h1>
            <p className="muted">{t("connect.new-text", { organization: membership.name })}</p>
          </header>
          <NewApplicationForm organization={membership.id} />
        </>
      ) : (
        <EmptyState
          icon="lock" title={t("connect.owners-only")}
          action={<a className="button plain" href="/">{t("app.to-home")}</a>}
        >
          <OwnerList organization={membership.id} />
        </EmptyState>
      )}
    </main>
  );
}

function NewApplicationForm({ organization: id }: { organization: string }) {
  const named = useNameAndId();
  const [environments, setEnvironments] = useState(["development", "staging", "production"]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!named.isComplete || isBusy) return;
    setBusy(true);
    setFailure("");
    try {
      // The server may append a suffix to the id.
      const created = await send<{ id: string }>(
        "POST", `/v1/apps${query({ organization: id })}`,
        { id: named.id, name: named.name, environments });
      navigate(`/apps/${created.id}/connect`);
    } catch (error) {
      setFailure(named.handleFailure(error));
      setBusy(false);
    }
  };
  return (
    <form className="card connect-form" onSubmit={(event) => void submit(event)}>
      <NameAndIdFields
        named={named} nameLabel={t("connect.name")} namePlaceholder={t("connect.name-example")}
        idHint={t("connect.id-hint")}
      />
      <EnvironmentNames names={environments} onNames={setEnvironments} />
      {failure && <div role="alert"><Callout kind="danger">{failure}</Callout></div>}
      <footer className="connect-form-foot">
        <a className="button plain" href="/">{t("action.cancel")}</a>
        <Button kind="primary" type="submit" isBusy={isBusy} disabled={!named.isComplete}>
          {t("connect.create")}
        </Button>
      </footer>
    </form>
  );
}
