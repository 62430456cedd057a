// Which cards and edges belong to a way that is lit up.

import type { Spotlight, SpotlightPlace } from "../../model/editor";
import type { CanvasEdge, Graph } from "./graph";

/** The cards that are lit up, and how: as the spotlight is, or as what has become of them. */
export function litSteps(spotlight: Spotlight, flow: string): Map<string, string> {
  const lit = new Map<string, string>();
  for (const { flow: place, step, port, change } of spotlight.path) {
    if (place !== flow) continue;
    // A card that is new or goes is so as a whole, whatever else is said about its ports.
    const whole = port === undefined && (change === "added" || change === "removed");
    if (whole || !lit.has(step)) lit.set(step, whole ? change : spotlight.kind);
  }
  return lit;
}

/** The edges along the way: from each of its steps by its port to the next. */
export function litEdges(spotlight: Spotlight, graph: Graph): CanvasEdge[] {
  if (spotlight.isWhole) return [];
  const lit = new Set<CanvasEdge>();
  if (spotlight.kind === "change") {
    // Differences are no way: each lights up the edges of its own port.
    for (const { flow, step, port } of spotlight.path) {
      if (flow !== graph.flow || port === undefined) continue;
      for (const edge of graph.edgesAt.get(step) ?? []) {
        if (edge.from === step && edge.ref.port === port) lit.add(edge);
      }
    }
    return [...lit];
  }
  spotlight.path.forEach((place, index) => {
    if (place.flow !== graph.flow) return;
    const next = spotlight.path[index + 1];
    const leaving = (graph.edgesAt.get(place.step) ?? []).filter((edge) => (
      edge.from === place.step && isTaken(place, edge)));
    for (const edge of leaving) {
      const isNext = next?.flow === graph.flow && edge.to === next.step;
      const entersFlow = next && next.flow !== graph.flow
        && graph.nodes.get(edge.to)?.kind === "flow";
      const isLast = !next && place.port !== undefined && leaving.length === 1;
      if (isNext || entersFlow || isLast) lit.add(edge);
    }
  });
  return [...lit];
}

/** Whether an edge can be the one that was taken, by all that is known about it. */
function isTaken({ port, route, variant }: SpotlightPlace, { ref }: CanvasEdge): boolean {
  return (port === undefined || ref.port === port)
    && (route === undefined || ref.route === route)
    && (variant === undefined || ref.variant === variant);
}
