// A spatial index to find items near a point or inside a box.

import { overlaps, type Box } from "./geometry";

const CELL = 512;

/** Boxes in a grid of cells. */
export class SpatialIndex<T> {
  #cells = new Map<number, Set<T>>();
  #boxes = new Map<T, Box>();

  get size(): number {
    return this.#boxes.size;
  }

  set(item: T, box: Box): void {
    this.delete(item);
    this.#boxes.set(item, box);
    for (const cell of cellsOf(box)) {
      const items = this.#cells.get(cell);
      if (items) items.add(item);
      else this.#cells.set(cell, new Set([item]));
    }
  }

  delete(item: T): void {
    const box = this.#boxes.get(item);
    if (!box) return;
    this.#boxes.delete(item);
    for (const cell of cellsOf(box)) {
      const items = this.#cells.get(cell);
      items?.delete(item);
      if (items?.size === 0) this.#cells.delete(cell);
    }
  }

  /** The items whose boxes overlap a box. */
  overlapping(box: Box): Set<T> {
    const result = new Set<T>();
    const cells = cellsOf(box);
    // If the box covers more cells than exist, all cells are scanned.
    if (cells.length > this.#cells.size) {
      for (const [item, itemBox] of this.#boxes) if (overlaps(itemBox, box)) result.add(item);
      return result;
    }
    for (const cell of cells) {
      for (const item of this.#cells.get(cell) ?? []) {
        if (overlaps(this.#boxes.get(item) as Box, box)) result.add(item);
      }
    }
    return result;
  }
}

function cellsOf(box: Box): number[] {
  const cells: number[] = [];
  const right = Math.floor((box.x + box.width) / CELL);
  const bottom = Math.floor((box.y + box.height) / CELL);
  for (let x = Math.floor(box.x / CELL); x <= right; x += 1) {
    for (let y = Math.floor(box.y / CELL); y <= bottom; y += 1) cells.push(x * 65_536 + y);
  }
  return cells;
}
