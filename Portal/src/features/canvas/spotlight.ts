// Which cards and arrows belong to a way that is lit up.

import type { Spotlight, SpotlightPlace } from "../../model/editor";
import type { CanvasArrow, Graph } from "./graph";

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

/** The arrows along the way: from each of its steps by its port to the next. */
export function litArrows(spotlight: Spotlight, graph: Graph): CanvasArrow[] {
  if (spotlight.isWhole) return [];
  const lit = new Set<CanvasArrow>();
  if (spotlight.kind === "change") {
    // Differences are no way: each lights up the arrows of its own port.
    for (const { flow, step, port } of spotlight.path) {
      if (flow !== graph.flow || port === undefined) continue;
      for (const arrow of graph.arrowsAt.get(step) ?? []) {
        if (arrow.from === step && arrow.ref.port === port) lit.add(arrow);
      }
    }
    return [...lit];
  }
  spotlight.path.forEach((place, index) => {
    if (place.flow !== graph.flow) return;
    const next = spotlight.path[index + 1];
    const leaving = (graph.arrowsAt.get(place.step) ?? []).filter((arrow) => (
      arrow.from === place.step && isTaken(place, arrow)));
    for (const arrow of leaving) {
      const isNext = next?.flow === graph.flow && arrow.to === next.step;
      const entersFlow = next && next.flow !== graph.flow
        && graph.nodes.get(arrow.to)?.kind === "flow";
      const isLast = !next && place.port !== undefined && leaving.length === 1;
      if (isNext || entersFlow || isLast) lit.add(arrow);
    }
  });
  return [...lit];
}

/** Whether an arrow can be the one that was taken, by all that is known about it. */
function isTaken({ port, route, variant }: SpotlightPlace, { ref }: CanvasArrow): boolean {
  return (port === undefined || ref.port === port)
    && (route === undefined || ref.route === route)
    && (variant === undefined || ref.variant === variant);
}
