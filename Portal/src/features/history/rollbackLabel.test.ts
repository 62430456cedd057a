import assert from "node:assert/strict";
import { test } from "node:test";
import { rollbackLabel } from "./rollbackLabel";

test("a release with the content of an earlier one is a rollback", () => {
  assert.equal(rollbackLabel({ rollbackOf: 3 }, { number: 4 }), "Rollback to 3");
  assert.equal(rollbackLabel({ rollbackOf: 3 }), "Rollback to 3");
  assert.equal(rollbackLabel({}, { number: 4 }), null);
});

test("the current release that is published again is no rollback", () => {
  assert.equal(rollbackLabel({ rollbackOf: 4 }, { number: 4 }), "Published again");
});
