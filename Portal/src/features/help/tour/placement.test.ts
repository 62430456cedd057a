import assert from "node:assert/strict";
import { test } from "node:test";
import { freeCorner, intersectionArea } from "./placement";

const area = { left: 0, top: 100, width: 1000, height: 700 };
const size = { width: 400, height: 200 };

test("the box covers no required element", () => {
  const list = { left: 0, top: 500, width: 300, height: 300 };
  const toast = { left: 400, top: 740, width: 300, height: 40 };
  const cards = [{ left: 650, top: 100, width: 200, height: 200 }];
  const corner = freeCorner(size, area, [list, toast], cards);
  assert.equal(intersectionArea(corner, list) + intersectionArea(corner, toast), 0);
  assert.deepEqual(corner, { left: 0, top: 100, ...size });
});

test("without free space, the box covers the least important elements", () => {
  const card = { left: 0, top: 0, width: 1000, height: 800 };
  const list = { left: 0, top: 400, width: 1000, height: 400 };
  assert.equal(freeCorner(size, area, [list], [card]).top, 100);
});

test("in an area smaller than the box, it starts at the area's corner", () => {
  const small = { left: 10, top: 20, width: 300, height: 100 };
  assert.deepEqual(freeCorner(size, small, [], []), { left: 10, top: 20, ...size });
});

test("at the end of a text, the box is centered unless that covers a required element", () => {
  const size = { width: 200, height: 100 };
  const text = { left: 0, top: 0, width: 1000, height: 600 };
  const middle = freeCorner(size, text, [], [text], true);
  assert.deepEqual([middle.left, middle.top], [400, 500]);
  const aside = freeCorner(size, text, [{ left: 450, top: 550, width: 10, height: 10 }], [], true);
  assert.deepEqual([aside.left, aside.top], [800, 500]);
});
