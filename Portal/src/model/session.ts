// The signed-in user and their roles.

import { get, send, setCSRFToken, type Me, type Role } from "../api";
import { Store } from "./store";
import { unsaved } from "./unsaved";

/** The signed-in user; null until it is loaded. */
export const me = new Store<Me | null>(null);

/** The organization that is looked at, by its id; remembered in this browser. */
export const organization = new Store<string | null>(null);

export async function loadMe(): Promise<Me> {
  const response = await get<Me>("/v1/me");
  setCSRFToken(response.csrfToken);
  me.set(response);
  const known = response.organizations.map((one) => one.id);
  const remembered = localStorage.getItem("organization");
  organization.set(
    remembered && known.includes(remembered) ? remembered : known[0] ?? null);
  return response;
}

/** Goes to the sign-in page, and comes back from there. */
export function signInAgain(): void {
  unsaved.set(false);
  const here = location.pathname + location.search;
  location.assign(`/sign-in?return=${encodeURIComponent(here)}`);
}

/**
 * The entries that stay in the browser after signing out: the portal's settings, and favorites.
 */
const settings = /^(tour|single-keys|canvas\.minimap|favorites:.*)$/;

/**
 * Ends the session. The response makes the browser forget everything that the portal kept in it,
 * such as changes that were never sent; its settings are put back.
 */
export async function signOut(): Promise<void> {
  const kept = Object.entries(localStorage).filter(([name]) => settings.test(name));
  await send("POST", "/v1/me/sign-out");
  for (const [name, value] of kept) localStorage.setItem(name, String(value));
  unsaved.set(false);
  location.assign("/sign-in");
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

/** Returns the user's role in an application, or in one environment of it. */
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
