import assert from "node:assert/strict";
import { test } from "node:test";
import { boxOfChip, chipPosition, common, MAX_CHIP } from "./chips";
import { edgeShape, right, type Box } from "./geometry";

const box = (x: number, y: number): Box => ({ x, y, width: 208, height: 356 });
const over = (boxes: Box[]) => (it: Box) =>
  boxes.reduce((sum, other) => sum + common(it, other), 0);

test("a label covers no card, and is narrower where space is limited", () => {
  const cards = [box(0, 0), box(328, 0)];
  const [from, to] = cards as [Box, Box];
  const { points, label } = edgeShape(from, { x: right(from), y: 330 }, to);
  const place = chipPosition(points, label, MAX_CHIP, over(cards));
  assert.equal(over(cards)(boxOfChip(place)), 0);
  assert.ok(place.width < MAX_CHIP && place.width >= 64);
});

test("a label moves along its arrow to where it fits completely", () => {
  const cards = [box(0, 0), box(328, 700), box(700, 300)];
  const [from, , to] = cards as [Box, Box, Box];
  const { points, label } = edgeShape(from, { x: right(from), y: 330 }, to);
  const place = chipPosition(points, label, MAX_CHIP, over(cards));
  assert.equal(over(cards)(boxOfChip(place)), 0);
  assert.equal(place.width, MAX_CHIP);
});

test("labels of crossing arrows are side by side", () => {
  const [from, to] = [box(0, 0), box(900, 0)];
  const taken: Box[] = [];
  for (let lane = 0; lane < 4; lane += 1) {
    const { points, label } = edgeShape(from, { x: right(from), y: 330 }, to);
    const place = chipPosition(points, label, 120, over([from, to, ...taken]));
    assert.equal(over(taken)(boxOfChip(place)), 0);
    taken.push(boxOfChip(place));
  }
});

test("without a free position, a label covers as little as possible", () => {
  const all = { x: -5000, y: -5000, width: 10000, height: 10000 };
  const place = chipPosition(
    [{ x: 0, y: 0 }, { x: 100, y: 0 }], { x: 50, y: 0 }, 120, over([all]));
  assert.equal(place.width, 64);
});
