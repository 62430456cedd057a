// The conditions of a document.

import { isObject } from "./rule";
import type { Condition, FlowDocument, Json } from "./types";

/** A step, one of its ports, or a drawn screen that uses something. */
export type Use = { flow: string; step: string; port?: string } | { screen: string };

/** Goes through every condition of a document, including those of drawn screens. */
export function eachCondition(
  document: FlowDocument, visit: (condition: Condition, at: Use) => void,
): void {
  for (const flow of document.flows) {
    for (const step of flow.steps) {
      const at = { flow: flow.id, step: step.id };
      if (step.showWhen) visit(step.showWhen, at);
      for (const [port, routes] of Object.entries(step.ports ?? {})) {
        for (const route of routes) if (route.when) visit(route.when, { ...at, port });
      }
    }
  }
  for (const screen of document.screens ?? []) {
    const at = { screen: drawnScreenName(screen) };
    const visitBlocks = (value: Json): void => {
      if (Array.isArray(value)) value.forEach(visitBlocks);
      else if (isObject(value)) {
        for (const [key, member] of Object.entries(value)) {
          if ((key === "showIf" || key === "required") && isObject(member)) visit(member, at);
          else visitBlocks(member);
        }
      }
    };
    visitBlocks(screen);
  }
}

const screenScopes = new Set(["state", "item", "content", "data"]);

/** Whether a path in a drawn screen's condition reads the screen instead of an attribute. */
export const readsScreenScope = (path: string): boolean =>
  screenScopes.has(path.split(".")[0] ?? path);

/** The name of a drawn screen; empty if it has none. */
export function drawnScreenName(screen: Json): string {
  const name = isObject(screen) ? screen["name"] : undefined;
  return typeof name === "string" ? name : "";
}
