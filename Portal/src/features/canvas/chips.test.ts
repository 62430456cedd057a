import assert from "node:assert/strict";
import { test } from "node:test";
import { boxOfChip, chipPosition, intersectionArea, MAX_CHIP } from "./chips";
import { edgeShape, right, type Box } from "./geometry";

const box = (x: number, y: number): Box => ({ x, y, width: 208, height: 356 });
const coveredBy = (boxes: Box[]) => (it: Box) =>
  boxes.reduce((sum, other) => sum + intersectionArea(it, other), 0);

test("a label covers no card, and is narrower where space is limited", () => {
  const cards = [box(0, 0), box(328, 0)];
  const [from, to] = cards as [Box, Box];
  const { points, label } = edgeShape(from, { x: right(from), y: 330 }, to);
  const position = chipPosition(points, label, MAX_CHIP, coveredBy(cards));
  assert.equal(coveredBy(cards)(boxOfChip(position)), 0);
  assert.ok(position.width < MAX_CHIP && position.width >= 64);
});

test("a label has its full width if its arrow has space for it outside of cards", () => {
  const cards = [box(0, 0), box(328, 700), box(700, 300)];
  const [from, , to] = cards as [Box, Box, Box];
  const { points, label } = edgeShape(from, { x: right(from), y: 330 }, to);
  const position = chipPosition(points, label, MAX_CHIP, coveredBy(cards));
  assert.equal(coveredBy(cards)(boxOfChip(position)), 0);
  assert.equal(position.width, MAX_CHIP);
});

test("labels of arrows on the same line do not overlap", () => {
  const [from, to] = [box(0, 0), box(900, 0)];
  const taken: Box[] = [];
  for (let count = 0; count < 4; count += 1) {
    const { points, label } = edgeShape(from, { x: right(from), y: 330 }, to);
    const position = chipPosition(points, label, 120, coveredBy([from, to, ...taken]));
    assert.equal(coveredBy(taken)(boxOfChip(position)), 0);
    taken.push(boxOfChip(position));
  }
});

test("without a free position, a label is as narrow as possible", () => {
  const all = { x: -5000, y: -5000, width: 10000, height: 10000 };
  const position = chipPosition(
    [{ x: 0, y: 0 }, { x: 100, y: 0 }], { x: 50, y: 0 }, 120, coveredBy([all]));
  assert.equal(position.width, 64);
});
