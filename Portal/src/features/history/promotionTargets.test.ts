import assert from "node:assert/strict";
import { test } from "node:test";
import { promotionTargets } from "./promotionTargets";

const environments = ["development", "staging", "production"].map((name) => ({ name }));

test("a release can be published to every other environment", () => {
  assert.deepEqual(
    promotionTargets({ environment: "staging" }, environments, () => true),
    ["development", "production"]);
});

test("a release can be published only where the user may publish", () => {
  assert.deepEqual(
    promotionTargets({ environment: "development" }, environments, (name) => name === "staging"),
    ["staging"]);
  assert.deepEqual(
    promotionTargets({ environment: "production" }, environments, () => false), []);
});
