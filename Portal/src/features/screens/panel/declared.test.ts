import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, Manifest } from "../../../document";
import { declaredIn } from "./declared";

const build = (blocks: Json, inUse = true) => (
  { inUse, manifest: { schema: 1, platform: "ios", version: "1", blocks } as unknown as Manifest });

test("the actions of all builds in use are combined, each with all its outcomes", () => {
  const actions = declaredIn([
    build({ level: 1, actions: [{ name: "purchase", outcomes: ["bought", "failed"] }] }),
    build({ level: 1, actions: [
      { name: "purchase", outcomes: ["bought", "waiting"] }, { name: "share" }] }),
    build({ level: 1, actions: [{ name: "old", outcomes: ["done"] }] }, false),
    build({ level: 1 }), build(null),
  ], "actions");
  assert.deepEqual([...actions], [
    ["purchase", ["bought", "failed", "waiting"]], ["share", []]]);
});

test("declared data has a name but no outcomes", () => {
  const data = declaredIn([build({ level: 1, data: [{ name: "watchlist" }, 1, {}] })], "data");
  assert.deepEqual([...data], [["watchlist", []]]);
});
