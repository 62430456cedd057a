// Other parts of a document that depend on a flow's steps: shown before the steps are removed.

import { removeSteps } from "./edits";
import { alwaysApplies, edgesOf, flowOf, isSplit, type Edge } from "./reading";
import type { Destination, Flow, FlowDocument, Json, Step } from "./types";

/** The parts of a document that use certain steps of a flow, apart from the steps themselves. */
export interface Uses {
  /** The edges of other steps that lead to one of them. */
  edges: Edge[];
  /**
   * Set if the flow starts at one of them, with the start after their removal; empty if no step is
   * left.
   */
  start?: { from: string; to: string };
  /** The other steps whose conditions or splits use the output of one of them; with their flows. */
  readers: { flow: string; step: string; reads: string }[];
  /** The steps that become unreachable. */
  unreachable: string[];
}

/** Returns the parts of a document that depend on steps of a flow. */
export function usesOf(document: FlowDocument, flow: string, ids: Iterable<string>): Uses {
  const removedIDs = new Set(ids);
  const graph = flowOf(document, flow);
  if (!graph) return { edges: [], readers: [], unreachable: [] };
  const others = graph.steps.filter((step) => !removedIDs.has(step.id));
  const edges = others.flatMap((step) => edgesOf(flow, step))
    .filter(({ target }) => target.kind === "step" && removedIDs.has(target.step));
  const after = flowOf(removeSteps(flow, removedIDs)(document), flow);
  const before = reachableSteps(graph);
  const remaining = after ? reachableSteps(after) : new Set<string>();
  return {
    edges,
    ...(removedIDs.has(graph.start)
      ? { start: { from: graph.start, to: after?.start ?? "" } } : {}),
    readers: readersOf(document, flow, removedIDs),
    unreachable: others.map(({ id }) => id).filter((id) => before.has(id) && !remaining.has(id)),
  };
}

/** Whether removing the steps needs a confirmation. */
export function isUsed({ edges, start, readers, unreachable }: Uses): boolean {
  return edges.length + readers.length + unreachable.length > 0 || (start?.to ?? "") !== "";
}

/** The steps that are reachable from a flow's start, regardless of conditions. */
export function reachableSteps(flow: Flow): Set<string> {
  const steps = new Map(flow.steps.map((step) => [step.id, step]));
  const reached = new Set<string>();
  const pending = [flow.start];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const step = steps.get(id);
    if (!step || reached.has(id)) continue;
    reached.add(id);
    for (const { target } of edgesOf(flow.id, step)) {
      if (target.kind === "step") pending.push(target.step);
    }
  }
  return reached;
}

/**
 * Returns the most likely new destination of the edges to removed steps: their successor.
 */
export function successorOf(
  document: FlowDocument, flow: string, ids: Iterable<string>,
): Destination | null {
  const removedIDs = new Set(ids);
  const graph = flowOf(document, flow);
  let best: { rank: number; to: Destination } | null = null;
  for (const step of graph?.steps ?? []) {
    if (!removedIDs.has(step.id)) continue;
    for (const { ref, target } of edgesOf(flow, step)) {
      if (ref.outcome !== undefined || target.kind === "flow") continue;
      if (target.kind === "step" && removedIDs.has(target.step)) continue;
      const route = step.ports?.[ref.port]?.[ref.route];
      const rank = (ref.port === "next" ? 2 : 0) + (route && alwaysApplies(route) ? 1 : 0);
      if (best && best.rank >= rank) continue;
      best = {
        rank, to: target.kind === "step" ? { to: target.step } : { finish: target.outcome },
      };
    }
  }
  return best?.to ?? null;
}

function readersOf(
  document: FlowDocument, flow: string, removedIDs: ReadonlySet<string>,
): Uses["readers"] {
  const readers: Uses["readers"] = [];
  const outputs = [...removedIDs].map((id) => ({ id, name: `output.${id}` }));
  for (const { id: other, steps } of document.flows) {
    for (const step of steps) {
      if (other === flow && removedIDs.has(step.id)) continue;
      const names = namesIn(step);
      const read = outputs.find(({ name }) => names.some(
        (key) => key === name || key.startsWith(`${name}.`)));
      if (read) readers.push({ flow: other, step: step.id, reads: read.id });
    }
  }
  return readers;
}

/** The names that the conditions and splits of a step read, and the operators. */
function namesIn(step: Step): string[] {
  const names: string[] = [];
  const collect = (value: Json | undefined): void => {
    if (Array.isArray(value)) return value.forEach(collect);
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      names.push(key);
      collect(member);
    }
  };
  collect(step.showWhen as Json | undefined);
  for (const routes of Object.values(step.ports ?? {})) {
    for (const route of routes) {
      collect(route.when as Json | undefined);
      if (isSplit(route)) names.push(route.split.by ?? "", route.split.fallbackBy ?? "");
    }
  }
  return names;
}
