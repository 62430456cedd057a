// Discards single changes of a draft: a difference to the live document disappears, and the others
// stay. NB: loaded with the publish sheet.

import { canonical } from "../canonical";
import { drawnScreenName } from "../conditions";
import { changeFlow, changeStep } from "../edits";
import { sameJSON } from "../json";
import { flowOf, routesOf, stepOf } from "../reading";
import type { Change, Flow, FlowDocument, Json, Step } from "../types";
import { matching, reordered, withEntryOf, withMembersOf } from "./lists";
import { restoreScreen, withUsedNames, type UsingPart } from "./names";
import { repaired, restoreFlow, restoreStep } from "./repair";
import { discardInRoutes } from "./routes";
import { discardInSections } from "./sections";

export type { UsingPart };

/** The draft without a change, or the step or drawn screen that uses what was added. */
export type Discarded = { document: FlowDocument } | { usedBy: UsingPart };

/**
 * Returns the draft without one of its changes to the live document, as the engine lists them.
 *
 * What the change alone would leave dangling is restored, too: an edge of a restored step restores
 * the step that it leads to, and an edge to a discarded step leads where it did before, or on to
 * where that step led if it is new. Null if the change cannot be discarded alone.
 */
export function discardChange(
  live: FlowDocument, draft: FlowDocument, change: Change,
): Discarded | null {
  const discarded = discard(live, draft, change);
  if (!discarded || sameJSON(discarded, draft)) return null;
  const result = withUsedNames(live, draft, repaired(live, draft, discarded));
  if (!("document" in result)) return result;
  const document = canonical(result.document, draft);
  return sameJSON(document, draft) ? null : { document };
}

function discard(live: FlowDocument, draft: FlowDocument, change: Change): FlowDocument | null {
  const { flow: id, step: stepId, kind } = change;
  if (kind === "flow-order-changed") return withOldFlowOrder(live, draft);
  if (id === undefined) return discardOutsideFlows(live, draft, change);
  if (kind === "flow-added") {
    return { ...draft, flows: draft.flows.filter((flow) => flow.id !== id) };
  }
  if (kind === "flow-removed") return restoreFlow(live, draft, id);
  if (kind === "step-removed") return restoreStep(live, draft, id, stepId ?? "");
  const [oldFlow, flow] = [flowOf(live, id), flowOf(draft, id)];
  if (!oldFlow || !flow) return null;
  const oldStep = stepId === undefined ? undefined : stepOf(live, id, stepId);
  const step = stepId === undefined ? undefined : stepOf(draft, id, stepId);
  if (step && oldStep) {
    const changed = discardInStep(oldStep, step, change);
    return changed && changeStep(id, step.id, () => changed)(draft);
  }
  const changed = discardInFlow(oldFlow, flow, change);
  return changed && changeFlow(id, () => changed)(draft);
}

function discardInFlow(old: Flow, flow: Flow, change: Change): Flow | null {
  switch (change.kind) {
    case "start-changed": return { ...flow, start: old.start };
    case "step-added":
      return { ...flow, steps: flow.steps.filter(({ id }) => id !== change.step) };
    case "section-changed": return discardInSections(old, flow, change);
    case "unknown-changed": return withMembersOf(flow, old, [String(change.arguments["member"])]);
    default: return null;
  }
}

function discardInStep(old: Step, step: Step, change: Change): Step | null {
  const { kind, port, route } = change;
  if (port !== undefined && (route !== undefined || kind === "route-order-changed")) {
    const routes = discardInRoutes(routesOf(old, port), routesOf(step, port), change);
    return routes && { ...step, ports: { ...step.ports, [port]: routes } };
  }
  switch (kind) {
    case "screen-changed": return withMembersOf(step, old, ["screen"]);
    case "content-changed": return withMembersOf(step, old, ["content"]);
    case "show-when-changed": return withMembersOf(step, old, ["showWhen"]);
    case "unknown-changed": return withMembersOf(step, old, [String(change.arguments["member"])]);
    case "port-added": case "port-removed": return withEntryOf(step, old, "ports", port ?? "");
    default: return null;
  }
}

/** Restores the order of the flows; null if another flow stays first. */
function withOldFlowOrder(live: FlowDocument, draft: FlowDocument): FlowDocument | null {
  const matches = matching(live.flows.map(({ id }) => id), draft.flows.map(({ id }) => id));
  const flows = reordered(draft.flows, matches);
  const first = flows.find(({ id }) => id === live.flows[0]?.id);
  return first ? { ...draft, flows: [first, ...flows.filter((flow) => flow !== first)] } : null;
}

function discardOutsideFlows(
  live: FlowDocument, draft: FlowDocument, { kind, messageId, arguments: values }: Change,
): FlowDocument | null {
  const name = (key: string) => String(values[key]);
  const withMember = (key: string) => withMembersOf(draft, live, [key]);
  switch (kind) {
    case "application-changed": return withMember("application");
    case "unknown-changed": return withMember(name("member"));
    case "text-added": case "text-removed": case "text-changed": return {
      ...draft, strings: withEntryOf(
        draft.strings ?? {}, live.strings ?? {}, name("locale"), name("key")),
    };
    case "segment-changed": return withEntryOf(draft, live, "segments", name("segment"));
    case "attribute-changed": return withEntryOf(draft, live, "attributes", name("attribute"));
    case "drawn-screen-changed": return discardInScreens(live, draft, messageId, name("screen"));
    case "language-changed": return discardLanguage(live, draft, messageId, name("locale"));
    default: return null;
  }
}

function discardInScreens(
  live: FlowDocument, draft: FlowDocument, messageId: string, name: string,
): FlowDocument | null {
  if (messageId.endsWith(".removed")) return restoreScreen(live, draft, name);
  const old = live.screens?.find((screen) => drawnScreenName(screen) === name);
  const screens = (draft.screens ?? []).flatMap((screen): Json[] => (
    drawnScreenName(screen) !== name ? [screen] : old === undefined ? [] : [old]));
  return screens.length === 0 && live.screens === undefined
    ? withMembersOf(draft, live, ["screens"]) : { ...draft, screens };
}

function discardLanguage(
  live: FlowDocument, draft: FlowDocument, messageId: string, locale: string,
): FlowDocument | null {
  switch (messageId) {
    case "language-changed.added":
      return draft.defaultLocale === locale ? null : withEntryOf(draft, live, "strings", locale);
    case "language-changed.removed": return withEntryOf(draft, live, "strings", locale);
    case "language-changed.supported":
      return { ...draft, locales: draft.locales?.filter((other) => other !== locale) };
    case "language-changed.unsupported":
      return { ...draft, locales: [...draft.locales ?? [], locale] };
    default: {
      const document = withMembersOf(draft, live, ["defaultLocale"]);
      const { defaultLocale } = live;
      const isRemoved = defaultLocale !== undefined
        && !Object.hasOwn(draft.strings ?? {}, defaultLocale);
      return isRemoved ? withEntryOf(document, live, "strings", defaultLocale) : document;
    }
  }
}
