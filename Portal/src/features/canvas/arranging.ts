// The automatic layout: sections stay together.

import type { Position } from "../../model/layout";
import type { CanvasNode, Graph } from "./graph";
import { layered, type Gaps, type LayoutGraph, type LayoutNode } from "./layered";
import { GAP_X, GAP_Y, SECTION_HEADER, SECTION_PADDING } from "./sizes";

/**
 * Returns positions for all nodes of a flow. The layout is deterministic.
 *
 * @param current The current positions, if sections should only move and keep their inner layout.
 */
export function arranged(
  graph: Graph, chip?: (text: string) => number, current?: ReadonlyMap<string, Position>,
): Map<string, Position> {
  const gaps: Gaps = { x: GAP_X, y: GAP_Y, chip };
  const groups = new Map<string, CanvasNode[]>();
  for (const node of graph.nodes.values()) {
    if (node.section === undefined) continue;
    const group = groups.get(node.section);
    if (group) group.push(node);
    else groups.set(node.section, [node]);
  }
  if (groups.size === 0) return layered(graph, gaps);
  const inner = new Map([...groups].map(([id, nodes]) => (
    [id, current ? relativeToTopLeft(nodes, current) : layered(subgraph(graph, nodes), gaps)])));
  const outer = layered(collapseToSections(graph, groups, inner), { ...gaps, x: GAP_X + 48 });
  const positions = new Map<string, Position>();
  for (const node of graph.nodes.values()) {
    const [x, y] = outer.get(groupOf(node)) ?? [0, 0];
    const [dx, dy] = node.section === undefined ? [0, 0] : inner.get(node.section)?.get(node.id)
      ?? [0, 0];
    const [left, top] = node.section === undefined ? [0, 0]
      : [SECTION_PADDING, SECTION_PADDING + SECTION_HEADER];
    positions.set(node.id, [x + left + dx, y + top + dy]);
  }
  return positions;
}

const groupOf = (node: CanvasNode) =>
  (node.section === undefined ? node.id : `section/${node.section}`);

/** Returns the positions of nodes, relative to the top left corner of all. */
function relativeToTopLeft(
  nodes: CanvasNode[], current: ReadonlyMap<string, Position>,
): Map<string, Position> {
  const positions = nodes.map(({ id }): [string, Position] => [id, current.get(id) ?? [0, 0]]);
  const left = Math.min(...positions.map(([, [x]]) => x));
  const top = Math.min(...positions.map(([, [, y]]) => y));
  return new Map(positions.map(([id, [x, y]]) => [id, [x - left, y - top]]));
}

/** Some nodes with the edges among them. */
function subgraph(graph: Graph, nodes: CanvasNode[]): LayoutGraph {
  const inside = new Map(nodes.map((node) => [node.id, node]));
  const edges = graph.edges.filter((edge) => inside.has(edge.from) && inside.has(edge.to));
  return { nodes: inside, edges };
}

/** The flow with each section as one node of its size. */
function collapseToSections(
  graph: Graph, groups: Map<string, CanvasNode[]>, inner: Map<string, Map<string, Position>>,
): LayoutGraph {
  const nodes = new Map<string, LayoutNode>();
  for (const node of graph.nodes.values()) {
    const id = groupOf(node);
    if (node.section === undefined) nodes.set(id, node);
    else if (!nodes.has(id)) {
      const members = groups.get(node.section) ?? [];
      const positions = inner.get(node.section);
      const extent = (axis: 0 | 1, size: "width" | "height") => Math.max(
        ...members.map((it) => (positions?.get(it.id)?.[axis] ?? 0) + it[size]));
      nodes.set(id, {
        id, width: extent(0, "width") + 2 * SECTION_PADDING,
        height: extent(1, "height") + 2 * SECTION_PADDING + SECTION_HEADER,
        isStart: members.some((it) => it.isStart),
      });
    }
  }
  const groupFor = (id: string) => {
    const node = graph.nodes.get(id);
    return node ? groupOf(node) : id;
  };
  const edges = graph.edges.map((it) => (
    { from: groupFor(it.from), to: groupFor(it.to), chip: it.chip }));
  return { nodes, edges: edges.filter((it) => it.from !== it.to) };
}
