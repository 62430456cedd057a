import assert from "node:assert/strict";
import { test } from "node:test";
import { cropRect, sizesOf, wholePicture } from "./crop";

const photo = { width: 3000, height: 2000 };

test("without a form, zoom and point the whole picture is kept", () => {
  assert.deepEqual(cropRect(photo, wholePicture), { x: 0, y: 0, width: 3000, height: 2000 });
});

test("a form keeps as much as there is, around the point", () => {
  const square = { ...wholePicture, ratio: 1 };
  assert.deepEqual(cropRect(photo, square), { x: 500, y: 0, width: 2000, height: 2000 });
  assert.deepEqual(
    cropRect(photo, { ...square, x: 0.9 }), { x: 1000, y: 0, width: 2000, height: 2000 });
  const wide = cropRect(photo, { ...wholePicture, ratio: 16 / 9, y: 0 });
  assert.deepEqual(wide, { x: 0, y: 0, width: 3000, height: 1688 });
});

test("a zoom keeps less, and never leaves the picture", () => {
  for (const [x, y] of [[0, 0], [0.3, 0.7], [1, 1]] as const) {
    const part = cropRect(photo, { ratio: 4 / 3, zoom: 3, x, y });
    assert.equal(part.width, 889);
    assert.ok(part.x >= 0 && part.x + part.width <= photo.width);
    assert.ok(part.y >= 0 && part.y + part.height <= photo.height);
  }
});

test("sizes get smaller, keep the form and enlarge nothing", () => {
  assert.deepEqual(sizesOf({ width: 3000, height: 1500 }), [
    { width: 1600, height: 800 }, { width: 800, height: 400 }, { width: 400, height: 200 },
  ]);
  assert.deepEqual(sizesOf({ width: 500, height: 250 }), [
    { width: 500, height: 250 }, { width: 400, height: 200 },
  ]);
  assert.deepEqual(sizesOf({ width: 3, height: 1 }), [{ width: 3, height: 1 }]);
  assert.equal(sizesOf({ width: 1000, height: 9000 })[0]?.height, 4096);
});
