import { useState, type FormEvent } from "react";
import { send } from "../../api";
import { navigate } from "../../model/router";
import { chooseOrganization, loadMe } from "../../model/session";
import { Button, Callout } from "../../ui";
import { t } from "../../localization";
import { NameAndIdFields, useNameAndId } from "./NameAndId";

/** Creates an organization, and opens it. */
export function NewOrganization() {
  const named = useNameAndId();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!named.isComplete || isBusy) return;
    setBusy(true);
    setFailure("");
    try {
      await send("POST", "/v1/organizations", { id: named.id, name: named.name });
      await loadMe();
      chooseOrganization(named.id);
      navigate("/");
    } catch (error) {
      setFailure(named.handleFailure(error));
      setBusy(false);
    }
  };
  return (
    <form className="org-form" onSubmit={(event) => void submit(event)}>
      <NameAndIdFields
        named={named} nameLabel={t("organization.name")}
        namePlaceholder={t("organization.name-example")} idHint={t("organization.id-hint")}
      />
      {failure && <div role="alert"><Callout kind="danger">{failure}</Callout></div>}
      <div>
        <Button kind="primary" type="submit" isBusy={isBusy} disabled={!named.isComplete}>
          {t("organization.create")}
        </Button>
      </div>
    </form>
  );
}
