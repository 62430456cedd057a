import assert from "node:assert/strict";
import { test } from "node:test";
import { memberName } from "./memberNames";

const members = [
  { id: "p1", name: "Ada", email: "ada@example.com" },
  { id: "p2", name: "", email: "b@example.com" },
];

test("who accepted a warning has the name that members have now", () => {
  assert.equal(memberName("p1", members), "Ada");
  assert.equal(memberName("p2", members), "b@example.com");
});

test("who has left or deleted the account is a former member, whatever the document says", () => {
  assert.equal(memberName("p3", members), "a former member");
  assert.equal(memberName("Ada", members), "a former member");
});

test("nobody is named while the members are not known, or where nobody is meant", () => {
  assert.equal(memberName("p1", null), "");
  assert.equal(memberName("", members), "");
});
