import assert from "node:assert/strict";
import { test } from "node:test";
import { cropRect, focusOf, sizesOf, wholePicture } from "./crop";

const photo = { width: 3000, height: 2000 };

test("without aspect ratio, zoom and focal point the whole picture is kept", () => {
  assert.deepEqual(cropRect(photo, wholePicture), { x: 0, y: 0, width: 3000, height: 2000 });
});

test("an aspect ratio keeps as much as possible around the focal point", () => {
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

test("the focal point is in percent of the crop", () => {
  assert.equal(focusOf(photo, wholePicture), undefined);
  assert.deepEqual(focusOf(photo, { ...wholePicture, x: 0.2, y: 1 }), { x: 20, y: 100 });
  const square = { ...wholePicture, ratio: 1 };
  assert.equal(focusOf(photo, { ...square, x: 0.4 }), undefined);
  assert.deepEqual(focusOf(photo, { ...square, x: 0.1 }), { x: 15, y: 50 });
});

test("sizes decrease, keep the aspect ratio, and are not enlarged", () => {
  assert.deepEqual(sizesOf({ width: 3000, height: 1500 }), [
    { width: 1600, height: 800 }, { width: 800, height: 400 }, { width: 400, height: 200 },
  ]);
  assert.deepEqual(sizesOf({ width: 500, height: 250 }), [
    { width: 500, height: 250 }, { width: 400, height: 200 },
  ]);
  assert.deepEqual(sizesOf({ width: 3, height: 1 }), [{ width: 3, height: 1 }]);
  assert.equal(sizesOf({ width: 1000, height: 9000 })[0]?.height, 4096);
});
