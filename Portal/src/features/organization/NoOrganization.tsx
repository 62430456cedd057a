import { me } from "../../model/session";
import { useStore } from "../../model/store";
import { Icon } from "../../ui";
import { t } from "../../localization";
import { NewOrganization } from "./NewOrganization";
import "./styles";

/** The page of a user without an organization: how to join or create one. */
export function NoOrganization() {
  const email = useStore(me)?.email ?? "";
  return (
    <div className="org-empty">
      <h1>{t("organization.none")}</h1>
      <section className="card org-empty-part" aria-labelledby="org-empty-invited">
        <span className="empty-symbol"><Icon name="people" size={28} /></span>
        <div>
          <h2 id="org-empty-invited">{t("organization.none-invited")}</h2>
          <p className="muted">{t("organization.none-invited-text", { email })}</p>
        </div>
      </section>
      <section className="card org-empty-part" aria-labelledby="org-empty-own">
        <span className="empty-symbol"><Icon name="add" size={28} /></span>
        <div>
          <h2 id="org-empty-own">{t("organization.none-own")}</h2>
          <p className="muted">{t("organization.none-own-text")}</p>
          <NewOrganization />
        </div>
      </section>
    </div>
  );
}
