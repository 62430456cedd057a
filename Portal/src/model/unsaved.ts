// Whether there are unsaved changes, for a confirmation before leaving the page.

import { Store } from "./store";

/** Whether there are changes that cannot be sent at the moment. */
export const unsaved = new Store(false);

const pending = new Set<() => Promise<void>>();

/** Runs an action before signing out, such as sending pending changes. */
export function beforeSignOut(action: () => Promise<void>): () => void {
  pending.add(action);
  return () => void pending.delete(action);
}

export async function finishBeforeSignOut(): Promise<void> {
  await Promise.all([...pending].map((action) => action()));
}
