import assert from "node:assert/strict";
import { test } from "node:test";
import { shortCondition } from "./conditionSummary";

test("a condition is summarized", () => {
  const summary = (when: object) => shortCondition(when as never);
  assert.equal(summary({ country: { $in: ["DE", "AT"] } }), "country is DE or AT");
  assert.equal(
    summary({ country: { $in: ["DE", "AT", "CH", "LI"] } }), "country is DE, AT, or 2 more");
  assert.equal(summary({ appVersion: { $vgte: "2.3" } }), "appVersion ≥ 2.3");
  assert.equal(summary({ "output.email": { $exists: true } }), "email exists");
  assert.equal(summary({ "output.email": { $exists: false } }), "email does not exist");
  assert.equal(summary({ "output.email": { $exists: 0 } }), "email does not exist");
  assert.equal(summary({ "output.email": { $exists: 1 } }), "email exists");
  assert.equal(summary({ isMember: true, age: { $gte: 18 } }), "isMember and age ≥ 18");
  assert.equal(summary({ isMember: false }), "not isMember");
  assert.equal(summary({ $or: [{ a: 1 }, { b: { $ne: "x" } }] }), "a is 1 or b is not x");
  assert.equal(summary({ a: 1, b: 2, c: 3 }), "a is 1 and 2 more");
  assert.equal(summary({ country: { $inGroup: "dach" } }), "country in dach");
  assert.equal(summary({ tags: { $size: 1 } }), "number of tags is 1");
  assert.equal(summary({ $not: { a: 1 } }), "not a is 1");
  assert.equal(summary({ a: { $odd: 1 } }), "a odd 1");
  assert.equal(shortCondition(undefined), "");
  for (const when of [null, true, 5, "", []]) assert.equal(shortCondition(when), "never");
  assert.equal(summary({}), "");
});
