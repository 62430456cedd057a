import { edgesOf, type Flow, type Step } from "../../document";

/** The steps in the order of paths, and the unreachable ones. */
export interface Order {
  steps: Step[];
  /** Unreachable steps; they come last. */
  unreachable: Set<string>;
}

/**
 * Sorts steps in the order of paths from the start: a step comes after all that lead to it, except
 * in cycles; edges are in the order of the ports in the screen's declaration, and of their routes.
 * Without recursion, because a flow may be a chain of thousands.
 */
export function flowOrder(
  flow: Flow, declaredOf: (screen: string) => readonly string[] = () => [],
): Order {
  const stepsById = new Map(flow.steps.map((step) => [step.id, step]));
  const postOrder: Step[] = [];
  const seen = new Set<string>();
  const start = stepsById.get(flow.start);
  // Edges are visited from last to first, because the order is reversed at the end.
  const next = (step: Step) => successors(flow.id, step, declaredOf(step.screen)).reverse();
  if (start) walk(start, next, stepsById, seen, postOrder);
  const reached = postOrder.reverse();
  const unreachable = flow.steps.filter((step) => !seen.has(step.id));
  return {
    steps: [...reached, ...unreachable],
    unreachable: new Set(unreachable.map((step) => step.id)),
  };
}

/** Adds each step after all its successors: the reverse of the final order. */
function walk(
  start: Step, next: (step: Step) => string[], stepsById: Map<string, Step>, seen: Set<string>,
  postOrder: Step[],
): void {
  const stack = [{ step: start, successors: next(start), index: 0 }];
  seen.add(start.id);
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!;
    const id = top.successors[top.index];
    top.index += 1;
    if (id === undefined) {
      postOrder.push(top.step);
      stack.pop();
      continue;
    }
    const step = stepsById.get(id);
    if (!step || seen.has(id)) continue;
    seen.add(id);
    stack.push({ step, successors: next(step), index: 0 });
  }
}

/** The steps that a step leads to, in the order of its ports and routes. */
function successors(flow: string, step: Step, declared: readonly string[]): string[] {
  const ports = portsOf(step, declared);
  const edges = edgesOf(flow, step)
    .sort((a, b) => ports.indexOf(a.ref.port) - ports.indexOf(b.ref.port));
  return edges.flatMap(({ target }) => (target.kind === "step" ? [target.step] : []));
}

/** The ports that a step's screen declares, then any others of the step. */
export function portsOf(step: Step, declared: readonly string[]): string[] {
  return [...new Set([...declared, ...Object.keys(step.ports ?? {})])];
}

/** Whether every word of a search is in a step's id, screen, ports with routes or destinations. */
export function matches(flow: string, step: Step, query: string): boolean {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const edges = edgesOf(flow, step).map(({ target, ref }) => `${ref.port} ${
    target.kind === "step" ? target.step : target.kind === "flow" ? target.flow : target.outcome}`);
  const text = [step.id, step.screen, ...edges].join(" ").toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}
