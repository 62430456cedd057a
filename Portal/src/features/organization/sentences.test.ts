import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEntry } from "../../api";
import { sentenceOf } from "./sentences";

const names = new Map([["p1", "Ada"]]);

function sentence(action: string, detail: AuditEntry["detail"], environment?: string): string {
  const actor = { type: "user", id: "p0", name: "owner@example.com" } as const;
  const at = "2026-11-07T00:00:00Z";
  return sentenceOf({ id: 1, at, actor, action, environment, detail }, names);
}

test("a member has the current name, and a former member the address of that time", () => {
  const detail = { user: "p1", email: "ada@example.org", role: "editor" };
  assert.equal(sentence("member.removed", detail), "removed Ada");
  assert.equal(sentence("member.removed", { ...detail, user: "p2" }), "removed ada@example.org");
  assert.equal(sentence("member.removed", { user: "p2" }), "removed a former member");
});

test("a release of another environment is published from there", () => {
  assert.equal(
    sentence("release.published", { number: 9 }, "production"),
    "published release 9 to production");
  assert.equal(
    sentence(
      "release.published", { number: 9, fromRelease: 7, fromEnvironment: "staging" }, "production"),
    "published release 7 of staging to production as release 9");
});

test("a release that is published again is not a rollback", () => {
  const detail = { number: 8, to: 7 };
  assert.equal(
    sentence("release.republished", detail, "production"),
    "published release 7 of production again as release 8");
  assert.equal(
    sentence("release.rolled-back", detail, "production"),
    "rolled production back to release 7, as release 8");
});
