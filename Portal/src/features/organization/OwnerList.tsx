import { get, path } from "../../api";
import { useLoaded } from "../../model/loading";
import { t, formatList } from "../../localization";
import type { Member } from "./types";

/** The names of the organization's owners, for members who need to ask one. */
export function OwnerList({ organization }: { organization: string }) {
  const members = useLoaded(
    (signal) => get<{ members: Member[] }>(
      path`/v1/organizations/${organization}/members`, { signal }), organization);
  if (!members.value) return members.failure ? <p>{t("organization.ask-owner")}</p> : null;
  const owners = members.value.members.filter((member) => member.role === "owner");
  const names = owners.map(({ name, email }) => (name ? `${name} (${email})` : email));
  return (
    <p>
      {names.length > 0
        ? t("organization.ask", { names: formatList(names, true) }) : t("organization.ask-owner")}
    </p>
  );
}
