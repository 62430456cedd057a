// Differences between documents by card and edge, for the marks on the canvas.

import { edgesOf, flowOf, type Edge } from "./reading";
import { sameJSON, sortedEntries } from "./json";
import { routeKey, type Flow, type FlowDocument, type Step } from "./types";

/** A difference from the other document: only in this one, or in both and different. */
export type DifferenceMark = "only" | "changed";

export interface FlowMarks {
  /** By the step's id. */
  steps: ReadonlyMap<string, DifferenceMark>;
  /** By `routeKey`. */
  edges: ReadonlyMap<string, DifferenceMark>;
}

export type DocumentMarks = ReadonlyMap<string, FlowMarks>;

export const noMarks: FlowMarks = { steps: new Map(), edges: new Map() };

/**
 * Returns the marks of a document for its differences from another one. An edge is marked if its
 * destination, condition, share or style differs; a step for its other differences, and for edges
 * that only the other document has.
 */
export function marksOf(document: FlowDocument, other: FlowDocument): DocumentMarks {
  const documentMarks = new Map<string, FlowMarks>();
  for (const flow of document.flows) {
    const marks = flowMarks(flow, flowOf(other, flow.id));
    if (marks.steps.size > 0 || marks.edges.size > 0) documentMarks.set(flow.id, marks);
  }
  return documentMarks;
}

function flowMarks(flow: Flow, other: Flow | undefined): FlowMarks {
  const steps = new Map<string, DifferenceMark>();
  const edges = new Map<string, DifferenceMark>();
  const otherSteps = new Map(other?.steps.map((step) => [step.id, step]));
  for (const step of flow.steps) {
    const counterpart = otherSteps.get(step.id);
    if (counterpart === step) continue;
    const otherEdges = counterpart ? edgesOf(flow.id, counterpart) : [];
    const isEdgeMissing = markEdges(edgesOf(flow.id, step), otherEdges, edges);
    if (!counterpart) steps.set(step.id, "only");
    else if (isEdgeMissing || !isSameExceptPorts(step, counterpart)) steps.set(step.id, "changed");
  }
  if (other && other.start !== flow.start && !steps.has(flow.start)) {
    steps.set(flow.start, "changed");
  }
  return { steps, edges };
}

/**
 * Marks the edges that differ from those of the other document. Returns whether that one has an
 * edge that is missing here while no other edge of its port is marked.
 */
function markEdges(edges: Edge[], others: Edge[], marks: Map<string, DifferenceMark>): boolean {
  const unmatched = new Map<string, number>();
  const unmatchedKeys = new Map<string, number>();
  for (const edge of others) {
    increment(unmatched, edgeText(edge));
    increment(unmatchedKeys, edgeKey(edge));
  }
  const different = edges.filter((edge) => {
    if (!decrement(unmatched, edgeText(edge))) return true;
    decrement(unmatchedKeys, edgeKey(edge));
    return false;
  });
  for (const edge of different) {
    marks.set(routeKey(edge.ref), decrement(unmatchedKeys, edgeKey(edge)) ? "changed" : "only");
  }
  const markedPorts = new Set(different.map(({ ref }) => ref.port));
  return [...unmatchedKeys].some(([key, count]) => (
    count > 0 && !markedPorts.has((JSON.parse(key) as string[])[0] ?? "")));
}

/** The content of an edge as text, without its position in the list. */
function edgeText(edge: Edge): string {
  const share = edge.share === undefined ? null : Math.round(edge.share * 10_000);
  return JSON.stringify([edgeKey(edge), edge.target, edge.style, share]);
}

/** Returns the key of an edge in its step: the port, outcome, condition, experiment and variant. */
function edgeKey({ ref, when, experiment, variantKey }: Edge): string {
  return JSON.stringify([
    ref.port, ref.outcome ?? null, when === undefined ? "" : sortedEntries(when),
    experiment ?? null, variantKey ?? null,
  ]);
}

function increment(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1);
}

/** Decrements the count of a key; returns false if it is 0. */
function decrement(map: Map<string, number>, key: string): boolean {
  const count = map.get(key) ?? 0;
  if (count > 0) map.set(key, count - 1);
  return count > 0;
}

function isSameExceptPorts({ ports: _, ...step }: Step, { ports: __, ...other }: Step): boolean {
  return sameJSON(step, other);
}
