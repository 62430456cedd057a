// The signed-in user and their roles.

import { get, send, setCSRFToken, type Me, type Role } from "../api";
import { Store } from "./store";
import { hasUnsavedChanges, isSigningOut } from "./unsaved";

/** The signed-in user; null until it is loaded. */
export const me = new Store<Me | null>(null);

/** The id of the current organization, stored in this browser. */
export const organization = new Store<string | null>(null);

export async function loadMe(): Promise<Me> {
  const response = await get<Me>("/v1/me");
  setCSRFToken(response.csrfToken);
  me.set(response);
  const known = response.organizations.map((membership) => membership.id);
  const stored = localStorage.getItem("organization");
  organization.set(
    stored && known.includes(stored) ? stored : known[0] ?? null);
  return response;
}

/** Goes to the sign-in page, which returns here afterwards. */
export function goToSignIn(): void {
  hasUnsavedChanges.set(false);
  const returnPath = location.pathname + location.search;
  location.assign(`/sign-in?return=${encodeURIComponent(returnPath)}`);
}

/**
 * The entries kept in the browser after signing out: the portal's settings, and favorites.
 */
const keptEntries = /^(tour|single-keys|canvas\.minimap|favorites:.*)$/;

/**
 * Ends the session. The response clears everything that the portal stored in the browser, such as
 * unsent changes; its settings are restored.
 */
export async function signOut(): Promise<void> {
  const entries = Object.entries(localStorage).filter(([name]) => keptEntries.test(name));
  isSigningOut.set(true);
  try {
    await send("POST", "/v1/me/sign-out");
  } catch (error) {
    isSigningOut.set(false);
    throw error;
  }
  for (const [name, value] of entries) localStorage.setItem(name, String(value));
  hasUnsavedChanges.set(false);
  location.assign("/sign-in");
}

export function chooseOrganization(id: string): void {
  localStorage.setItem("organization", id);
  organization.set(id);
}

const ranks: Role[] = ["guest", "viewer", "drafter", "editor", "owner"];

/** Whether a role includes another. */
export function roleIncludes(role: Role, needed: Role): boolean {
  return ranks.indexOf(role) >= ranks.indexOf(needed);
}

/** Returns the user's role in an application, or in one environment of it. */
export function roleIn(organizationId: string, application: string, environment?: string): Role {
  const membership = me.get()?.organizations.find(({ id }) => id === organizationId);
  if (!membership) return "guest";
  let role = membership.role;
  for (const grant of membership.grants) {
    const isApplicable = grant.application === application
      && (grant.environment === undefined || grant.environment === environment);
    if (isApplicable && roleIncludes(grant.role, role)) role = grant.role;
  }
  return role;
}
