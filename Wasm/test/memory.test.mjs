// The engine's own allocator: blocks never overlap, and freed memory is reused.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const file = new URL("../.build/flowcore.wasm", import.meta.url);
const module = new WebAssembly.Module(readFileSync(file));

/** A new engine's memory, with the same random numbers in each run. */
function start() {
  const { allocate, deallocate, memory } = new WebAssembly.Instance(module, {}).exports;
  let seed = 1;
  const random = (below) => {
    seed = Math.imul(seed, 1664525) + 1013904223 | 0;
    return (seed >>> 8) % below;
  };
  return { allocate, deallocate, memory, random };
}

/** Mostly small sizes, as for objects, and some larger ones, as for arrays. */
function size(random) {
  return 1 + random([16, 64, 64, 300, 300, 5_000, 200_000][random(7)]);
}

test("blocks keep their contents", () => {
  const { allocate, deallocate, memory, random } = start();
  const blocks = [];
  for (let round = 0; round < 50_000; round++) {
    if (blocks.length > 200 || blocks.length > 0 && random(2) === 0) {
      const [{ pointer, count, mark }] = blocks.splice(random(blocks.length), 1);
      const bytes = new Uint8Array(memory.buffer, pointer, count);
      assert.ok(bytes.every((byte) => byte === mark), `round ${round}`);
      deallocate(pointer);
    } else {
      const count = size(random);
      const pointer = allocate(count);
      assert.equal(pointer % 16, 0);
      const mark = random(256);
      new Uint8Array(memory.buffer, pointer, count).fill(mark);
      blocks.push({ pointer, count, mark });
    }
  }
});

test("freed memory is reused, for other sizes too", () => {
  const { allocate, deallocate, memory, random } = start();
  const fill = (count) => Array.from({ length: 1 << 22 - count }, () => allocate(1 << count));
  let peak = 0;
  for (let round = 0; round < 60; round++) {
    const blocks = fill([7, 12, 16, 20][round % 4]);
    if (round === 3) peak = memory.buffer.byteLength;
    while (blocks.length > 0) {
      const index = random(blocks.length);
      deallocate(blocks[index]);
      blocks[index] = blocks.at(-1);
      blocks.pop();
    }
  }
  assert.equal(memory.buffer.byteLength, peak);
});
