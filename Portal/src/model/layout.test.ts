import assert from "node:assert/strict";
import { test } from "node:test";
import { applyPatch, mergePatches } from "./layout";

test("a change moves only its nodes", () => {
  const before = {
    flows: { shop: { steps: { home: [0, 0], login: [300, 0] }, collapsed: ["a"] } },
  };
  const after = applyPatch(before as never, { shop: { steps: { login: [10, 20], home: null } } });
  assert.deepEqual(after, { flows: { shop: { steps: { login: [10, 20] }, collapsed: ["a"] } } });
  assert.deepEqual(applyPatch(after, { shop: null }), { flows: {} });
});

test("of two changes the later wins for each step", () => {
  const both = mergePatches(
    { shop: { steps: { home: [0, 0], login: [1, 1] } }, old: null },
    { shop: { steps: { login: null }, collapsed: ["x"] }, old: { steps: { a: [5, 5] } } });
  assert.deepEqual(both, {
    shop: { steps: { home: [0, 0], login: null }, collapsed: ["x"] },
    old: { steps: { a: [5, 5] } },
  });
});
