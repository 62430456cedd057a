// Reports this page's position to other members.

import { clientId, path, send } from "../api";
import type { ApplicationModel } from "./application";

export interface Presence {
  view: "canvas" | "list" | "preview" | "results" | "history" | "settings";
  flow?: string;
  step?: string;
  editing: boolean;
}

/** The position of a member at a block of a drawn screen: “Goal#/root/children/0”. */
export const blockPosition = (screen: string, block: string): string => `${screen}#${block}`;

/** The drawn screen and the block of a position; null if it is a step. */
export function blockAtPosition(position = ""): { screen: string; block: string } | null {
  const [, screen, block] = /^(.+)#(\/root[^#]*)$/.exec(position) ?? [];
  return screen !== undefined && block !== undefined ? { screen, block } : null;
}

/** The minimum time between two reports of a page's position, in milliseconds. */
const REPORT_INTERVAL = 700;

/**
 * Reports the member's position whenever it changes, and again after a reconnect.
 *
 * @returns `move`, called with each new position, and `stop`, which ends the reports.
 */
export function reportPresence(
  application: ApplicationModel,
): { move(presence: Presence): void; stop(): void } {
  let current: Presence | null = null;
  let reported = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = () => {
    timer = undefined;
    const text = JSON.stringify(current);
    if (!current || text === reported || application.isConnected.get() !== true) return;
    reported = text;
    // NB: a page without a stream is not shown to others; it reports its position when the stream
    // is back.
    send("PUT", path`/v1/apps/${application.id}/presence`, { client: clientId, ...current })
      .catch(() => {
        reported = "";
      });
    timer = setTimeout(report, REPORT_INTERVAL);
  };
  const stopListening = application.changes.on("ready", () => {
    reported = "";
    timer ??= setTimeout(report, 0);
  });
  return {
    move(presence) {
      current = presence;
      timer ??= setTimeout(report, 0);
    },
    stop() {
      clearTimeout(timer);
      stopListening();
    },
  };
}
