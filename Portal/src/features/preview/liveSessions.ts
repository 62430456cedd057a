// The sessions of running apps, sorted for display.

import type { LiveSession } from "../../api";

export interface FollowedSession extends LiveSession {
  environment: string;
}

/** The time without events after which a session is shown as idle, in milliseconds. */
export const QUIET_AFTER = 60_000;

export type SessionStatus = "active" | "quiet" | "ended" | "failed";

export function sessionStatus(session: LiveSession, now: number): SessionStatus {
  if (session.failure !== undefined) return "failed";
  if (session.outcome !== undefined) return "ended";
  return now - Date.parse(session.at) > QUIET_AFTER ? "quiet" : "active";
}

/** All sessions, most recently active first. */
export function sessionsOf(all: { [environment: string]: LiveSession[] }): FollowedSession[] {
  return Object.entries(all)
    .flatMap(([environment, sessions]) => sessions.map((session) => ({ ...session, environment })))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
