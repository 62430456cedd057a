// Live sessions of development builds, in the order in which one looks for them.

import type { LiveSession } from "../../api";

export interface FollowedSession extends LiveSession {
  environment: string;
}

/** Without a word for this long, in milliseconds, a session is said to be quiet. */
export const QUIET_AFTER = 60_000;

export type SessionStatus = "active" | "quiet" | "ended" | "failed";

export function sessionStatus(session: LiveSession, now: number): SessionStatus {
  if (session.failure !== undefined) return "failed";
  if (session.outcome !== undefined) return "ended";
  return now - Date.parse(session.at) > QUIET_AFTER ? "quiet" : "active";
}

/** All sessions, those that did something last first. */
export function sessionsOf(all: { [environment: string]: LiveSession[] }): FollowedSession[] {
  return Object.entries(all)
    .flatMap(([environment, sessions]) => sessions.map((one) => ({ ...one, environment })))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
