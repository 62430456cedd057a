import type { Invitation } from "./types";

/** The state of an invitation: how it ended, or whether it still can be accepted. */
export type InvitationStatus = NonNullable<Invitation["outcome"]> | "expired" | "pending";

/** Returns the state of an invitation at a time in milliseconds. */
export function invitationStatus(
  { outcome, expires }: Pick<Invitation, "outcome" | "expires">, now: number = Date.now(),
): InvitationStatus {
  return outcome ?? (Date.parse(expires) < now ? "expired" : "pending");
}
