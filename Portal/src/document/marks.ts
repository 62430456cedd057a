// Differences between documents by card and edge, for the marks on the canvas.

import { edgesOf, flowOf, type Edge } from "./reading";
import { sameJSON } from "./edits";
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
 * Returns the marks of a document for its differences from another one. An edge has the differences
 * of its destination, condition, share and style; its step has all others, and an edge that only
 * the other document has.
 */
export function marksOf(seen: FlowDocument, other: FlowDocument): DocumentMarks {
  const marks = new Map<string, FlowMarks>();
  for (const flow of seen.flows) {
    const found = flowMarks(flow, flowOf(other, flow.id));
    if (found.steps.size > 0 || found.edges.size > 0) marks.set(flow.id, found);
  }
  return marks;
}

function flowMarks(flow: Flow, other: Flow | undefined): FlowMarks {
  const steps = new Map<string, DifferenceMark>();
  const edges = new Map<string, DifferenceMark>();
  const there = new Map(other?.steps.map((step) => [step.id, step]));
  for (const step of flow.steps) {
    const counterpart = there.get(step.id);
    if (counterpart === step) continue;
    const theirs = counterpart ? edgesOf(flow.id, counterpart) : [];
    const hasLost = markEdges(edgesOf(flow.id, step), theirs, edges);
    if (!counterpart) steps.set(step.id, "only");
    else if (hasLost || !isSameCard(step, counterpart)) steps.set(step.id, "changed");
  }
  if (other && other.start !== flow.start && !steps.has(flow.start)) {
    steps.set(flow.start, "changed");
  }
  return { steps, edges };
}

/**
 * Marks the edges that differ from the other side. Returns whether the other side has an edge that
 * is missing here while no other edge of its port is marked.
 */
function markEdges(mine: Edge[], theirs: Edge[], marks: Map<string, DifferenceMark>): boolean {
  const left = new Map<string, number>();
  const places = new Map<string, number>();
  for (const edge of theirs) {
    count(left, meaning(edge), 1);
    count(places, place(edge), 1);
  }
  const rest = mine.filter((edge) => {
    if (!take(left, meaning(edge))) return true;
    take(places, place(edge));
    return false;
  });
  for (const edge of rest) {
    marks.set(routeKey(edge.ref), take(places, place(edge)) ? "changed" : "only");
  }
  const marked = new Set(rest.map(({ ref }) => ref.port));
  return [...places].some(([key, number]) => (
    number > 0 && !marked.has((JSON.parse(key) as string[])[0] ?? "")));
}

/** The content of an edge, without its position in the list. */
function meaning(edge: Edge): string {
  const share = edge.share === undefined ? null : Math.round(edge.share * 10_000);
  return JSON.stringify([place(edge), edge.target, edge.style, share]);
}

/** Returns the key of an edge among those of its step: the port, the condition and the variant. */
function place({ ref, when, experiment, variantKey }: Edge): string {
  return JSON.stringify([
    ref.port, ref.outcome ?? null, sorted(when ?? null), experiment ?? null, variantKey ?? null,
  ]);
}

/** Normalizes the order of members in a condition. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return members.map(([key, member]) => [key, sorted(member)]);
}

function count(map: Map<string, number>, key: string, by: number): void {
  map.set(key, (map.get(key) ?? 0) + by);
}

function take(map: Map<string, number>, key: string): boolean {
  const number = map.get(key) ?? 0;
  if (number > 0) map.set(key, number - 1);
  return number > 0;
}

/** Whether two steps are equal apart from their edges. */
function isSameCard({ ports: _, ...mine }: Step, { ports: __, ...theirs }: Step): boolean {
  return sameJSON(mine, theirs);
}
