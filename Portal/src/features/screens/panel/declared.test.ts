import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, Manifest } from "../../../document";
import { declaredIn } from "./declared";

const build = (blocks: Json, inUse = true) => (
  { inUse, manifest: { schema: 1, platform: "ios", version: "1", blocks } as unknown as Manifest });

test("the actions of all builds in use are known with all their outcomes", () => {
  const found = declaredIn([
    build({ level: 1, actions: [{ name: "purchase", outcomes: ["bought", "failed"] }] }),
    build({ level: 1, actions: [
      { name: "purchase", outcomes: ["bought", "waiting"] }, { name: "share" }] }),
    build({ level: 1, actions: [{ name: "old", outcomes: ["done"] }] }, false),
    build({ level: 1 }), build(null),
  ], "actions");
  assert.deepEqual([...found], [
    ["purchase", ["bought", "failed", "waiting"]], ["share", []]]);
});

test("data is known by its name", () => {
  const found = declaredIn([build({ level: 1, data: [{ name: "watchlist" }, 1, {}] })], "data");
  assert.deepEqual([...found.keys()], ["watchlist"]);
});
