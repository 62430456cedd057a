import assert from "node:assert/strict";
import { test } from "node:test";
import { distributedEnds, spread, type IncomingEdge } from "./edgeEnds";
import { edgeShape, right, type Box } from "./geometry";

const box = (x: number, y: number): Box => ({ x, y, width: 208, height: 356 });
const incomingEdge = (key: string, from: Box): IncomingEdge => (
  { key, from, start: { x: right(from), y: from.y + 334 }, lane: 0, lanes: 1 });
const apart = (positions: number[]) => positions.every((position, index) =>
  positions.slice(index + 1).every((other) => Math.abs(position - other) >= 12));

test("ends of arrows from cards at different heights keep their distance", () => {
  const to = box(1000, 0);
  const incoming = [0, 400, 800, 1200].map((y, index) => incomingEdge(`a${index}`, box(0, y)));
  const ends = distributedEnds(incoming, to);
  assert.ok(apart([...ends.values()]), JSON.stringify([...ends]));
  const shapes = incoming.map((it) => edgeShape(
    it.from, it.start, to, { endOffset: ends.get(it.key) }));
  assert.ok(apart(shapes.map(({ end }) => end.y)));
  assert.ok(shapes.every(({ end }) => end.y > to.y && end.y < to.y + to.height));
});

test("ends of backward arrows keep their distance, within the width of the card", () => {
  const to = box(0, 0);
  const incoming = [1, 2, 3, 4, 5].map(
    (column) => incomingEdge(`b${column}`, box(column * 300, 0)));
  const ends = distributedEnds([...incoming, incomingEdge("self", to)], to);
  assert.equal(ends.size, 6);
  assert.ok(apart([...ends.values()]), JSON.stringify([...ends]));
  assert.ok([...ends.values()].every((x) => x >= 20 && x <= to.width - 20));
});

test("a single arrow arrives at the height where it starts", () => {
  const to = box(600, 100);
  assert.equal(distributedEnds([incomingEdge("one", box(0, 0))], to).get("one"), 234);
});

test("ends are in the order of their source cards", () => {
  const ends = distributedEnds(
    [incomingEdge("low", box(0, 900)), incomingEdge("high", box(0, 500))], box(600, 0));
  assert.ok((ends.get("high") as number) < (ends.get("low") as number));
});

test("too many ends share the available space", () => {
  const positions = spread(Array.from({ length: 60 }, () => 300), 28, 328);
  assert.ok(positions.every((it, index) => index === 0 || it > (positions[index - 1] as number)));
  assert.ok((positions[0] as number) >= 27.9 && (positions.at(-1) as number) <= 328.1);
});
