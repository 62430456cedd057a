// Live sessions of development builds, in the order in which one looks for them.

import type { LiveSession } from "../../api";

export interface FollowedSession extends LiveSession {
  environment: string;
}

/** Without a word for this long, in milliseconds, a session is said to be quiet. */
export const QUIET = 60_000;

export type Liveness = "active" | "quiet" | "ended" | "failed";

export function liveness(session: LiveSession, now: number): Liveness {
  if (session.failure !== undefined) return "failed";
  if (session.outcome !== undefined) return "ended";
  return now - Date.parse(session.at) > QUIET ? "quiet" : "active";
}

/** All sessions, those that did something last first. */
export function sessionsOf(all: { [environment: string]: LiveSession[] }): FollowedSession[] {
  return Object.entries(all)
    .flatMap(([environment, sessions]) => sessions.map((one) => ({ ...one, environment })))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
