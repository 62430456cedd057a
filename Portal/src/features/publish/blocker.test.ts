import assert from "node:assert/strict";
import { test } from "node:test";
import { publishBlocker, type PublishConditions } from "./blocker";

const ready: PublishConditions = {
  environment: "production", canPublish: true, conflicts: 0, isDiscarded: false, isUnsaved: false,
  failure: null, errors: 0, buildErrors: 0, hasFlows: true, hasNewerRelease: false, changes: 1,
  isCurrent: true, openWarnings: 0,
};

test("a draft that is ready has no blocker", () => {
  assert.equal(publishBlocker(ready), null);
});

const blockers: [Partial<PublishConditions>, string][] = [
  [{ canPublish: false },
    "Only editors of production can publish there. "
      + "Ask one of them, or choose another environment."],
  [{ conflicts: 2 }, "Resolve 2 conflicts to publish."],
  [{ isDiscarded: true }, "Someone discarded the draft. Choose whether to keep yours first."],
  [{ isUnsaved: true }, "Some changes are not saved on the server yet."],
  [{ failure: "The flow could not be checked." }, "The flow could not be checked."],
  [{ errors: 1 }, "Fix 1 error to publish."],
  [{ buildErrors: 2 },
    "Archive builds that no longer matter, or give a reason to publish anyway."],
  [{ hasFlows: false }, "There is no flow yet."],
  [{ hasNewerRelease: true }, "Review what was published in the meantime."],
  [{ changes: 0 }, "There are no changes to what is live in production."],
  [{ changes: null }, "Checking the changes…"],
  [{ isCurrent: false }, "Checking the changes…"],
  [{ openWarnings: 1 }, "Accept or fix this warning to publish."],
];

test("each condition that is not met is explained", () => {
  for (const [change, text] of blockers) {
    assert.equal(publishBlocker({ ...ready, ...change }), text);
  }
});

test("of several reasons the first is returned", () => {
  const all = Object.assign({}, ...blockers.map(([change]) => change)) as PublishConditions;
  assert.equal(publishBlocker({ ...ready, ...all }), blockers[0]?.[1]);
  assert.equal(
    publishBlocker({ ...ready, ...all, canPublish: true, conflicts: 0, isDiscarded: false }),
    "Some changes are not saved on the server yet.");
});
