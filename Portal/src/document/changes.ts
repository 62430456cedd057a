// Differences as people mean them: what belongs together is one.

import { sameJSON } from "./edits";
import type { Change, JsonObject } from "./types";

/**
 * A route that went and one that came in its place, for the same users of the same port, are one
 * change of where it leads: a port that now runs a split still leads to what a variant leads to.
 */
export function joinedChanges(changes: Change[]): Change[] {
  const joined = new Map<Change, Change>();
  const dropped = new Set<Change>();
  for (const removed of changes) {
    if (removed.messageId !== "route-removed") continue;
    const before = routeOf(removed);
    const added = changes.find((one) => one.messageId === "route-added" && !joined.has(one)
      && one.flow === removed.flow && one.step === removed.step && one.port === removed.port
      && sameJSON(routeOf(one)["when"] ?? {}, before["when"] ?? {}));
    if (!added) continue;
    const { when: _, ...target } = before;
    joined.set(added, {
      ...added, kind: "destination-changed", messageId: "destination-changed",
      arguments: { ...added.arguments, before: target },
    });
    dropped.add(removed);
  }
  return changes.flatMap((one) => (dropped.has(one) ? [] : [joined.get(one) ?? one]));
}

function routeOf(change: Change): JsonObject {
  const route = change.arguments["route"];
  return typeof route === "object" && route !== null && !Array.isArray(route) ? route : {};
}
