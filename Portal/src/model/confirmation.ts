// Some changes need that one has shown lately who one is. Then the password is asked for, and the
// change is done after all.

import { ApiProblem, send } from "../api";
import { loadMe } from "./session";
import { Store } from "./store";

interface Asking {
  done(): void;
  stop(reason: unknown): void;
}

/** Who waits for the password; the dialog shows while somebody does. */
export const asking = new Store<Asking | null>(null);

/** Does something; where the server wants to see once more who asks, that comes in between. */
export async function confirmed<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== "not-recent") throw error;
    await new Promise<void>((resolve, reject) => asking.set({ done: resolve, stop: reject }));
    return action();
  }
}

/** Shows the server who one is; throws what it says. */
export async function confirm(password: string, code: string): Promise<void> {
  await send("POST", "/v1/me/confirmation", { password, ...(code ? { code } : {}) });
  // The session has new secrets, and the token of its changes is another one.
  await loadMe();
}
