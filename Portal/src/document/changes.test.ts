import assert from "node:assert/strict";
import { test } from "node:test";
import { joinedChanges } from "./changes";
import type { Change, JsonObject } from "./types";

const change = (kind: string, port: string, route: JsonObject): Change => ({
  kind, messageId: kind, flow: "shop", step: "Home", port,
  arguments: { step: "Home", port, route },
} as Change);
const split = {
  split: { experiment: "x", variants: [{ key: "a", to: "Forgot" }, { key: "b", to: "Info" }] },
};

test("a split in place of a route is one change, which forgets no destination", () => {
  const found = joinedChanges([
    change("route-added", "login", split), change("route-removed", "login", { to: "Forgot" }),
  ]);
  assert.deepEqual(found, [{
    ...change("destination-changed", "login", split),
    arguments: { step: "Home", port: "login", route: split, before: { to: "Forgot" } },
  }]);
});

test("a rule's route is not taken for that of others", () => {
  const german = { when: { country: "DE" }, to: "Legal" };
  const all = [
    change("route-added", "login", german), change("route-removed", "login", { to: "Forgot" }),
    change("route-removed", "skip", { to: "Info" }),
  ];
  assert.deepEqual(joinedChanges(all), all);
  const both = joinedChanges([
    ...all, change("route-removed", "login", { when: { country: "DE" }, to: "Info" })]);
  assert.equal(both.length, 3);
  assert.deepEqual(both[0]?.arguments["before"], { to: "Info" });
});
