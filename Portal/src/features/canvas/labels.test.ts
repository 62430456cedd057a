import assert from "node:assert/strict";
import { test } from "node:test";
import { overlaps } from "./geometry";
import { titleScale, levelOf, NEAR, SMALL, SMALLER } from "./levels";
import { linesOf, namesThatFit, type NamedNode } from "./labels";

const widthOf = (size: number) => (text: string) => text.length * size * 0.55;
const nodes = (count: number): NamedNode[] => Array.from({ length: count }, (_, index) => ({
  id: `step${index}`, title: `step${index}`, rank: index === 37 ? -1 : index,
  box: { x: index % 25 * 328, y: Math.floor(index / 25) * 500, width: 208, height: 356 },
}));

test("visible names do not overlap, and include the most important", () => {
  for (const zoom of [0.04, 0.1, 0.2]) {
    const size = 13 / zoom;
    const labels = namesThatFit(nodes(400), size, widthOf(size));
    assert.ok(labels.some((it) => it.id === "step37"), `at ${zoom}`);
    for (const [index, { box }] of labels.entries()) {
      assert.ok(labels.slice(index + 1).every((other) => !overlaps(box, other.box)));
    }
  }
});

test("more names are visible at a higher zoom, and finally all", () => {
  const counts = [0.03, 0.06, 0.12, 0.25].map((zoom) => (
    namesThatFit(nodes(400), 13 / zoom, widthOf(13 / zoom)).length));
  assert.ok(counts[0]! > 15, String(counts));
  assert.ok(counts.every((it, index) => index === 0 || it >= counts[index - 1]!));
  assert.equal(counts.at(-1), 400);
});

test("a name breaks between words, including camel case", () => {
  const wide = (text: string) => text.length;
  assert.deepEqual(linesOf("ForgotPasswordPhone", 10, 3, wide), ["Forgot", "Password", "Phone"]);
  assert.deepEqual(linesOf("what-is-your-name", 9, 3, wide), ["what-is-", "your-name"]);
  assert.deepEqual(linesOf("abcdefghijklmnop", 6, 2, wide), ["abcdef", "ghijk…"]);
  // A separator that is too wide for the line is not left at its end; a space takes no room there.
  assert.deepEqual(linesOf("first_second_third", 12, 3, wide), ["first_", "second_third"]);
  assert.deepEqual(linesOf("what is your name", 7, 3, wide), ["what is", "your", "name"]);
});

test("each zoom has its level of detail, and titles of sections keep their size", () => {
  assert.deepEqual(
    [1, 0.8, 0.48, 0.3, 0.08].map((zoom) => levelOf(zoom)),
    ["near", "small", "smaller", "title", "block"]);
  // The name of a block that is wider than the window would not be visible.
  assert.equal(levelOf(0.1, () => 1.2), "title");
  assert.equal(levelOf(0.1, () => 0.5), "block");
  // Letters of 12, 17 and 23.2 pixels.
  for (const [zoom, size] of [[NEAR, 12], [SMALL, 17], [SMALLER, 23.2]] as const) {
    assert.ok(zoom * size >= 11, `${size} at ${zoom}`);
  }
  for (const zoom of [1, 0.5, 0.2, 0.08, 0.01]) {
    const size = titleScale(zoom) * zoom;
    assert.ok(size > 0.8 && size < 1.25, `${size} at ${zoom}`);
  }
});
