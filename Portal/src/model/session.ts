// Who is signed in, and what they may.

import { get, setCSRFToken, type Me, type Role } from "../api";
import { Store } from "./store";
import { unsaved } from "./unsaved";

/** Who is signed in; null until it is known. */
export const me = new Store<Me | null>(null);

/** The organization that is looked at, by its id; remembered in this browser. */
export const organization = new Store<string | null>(null);

export async function loadMe(): Promise<Me> {
  const answer = await get<Me>("/v1/me");
  setCSRFToken(answer.csrfToken);
  me.set(answer);
  const known = answer.organizations.map((one) => one.id);
  const remembered = localStorage.getItem("organization");
  organization.set(
    remembered && known.includes(remembered) ? remembered : known[0] ?? null);
  return answer;
}

/** Goes to the sign-in page, and comes back from there. */
export function signInAgain(): void {
  unsaved.set(false);
  const here = location.pathname + location.search;
  location.assign(`/sign-in?return=${encodeURIComponent(here)}`);
}

export function chooseOrganization(id: string): void {
  localStorage.setItem("organization", id);
  organization.set(id);
}

const ranks: Role[] = ["guest", "viewer", "drafter", "editor", "owner"];

/** Whether a role includes another. */
export function includes(role: Role, needed: Role): boolean {
  return ranks.indexOf(role) >= ranks.indexOf(needed);
}

/** What the person may in an application, or in one environment of it. */
export function roleIn(organizationId: string, application: string, environment?: string): Role {
  const membership = me.get()?.organizations.find((one) => one.id === organizationId);
  if (!membership) return "guest";
  let role = membership.role;
  for (const grant of membership.grants) {
    const isHere = grant.application === application
      && (grant.environment === undefined || grant.environment === environment);
    if (isHere && includes(grant.role, role)) role = grant.role;
  }
  return role;
}
