import assert from "node:assert/strict";
import { test } from "node:test";
import { tIfExists } from "../../localization";
import { invitationStatus } from "./invitationStatus";

const invited = { outcome: null, expires: "2026-11-08T00:00:00Z" };
const now = Date.parse("2026-11-07T00:00:00Z");

test("an invitation has the outcome that the server records", () => {
  for (const outcome of ["accepted", "revoked", "replaced"] as const) {
    assert.equal(invitationStatus({ ...invited, outcome }, now), outcome);
    assert.notEqual(tIfExists(`organization.invitation-${outcome}`), undefined);
  }
});

test("an invitation that has not ended is pending until it expires", () => {
  assert.equal(invitationStatus(invited, now), "pending");
  assert.equal(invitationStatus(invited, Date.parse("2026-11-09T00:00:00Z")), "expired");
});
