// The nodes and edges that a spotlight highlights.

import type { Spotlight, SpotlightTarget } from "../../model/editor";
import type { CanvasEdge, Graph } from "./graph";

/** The highlighted steps, with the kind of the spotlight or of their change. */
export function highlightedSteps(spotlight: Spotlight, flow: string): Map<string, string> {
  const highlighted = new Map<string, string>();
  for (const { flow: id, step, port, change } of spotlight.path) {
    if (id !== flow) continue;
    // A card that is added or removed is highlighted as a whole, not for changes at its ports.
    const isWholeCard = port === undefined && (change === "added" || change === "removed");
    if (isWholeCard || !highlighted.has(step)) {
      highlighted.set(step, isWholeCard ? change : spotlight.kind);
    }
  }
  return highlighted;
}

/** The edges along the path: from each of its steps through its port to the next. */
export function highlightedEdges(spotlight: Spotlight, graph: Graph): CanvasEdge[] {
  if (spotlight.isGlobal) return [];
  const highlighted = new Set<CanvasEdge>();
  if (spotlight.kind === "change") {
    // Differences are not a path: each highlights the edges of its own port.
    for (const { flow, step, port } of spotlight.path) {
      if (flow !== graph.flow || port === undefined) continue;
      for (const edge of graph.edgesAt.get(step) ?? []) {
        if (edge.from === step && edge.ref.port === port) highlighted.add(edge);
      }
    }
    return [...highlighted];
  }
  spotlight.path.forEach((target, index) => {
    if (target.flow !== graph.flow) return;
    const next = spotlight.path[index + 1];
    const leaving = (graph.edgesAt.get(target.step) ?? []).filter((edge) => (
      edge.from === target.step && isTaken(target, edge)));
    for (const edge of leaving) {
      const isNext = next?.flow === graph.flow && edge.to === next.step;
      const entersFlow = next && next.flow !== graph.flow
        && graph.nodes.get(edge.to)?.kind === "flow";
      const isLast = !next && target.port !== undefined && leaving.length === 1;
      if (isNext || entersFlow || isLast) highlighted.add(edge);
    }
  });
  return [...highlighted];
}

/** Whether an edge can be the one that was taken, given the known details. */
function isTaken({ port, route, variant }: SpotlightTarget, { ref }: CanvasEdge): boolean {
  return (port === undefined || ref.port === port)
    && (route === undefined || ref.route === route)
    && (variant === undefined || ref.variant === variant);
}
