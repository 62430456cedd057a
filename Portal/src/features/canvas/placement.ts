// Placement of nodes that have no position.

import type { Position } from "../../model/layout";
import { overlaps, right, type Box, type Point } from "./geometry";
import type { CanvasNode, Graph } from "./graph";
import { GAP_X, GAP_Y, GRID } from "./sizes";

/** The position for a new node, right of its edge's source and without covering existing cards. */
export function positionBeside(
  source: Box, size: { width: number; height: number }, others: Box[],
): Point {
  return freePosition(
    { x: source.x + source.width + GAP_X, y: source.y, ...size }, others);
}

/** A free position near a preferred box, if one is found: there, further down or further up. */
export function freePosition(preferred: Box, others: Box[]): Point {
  const obstacle = (y: number) => {
    const box = {
      x: preferred.x - GRID, y: y - GRID,
      width: preferred.width + 16, height: preferred.height + 16,
    };
    return others.find((other) => overlaps(box, other));
  };
  let [down, up] = [preferred.y, preferred.y];
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const below = obstacle(down);
    if (!below) return { x: preferred.x, y: Math.round(down) };
    const above = obstacle(up);
    if (!above) return { x: preferred.x, y: Math.round(up) };
    down = below.y + below.height + GAP_Y / 2;
    up = above.y - preferred.height - GAP_Y / 2;
  }
  return { x: preferred.x, y: Math.round(down) };
}

/**
 * The position for a new node between two others, in the row of the first one, and the new
 * positions of the nodes that make room: if the gap is too narrow, all from the second one on move
 * to the right. If the second one is not further right, the new node is beside the first one.
 */
export function positionBetween(
  source: Box, target: Box, size: { width: number; height: number },
  boxes: ReadonlyMap<string, Box>,
): { position: Point; moved: Map<string, Position> } {
  const moved = new Map<string, Position>();
  if (target.x < right(source)) {
    return { position: positionBeside(source, size, [...boxes.values()]), moved };
  }
  const gap = target.x - right(source);
  const missing = Math.max(0, Math.ceil((2 * GAP_X + size.width - gap) / GRID) * GRID);
  const others = [...boxes].map(([id, box]) => {
    if (missing === 0 || box.x < target.x) return box;
    const x = Math.round(box.x + missing);
    moved.set(id, [x, Math.round(box.y)]);
    return { ...box, x };
  });
  const isSameRow = target.y < source.y + source.height && source.y < target.y + target.height;
  const x = right(source) + (gap + missing - size.width) / 2;
  const y = isSameRow ? source.y : (source.y + target.y) / 2;
  const preferred = { x: Math.round(x / GRID) * GRID, y: Math.round(y), ...size };
  return { position: freePosition(preferred, others), moved };
}

/**
 * Positions for the nodes that have none, beside the node that leads to them; nodes that no placed
 * node leads to are in a row below everything.
 */
export function completePositions(
  graph: Graph, known: Map<string, Position>,
): Map<string, Position> {
  const positions = new Map(known);
  const boxes = new Map<string, Box>();
  for (const node of graph.nodes.values()) {
    const position = positions.get(node.id);
    if (position) boxes.set(node.id, boxOf(node, position));
  }
  const put = (node: CanvasNode, { x, y }: Point) => {
    positions.set(node.id, [x, y]);
    boxes.set(node.id, boxOf(node, [x, y]));
  };
  const queue = [...graph.nodes.values()].filter((node) => positions.has(node.id));
  for (let node = queue.shift(); node; node = queue.shift()) {
    const source = boxes.get(node.id) as Box;
    for (const edge of graph.edgesAt.get(node.id) ?? []) {
      const target = edge.from === node.id ? graph.nodes.get(edge.to) : undefined;
      if (!target || positions.has(target.id)) continue;
      put(target, positionBeside(source, target, [...boxes.values()]));
      queue.push(target);
    }
  }
  const lowest = Math.max(0, ...[...boxes.values()].map((box) => box.y + box.height + GAP_Y));
  let x = Math.min(0, ...[...boxes.values()].map((box) => box.x));
  for (const node of graph.nodes.values()) {
    if (positions.has(node.id)) continue;
    put(node, { x, y: lowest });
    x += node.width + GAP_X / 2;
  }
  return positions;
}

export function boxOf(node: { width: number; height: number }, [x, y]: Position): Box {
  return { x, y, width: node.width, height: node.height };
}
