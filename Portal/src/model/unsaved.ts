// Whether something has not reached the server: leaving the page is asked about then.

import { Store } from "./store";

/** Whether something cannot be sent just now, and would not be there for others. */
export const unsaved = new Store(false);

const closers = new Set<() => Promise<void>>();

/** Does something before the session is ended, such as sending what is left. */
export function whenLeaving(action: () => Promise<void>): () => void {
  closers.add(action);
  return () => void closers.delete(action);
}

export async function prepareToLeave(): Promise<void> {
  await Promise.all([...closers].map((action) => action()));
}
