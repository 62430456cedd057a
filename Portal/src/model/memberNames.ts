// The names of an organization's members, for records that contain only ids.

import { get, path } from "../api";
import { t } from "../localization";
import { useLoaded } from "./loading";

/** The part of a member that names need. */
export interface NamedMember {
  id: string;
  name: string;
  email: string;
}

/**
 * Returns the name of the member with this id: empty while the members are not loaded, “a former
 * member” if there is none.
 */
export function memberName(id: string, members: NamedMember[] | null): string {
  if (members === null || id === "") return "";
  const member = members.find((namedMember) => namedMember.id === id);
  return member ? member.name || member.email : t("organization.gone");
}

/**
 * Loads the members, and returns a lookup of names; guests may not read the list and get no names.
 */
export function useMemberNames(organization: string): (id: string) => string {
  const { value } = useLoaded(async (signal) => (await get<{ members: NamedMember[] }>(
    path`/v1/organizations/${organization}/members`, { signal })).members, organization);
  return (id) => memberName(id, value);
}
