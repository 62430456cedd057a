// Step-up authentication: some changes need a recent sign-in. A dialog then asks for the password,
// and the change continues.

import { ApiProblem, send } from "../api";
import { loadMe } from "./session";
import { Store } from "./store";

interface PendingConfirmation {
  done(): void;
  stop(reason: unknown): void;
}

/** The change that is waiting for the password; the dialog is open while there is one. */
export const pendingConfirmation = new Store<PendingConfirmation | null>(null);

/** Runs an action, and repeats it after a reauthentication if the server requires one. */
export async function withReauthentication<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== "not-recent") throw error;
    await new Promise<void>((resolve, reject) =>
      pendingConfirmation.set({ done: resolve, stop: reject }));
    return action();
  }
}

/**
 * Confirms the user's identity with a password, and a code of the second factor if it is not
 * empty; throws the server's problem.
 */
export async function confirmIdentity(password: string, code: string): Promise<void> {
  await send("POST", "/v1/me/confirmation", { password, ...(code ? { code } : {}) });
  // The session has a new secret, and therefore a new CSRF token.
  await loadMe();
}
