// Unsaved changes: the confirmation before leaving the page, and actions before signing out.

import { Store } from "./store";

/** Whether there are changes that cannot be sent at the moment. */
export const hasUnsavedChanges = new Store(false);

/** Whether the user is signing out: from then on, the browser stores no unsent changes. */
export const isSigningOut = new Store(false);

const signOutActions = new Set<() => Promise<void>>();

/** Runs an action before signing out, such as sending pending changes. */
export function beforeSignOut(action: () => Promise<void>): () => void {
  signOutActions.add(action);
  return () => void signOutActions.delete(action);
}

export async function runSignOutActions(): Promise<void> {
  await Promise.all([...signOutActions].map((action) => action()));
}
