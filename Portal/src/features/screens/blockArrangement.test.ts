import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block, DrawnScreen } from "../../document/blocks";
import { arrangementOf, reverseBlocks, unwrapBlock, wrapBlocks } from "./blockArrangement";

const text = (content: string): Block => ({ type: "text", text: content });
const screen: DrawnScreen = {
  name: "S", root: {
    type: "column", children: [
      text("a"), text("b"), { type: "row", children: [text("c")] }, text("d"),
      { type: "footer", children: [] },
    ],
  },
};
const at = (...indexes: number[]) => indexes.map((index) => `/root/children/${index}`);
const children = (of: DrawnScreen | undefined) => of?.root["children"] as Block[];
const texts = (blocks: Block[]) => blocks.map((block) => block["text"] ?? block.type);

test("blocks are grouped in a container at the position of the first one", () => {
  const edited = wrapBlocks(screen, at(3, 1), "row");
  assert.deepEqual(texts(children(edited?.screen)), ["a", "row", "row", "footer"]);
  assert.deepEqual(texts(edited?.blocks[0]?.["children"] as Block[]), ["b", "d"]);
});

test("a footer, the root block, and blocks of two containers cannot be grouped", () => {
  assert.equal(wrapBlocks(screen, at(3, 4), "row"), null);
  assert.equal(wrapBlocks(screen, ["/root"], "row"), null);
  assert.equal(wrapBlocks(screen, [...at(0), "/root/children/2/children/0"], "card"), null);
});

test("ungrouping blocks removes their container", () => {
  const edited = unwrapBlock(screen, "/root/children/2");
  assert.deepEqual(texts(children(edited?.screen)), ["a", "b", "c", "d", "footer"]);
  assert.equal(unwrapBlock(screen, "/root"), null);
  assert.equal(unwrapBlock(screen, "/root/children/4"), null, "a footer is not a wrapper");
  assert.equal(unwrapBlock(screen, "/root/children/0"), null);
});

test("the order of the selected blocks is reversed, and blocks between them stay", () => {
  const edited = reverseBlocks(screen, at(0, 1, 3));
  assert.deepEqual(texts(children(edited?.screen)), ["d", "b", "row", "a", "footer"]);
  assert.equal(reverseBlocks(screen, at(0)), null);
});

test("a selection has its texts, and its container only if that contains all of it", () => {
  assert.equal(arrangementOf(screen, at(0, 1))?.container?.count, 5);
  assert.deepEqual(arrangementOf(screen, at(0, 2))?.texts, at(0));
  const mixed = arrangementOf(screen, [...at(0), "/root/children/2/children/0"]);
  assert.equal(mixed?.container, null);
  assert.equal(mixed?.texts.length, 2);
  assert.equal(arrangementOf(screen, ["/root"]), null);
});
