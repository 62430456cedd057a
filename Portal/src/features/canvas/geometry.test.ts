import assert from "node:assert/strict";
import { test } from "node:test";
import {
  boundingBox, edgeShape, contains, distanceToLine, overlaps, right, type Box,
} from "./geometry";

const box = (x: number, y: number): Box => ({ x, y, width: 200, height: 300 });
const handleOf = (from: Box) => ({ x: right(from), y: from.y + 250 });

test("an edge to the right arrives at the left edge, at the height of the card", () => {
  const [from, to] = [box(0, 0), box(400, 600)];
  const shape = edgeShape(from, handleOf(from), to);
  assert.deepEqual(shape.start, { x: 200, y: 250 });
  assert.equal(shape.angle, 0);
  assert.ok(shape.end.x < to.x && to.x - shape.end.x < 10);
  assert.ok(shape.end.y >= to.y && shape.end.y <= to.y + to.height);
});

test("an edge between cards side by side runs straight where it can", () => {
  const [from, to] = [box(0, 0), box(400, 0)];
  const { start, end } = edgeShape(from, handleOf(from), to);
  assert.equal(start.y, end.y);
});

test("a backward edge goes around both cards without touching them", () => {
  const [from, to] = [box(400, 0), box(0, 0)];
  const { points, end } = edgeShape(from, handleOf(from), to);
  const inside = points.slice(1).filter((it) => contains(from, it) || contains(to, it));
  assert.deepEqual(inside, []);
  assert.ok(end.y > to.y + to.height, "it arrives from below");
});

test("a self-loop leaves its card and returns from below", () => {
  const home = box(0, 0);
  const { points, end, bounds } = edgeShape(home, handleOf(home), home);
  assert.ok(points.slice(1).every((it) => !contains(home, it)));
  assert.ok(end.y > home.y + home.height && bounds.x + bounds.width > right(home));
});

test("labels of parallel edges keep their distance", () => {
  const [from, to] = [box(0, 0), box(500, 0)];
  const shapes = [0, 1, 2].map((lane) => edgeShape(from, handleOf(from), to, { lane, lanes: 3 }));
  const labels = shapes.map(({ label }) => label);
  for (const [index, label] of labels.entries()) {
    for (const other of labels.slice(index + 1)) {
      assert.ok(Math.hypot(label.x - other.x, label.y - other.y) > 20);
    }
  }
});

test("chips of parallel edges do not overlap", () => {
  const from = box(0, 0);
  const small = { x: 320, y: 240, width: 120, height: 40 };
  for (const [target, lanes] of [[box(300, 0), 3], [small, 3], [box(-700, 0), 2]] as const) {
    // For example, several rules of one port that lead to the same step.
    const chipOffsets = [0.3, 0.5, 0.7];
    const labels = Array.from({ length: lanes }, (_, lane) =>
      edgeShape(from, handleOf(from), target, {
        lane, lanes, chipOffset: chipOffsets[lane],
      }).label);
    for (const [index, label] of labels.entries()) {
      for (const other of labels.slice(index + 1)) {
        const isInOtherRow = Math.abs(label.y - other.y) >= 23;
        assert.ok(isInOtherRow || Math.abs(label.x - other.x) >= 170, JSON.stringify(labels));
      }
    }
  }
});

test("the distance to an edge is the distance to its nearest point", () => {
  const line = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }];
  assert.equal(distanceToLine(line, { x: 50, y: 7 }), 7);
  assert.equal(distanceToLine(line, { x: 110, y: 50 }), 10);
  assert.equal(distanceToLine(line, { x: -3, y: -4 }), 5);
});

test("boxes that only touch do not overlap, and an empty list has no bounds", () => {
  assert.equal(overlaps(box(0, 0), box(200, 0)), false);
  assert.equal(overlaps(box(0, 0), box(199, 299)), true);
  assert.equal(boundingBox([]), null);
  assert.deepEqual(boundingBox([box(0, 0), box(100, 50)]), { x: 0, y: 0, width: 300, height: 350 });
});
