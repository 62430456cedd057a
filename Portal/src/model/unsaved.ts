// Whether something has not reached the server: leaving the page is asked about then.

import { Store } from "./store";

/** Whether something cannot be sent just now, and would not be there for others. */
export const unsaved = new Store(false);

const pending = new Set<() => Promise<void>>();

/** Does something before the session is ended, such as sending what is left. */
export function beforeSignOut(action: () => Promise<void>): () => void {
  pending.add(action);
  return () => void pending.delete(action);
}

export async function finishBeforeSignOut(): Promise<void> {
  await Promise.all([...pending].map((action) => action()));
}
