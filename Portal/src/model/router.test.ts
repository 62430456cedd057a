import assert from "node:assert/strict";
import { test } from "node:test";
import { pathComponents } from "./router";

test("a path has decoded components, unless it is not percent-encoded correctly", () => {
  assert.deepEqual(pathComponents("/"), []);
  assert.deepEqual(pathComponents("/apps/a%20b%2Fc//history/"), ["apps", "a b/c", "history"]);
  for (const path of ["/apps/%", "/apps/%zz", "/help/%E0%A4%A"]) {
    assert.equal(pathComponents(path), null, path);
  }
});
