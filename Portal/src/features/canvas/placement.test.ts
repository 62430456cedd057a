import assert from "node:assert/strict";
import { test } from "node:test";
import { overlaps, type Box } from "./geometry";
import { positionBetween } from "./placement";

const size = { width: 208, height: 384 };
const card = (x: number, y: number): Box => ({ x, y, ...size });

/** All boxes afterwards, by id. */
function inserted(boxes: { [id: string]: Box }) {
  const { a, c } = boxes as { a: Box; c: Box };
  const { position, moved } = positionBetween(a, c, size, new Map(Object.entries(boxes)));
  const after = Object.entries(boxes).map(([id, box]): [string, Box] => {
    const [x, y] = moved.get(id) ?? [box.x, box.y];
    return [id, { ...box, x, y }];
  });
  return { moved, boxes: new Map([...after, ["b", { ...position, ...size }]]) };
}

test("a node in a wide gap is in its middle, and nothing moves", () => {
  const { moved, boxes } = inserted({ a: card(0, 0), c: card(800, 0) });
  assert.deepEqual([...moved], []);
  assert.deepEqual(boxes.get("b"), card(400, 0));
});

test("a narrow gap grows, and everything from there on moves by the same distance", () => {
  const { moved, boxes } = inserted({
    a: card(0, 0), c: card(328, 0), above: card(0, -600), below: card(400, 600), last: card(656, 8),
  });
  assert.deepEqual([...moved], [["c", [656, 0]], ["below", [728, 600]], ["last", [984, 8]]]);
  assert.deepEqual(boxes.get("b"), card(328, 0));
});

test("a node between two rows is halfway, and covers no other node", () => {
  assert.equal(inserted({ a: card(0, 0), c: card(800, 800) }).boxes.get("b")?.y, 400);
  const { boxes } = inserted({ a: card(0, 0), c: card(800, 0), other: card(380, 60) });
  const all = [...boxes.values()];
  assert.equal(all.some((box, index) => (
    all.slice(index + 1).some((other) => overlaps(box, other)))), false);
});

test("a node on a way back is beside the first one", () => {
  const { moved, boxes } = inserted({ a: card(800, 0), c: card(0, 0) });
  assert.deepEqual([...moved], []);
  assert.deepEqual(boxes.get("b"), card(1128, 0));
});
