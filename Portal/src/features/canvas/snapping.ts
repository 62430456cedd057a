// Aligns moved cards with nearby ones, and the cards of a selection with each other.

import { boundingBox, bottom, right, type Box } from "./geometry";
import { GRID } from "./sizes";

/** A guide line that shows an alignment. */
export interface Guide {
  axis: "x" | "y";
  at: number;
  from: number;
  to: number;
}

export interface Snap {
  dx: number;
  dy: number;
  guides: Guide[];
}

/**
 * Returns the shift that aligns a moved box with an edge or the middle of another one, if it is at
 * most `threshold`, or else with the grid.
 */
export function snap(box: Box, others: Box[], threshold: number): Snap {
  const x = nearest(snapLines(box, "x"), others.map((it) => snapLines(it, "x")), threshold);
  const y = nearest(snapLines(box, "y"), others.map((it) => snapLines(it, "y")), threshold);
  const dx = x ?? shiftToGrid(box.x);
  const dy = y ?? shiftToGrid(box.y);
  const moved = { ...box, x: box.x + dx, y: box.y + dy };
  const guides = [
    ...(x === null ? [] : guidesOf(moved, others, "x")),
    ...(y === null ? [] : guidesOf(moved, others, "y")),
  ];
  return { dx, dy, guides };
}

const shiftToGrid = (value: number) => Math.round(value / GRID) * GRID - value;

/** The near edge, the middle and the far edge. */
function snapLines(box: Box, axis: "x" | "y"): [number, number, number] {
  const size = axis === "x" ? box.width : box.height;
  return [box[axis], box[axis] + size / 2, box[axis] + size];
}

function nearest(
  mine: [number, number, number], others: [number, number, number][], threshold: number,
): number | null {
  let best: number | null = null;
  for (const theirs of others) {
    for (let line = 0; line < 3; line += 1) {
      const shift = (theirs[line] as number) - (mine[line] as number);
      if (Math.abs(shift) <= Math.abs(best ?? threshold)) best = shift;
    }
  }
  return best;
}

function guidesOf(box: Box, others: Box[], axis: "x" | "y"): Guide[] {
  const cross = axis === "x" ? "y" : "x";
  const aligned = new Map<number, Box[]>();
  const mine = snapLines(box, axis);
  for (const other of others) {
    const theirs = snapLines(other, axis);
    for (let line = 0; line < 3; line += 1) {
      const at = mine[line] as number;
      if (Math.abs(at - (theirs[line] as number)) > 0.5) continue;
      aligned.set(at, [...(aligned.get(at) ?? [box]), other]);
    }
  }
  return [...aligned].map(([at, boxes]) => {
    const spans = boxes.map((it) => snapLines(it, cross));
    return {
      axis, at, from: Math.min(...spans.map((it) => it[0])),
      to: Math.max(...spans.map((it) => it[2])),
    };
  });
}

export type Alignment =
  | "left" | "center" | "right" | "top" | "middle" | "bottom" | "distribute-x" | "distribute-y";

/** Returns the new positions of boxes that are aligned or distributed evenly. */
export function align(
  boxes: Map<string, Box>, alignment: Alignment,
): Map<string, [number, number]> {
  const all = boundingBox(boxes.values());
  if (!all) return new Map();
  if (alignment === "distribute-x") return distributePositions(boxes, "x", all);
  if (alignment === "distribute-y") return distributePositions(boxes, "y", all);
  const positionOf = (box: Box): [number, number] => {
    switch (alignment) {
      case "left": return [all.x, box.y];
      case "center": return [all.x + (all.width - box.width) / 2, box.y];
      case "right": return [right(all) - box.width, box.y];
      case "top": return [box.x, all.y];
      case "middle": return [box.x, all.y + (all.height - box.height) / 2];
      case "bottom": return [box.x, bottom(all) - box.height];
    }
  };
  return new Map([...boxes].map(([id, box]) => {
    const [x, y] = positionOf(box);
    return [id, [Math.round(x), Math.round(y)]];
  }));
}

function distributePositions(
  boxes: Map<string, Box>, axis: "x" | "y", all: Box,
): Map<string, [number, number]> {
  const size = axis === "x" ? "width" : "height";
  const sorted = [...boxes].sort(([, a], [, b]) => a[axis] - b[axis]);
  const totalSize = sorted.reduce((sum, [, box]) => sum + box[size], 0);
  const gap = sorted.length > 1 ? (all[size] - totalSize) / (sorted.length - 1) : 0;
  let at = all[axis];
  return new Map(sorted.map(([id, box]) => {
    const position: [number, number] = axis === "x"
      ? [Math.round(at), box.y] : [box.x, Math.round(at)];
    at += box[size] + gap;
    return [id, position];
  }));
}
