import assert from "node:assert/strict";
import { test } from "node:test";
import {
  acceptedIn, acceptFindings, raisedFindings, sortAccepted, withdrawAcceptance,
} from "./accepted";
import type { Finding, FlowDocument } from "./types";

const document: FlowDocument = { schema: 1, flows: [] };
const finding = (more: Partial<Finding> = {}): Finding => ({
  code: "flow-never-ends", messageId: "flow-never-ends", severity: "warning", flow: "shop",
  arguments: {}, ...more,
} as Finding);
const accept = (one: Finding) => acceptFindings(
  [{ finding: one, reason: "They shop for ever" }], "user-1", "2026-11-23T03:00:00Z");

test("a warning is accepted with a reason and a user's id, until it is withdrawn", () => {
  const accepted = accept(finding())(document);
  assert.deepEqual(acceptedIn(accepted), [{
    code: "flow-never-ends", messageId: "flow-never-ends", flow: "shop", arguments: {},
    reason: "They shop for ever", by: "user-1", at: "2026-11-23T03:00:00Z",
  }]);
  assert.deepEqual(sortAccepted([finding()], accepted), { open: [], accepted: [finding()] });
  assert.equal(acceptedIn(accept(finding())(accepted)).length, 1);
  assert.deepEqual(withdrawAcceptance(finding())(accepted), document);
});

test("findings stay open elsewhere, with other arguments, and as errors", () => {
  const accepted = accept(finding({ arguments: { build: "1", share: 0.2 } }))(document);
  const same = finding({ arguments: { share: 0.3, build: "1" } });
  const others = [
    finding({ flow: "other", arguments: { build: "1" } }), finding({ arguments: { build: "2" } }),
    finding({ severity: "error", arguments: { build: "1" } }),
  ];
  assert.deepEqual(sortAccepted([same, ...others], accepted), { open: others, accepted: [same] });
});

test("nothing is accepted without a reason", () => {
  const forged = { ...document, acceptedFindings: [{ ...finding(), reason: "" }] };
  assert.deepEqual(sortAccepted([finding()], forged as FlowDocument).open, [finding()]);
});

test("a port that leads nowhere is an error in protected environments, before all warnings", () => {
  const open = finding({ code: "unrouted-port" });
  assert.deepEqual(
    raisedFindings([finding(), open]), [{ ...open, severity: "error" }, finding()]);
});
