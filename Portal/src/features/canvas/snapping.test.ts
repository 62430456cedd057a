import assert from "node:assert/strict";
import { test } from "node:test";
import { align, snap } from "./snapping";

const box = (x: number, y: number, width = 200, height = 300) => ({ x, y, width, height });

test("a card near another one's edge snaps to it with a guide line", () => {
  const { dx, dy, guides } = snap(box(403, 2), [box(0, 0)], 6);
  assert.equal(dy, -2);
  assert.ok(guides.some((guide) => guide.axis === "y" && guide.at === 0));
  assert.equal((403 + dx) % 8, 0, "on the other axis, it snaps to the grid");
});

test("the nearest edge wins, and one beyond the threshold has no effect", () => {
  assert.equal(snap(box(5, 500), [box(0, 0), box(3, 0)], 6).dx, -2);
  const far = snap(box(20, 1000), [box(0, 0)], 6);
  assert.deepEqual(far.guides, []);
  assert.equal(far.dx, 4);
});

test("cards are aligned at an edge or distributed evenly", () => {
  const boxes = new Map([["a", box(0, 10)], ["b", box(300, 0)], ["c", box(900, 40, 100)]]);
  assert.deepEqual([...align(boxes, "top").values()], [[0, 0], [300, 0], [900, 0]]);
  assert.deepEqual(align(boxes, "right").get("a"), [800, 10]);
  const distributed = align(boxes, "distribute-x");
  assert.deepEqual([...distributed.keys()], ["a", "b", "c"]);
  assert.deepEqual([...distributed.values()].map(([x]) => x), [0, 450, 900]);
  assert.deepEqual(align(new Map(), "left"), new Map());
});
