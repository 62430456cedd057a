import assert from "node:assert/strict";
import { test } from "node:test";
import { memberName } from "./memberNames";

const members = [
  { id: "p1", name: "Ada", email: "ada@example.com" },
  { id: "p2", name: "", email: "b@example.com" },
];

test("the acceptor of a warning has the member's current name", () => {
  assert.equal(memberName("p1", members), "Ada");
  assert.equal(memberName("p2", members), "b@example.com");
});

test("a user who has left or deleted the account is a former member", () => {
  assert.equal(memberName("p3", members), "a former member");
  assert.equal(memberName("Ada", members), "a former member");
});

test("no name is returned until the members are loaded, or without an id", () => {
  assert.equal(memberName("p1", null), "");
  assert.equal(memberName("", members), "");
});
