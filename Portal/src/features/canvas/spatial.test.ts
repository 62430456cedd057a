import assert from "node:assert/strict";
import { test } from "node:test";
import { overlaps, type Box } from "./geometry";
import { SpatialIndex } from "./spatial";

// A simple generator, so that a failure can be reproduced.
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test("a query returns the boxes that a scan of all of them finds", () => {
  const next = numbers(7);
  const boxes = new Map<number, Box>();
  const index = new SpatialIndex<number>();
  const randomBox = (size: number): Box => ({
    x: next() * 8000 - 4000, y: next() * 8000 - 4000, width: next() * size, height: next() * size,
  });
  for (let item = 0; item < 400; item += 1) {
    boxes.set(item, randomBox(900));
    index.set(item, boxes.get(item) as Box);
  }
  for (let item = 0; item < 400; item += 3) {
    boxes.set(item, randomBox(900));
    index.set(item, boxes.get(item) as Box);
  }
  for (let item = 1; item < 400; item += 10) {
    boxes.delete(item);
    index.delete(item);
  }
  for (const size of [10, 600, 3000, 40_000]) {
    const query = randomBox(size);
    const expected = [...boxes].filter(([, box]) => overlaps(box, query)).map(([item]) => item);
    assert.deepEqual(
      [...index.overlapping(query)].sort((a, b) => a - b), expected.sort((a, b) => a - b));
  }
  assert.equal(index.size, boxes.size);
});
