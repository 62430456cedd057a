// The flow with collapsed sections: one node for each, and one arrow for all arrows from it to the
// same destination.

import { indexEdges, type CanvasEdge, type CanvasNode, type Graph } from "./graph";
import { SECTION_SIZE } from "./sizes";

export const sectionNode = (section: string) => `section/${section}`;

/** Replaces the contents of each collapsed section with one node. */
export function collapsed(graph: Graph, collapsedIDs: Pick<Set<string>, "has">): Graph {
  const nodes = new Map<string, CanvasNode>();
  const replacements = new Map<string, string>();
  for (const node of graph.nodes.values()) {
    const section = node.section;
    const info = section === undefined ? undefined : graph.sections.get(section);
    const id = sectionNode(section ?? "");
    if (!info || !collapsedIDs.has(id)) {
      nodes.set(node.id, node);
      continue;
    }
    replacements.set(node.id, id);
    if (nodes.has(id)) continue;
    nodes.set(id, {
      id, kind: "section", ...SECTION_SIZE, handles: [], title: info.title, info,
      isStart: info.members.some((it) => graph.nodes.get(it)?.isStart),
    });
  }
  if (replacements.size === 0) return graph;
  const edges = bundleEdges(graph.edges, replacements);
  const result: Graph = { ...graph, nodes, edges, edgesAt: new Map(), all: graph };
  indexEdges(result);
  return result;
}

function bundleEdges(edges: CanvasEdge[], replacements: Map<string, string>): CanvasEdge[] {
  const bundles = new Map<string, CanvasEdge>();
  const result: CanvasEdge[] = [];
  for (const edge of edges) {
    const [from, to] = [replacements.get(edge.from), replacements.get(edge.to) ?? edge.to];
    if (from !== undefined && from === to) continue;
    if (from === undefined) {
      // Arrows that start at a visible card are kept, even if they lead into a collapsed section.
      result.push(to === edge.to ? edge : { ...edge, to });
      continue;
    }
    const key = JSON.stringify([from, to]);
    const bundle = bundles.get(key);
    if (bundle) {
      bundle.count = (bundle.count ?? 0) + 1;
      bundle.chip = bundle.title = String(bundle.count);
      continue;
    }
    const newBundle: CanvasEdge = {
      ...edge, key, from, to, handle: 0, kind: "always", chip: "", title: "", count: 1,
    };
    bundles.set(key, newBundle);
    result.push(newBundle);
  }
  return result;
}

/** Replaces the moves of collapsed sections with moves of their members. */
export function expandMembers<T extends [number, number] | null>(
  moves: { [node: string]: T }, graph: Graph, positions: ReadonlyMap<string, [number, number]>,
): { [node: string]: T | [number, number] } {
  const result: { [node: string]: T | [number, number] } = {};
  for (const [id, position] of Object.entries(moves)) {
    const node = graph.nodes.get(id);
    if (node?.kind !== "section") {
      result[id] = position;
      continue;
    }
    const [x, y] = positions.get(id) ?? [0, 0];
    for (const member of position ? node.info?.members ?? [] : []) {
      const old = positions.get(member);
      if (old && position) {
        result[member] = [
          Math.round(old[0] + position[0] - x), Math.round(old[1] + position[1] - y)];
      }
    }
  }
  return result;
}
