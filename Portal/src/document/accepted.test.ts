import assert from "node:assert/strict";
import { test } from "node:test";
import {
  acceptedIn, acceptFindings, escalatedFindings, partitionAccepted, withdrawAcceptance,
} from "./accepted";
import type { Finding, FlowDocument } from "./types";

const document: FlowDocument = { schema: 1, flows: [] };
const finding = (more: Partial<Finding> = {}): Finding => ({
  code: "flow-never-ends", messageId: "flow-never-ends", severity: "warning", flow: "shop",
  arguments: {}, ...more,
} as Finding);
const accept = (accepted: Finding) => acceptFindings(
  [{ finding: accepted, reason: "They shop for ever" }], "user-1", "2026-11-23T03:00:00Z");

test("a warning is accepted with a reason and a user's id, until it is withdrawn", () => {
  const accepted = accept(finding())(document);
  assert.deepEqual(acceptedIn(accepted), [{
    code: "flow-never-ends", messageId: "flow-never-ends", flow: "shop", arguments: {},
    reason: "They shop for ever", by: "user-1", at: "2026-11-23T03:00:00Z",
  }]);
  assert.deepEqual(partitionAccepted([finding()], accepted), { open: [], accepted: [finding()] });
  assert.equal(acceptedIn(accept(finding())(accepted)).length, 1);
  assert.deepEqual(withdrawAcceptance(finding())(accepted), document);
});

test("an acceptance ignores the share, but not the flow, other arguments or the severity", () => {
  const accepted = accept(finding({ arguments: { build: "1", share: 0.2 } }))(document);
  const same = finding({ arguments: { share: 0.3, build: "1" } });
  const others = [
    finding({ flow: "other", arguments: { build: "1" } }), finding({ arguments: { build: "2" } }),
    finding({ severity: "error", arguments: { build: "1" } }),
  ];
  assert.deepEqual(
    partitionAccepted([same, ...others], accepted), { open: others, accepted: [same] });
});

test("nothing is accepted without a reason", () => {
  const invalid = { ...document, acceptedFindings: [{ ...finding(), reason: "" }] };
  assert.deepEqual(partitionAccepted([finding()], invalid as FlowDocument).open, [finding()]);
});

test("a port that leads nowhere is an error in protected environments, before all warnings", () => {
  const open = finding({ code: "unrouted-port" });
  assert.deepEqual(
    escalatedFindings([finding(), open]), [{ ...open, severity: "error" }, finding()]);
});
