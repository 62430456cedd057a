// The sessions of running apps, sorted for display.

import type { LiveSession } from "../../api";

/** A session of a running app, with the environment of its release. */
export interface SessionInEnvironment extends LiveSession {
  environment: string;
}

/** The time without events after which a session is shown as idle, in milliseconds. */
export const IDLE_AFTER = 60_000;

export type SessionStatus = "active" | "idle" | "ended" | "failed";

export function sessionStatus(session: LiveSession, now: number): SessionStatus {
  if (session.failure !== undefined) return "failed";
  if (session.outcome !== undefined) return "ended";
  return now - Date.parse(session.at) > IDLE_AFTER ? "idle" : "active";
}

/** All sessions, most recently active first. */
export function sessionsOf(all: { [environment: string]: LiveSession[] }): SessionInEnvironment[] {
  return Object.entries(all)
    .flatMap(([environment, sessions]) => sessions.map((session) => ({ ...session, environment })))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
