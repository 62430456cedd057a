import assert from "node:assert/strict";
import { test } from "node:test";
import { blockGroups, newBlock } from "./defaultBlocks";
import { blockTypes } from "./vocabulary";

test("every block type is in one group of the palette, and has a default block", () => {
  assert.deepEqual(blockGroups.flatMap(({ types }) => types).sort(), blockTypes().sort());
  for (const type of blockTypes()) assert.equal(newBlock(type).type, type);
});
