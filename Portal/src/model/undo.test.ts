import assert from "node:assert/strict";
import { test } from "node:test";
import { TestBench, start } from "./drafts/bench.test-support";
import { contentOf, openDraft, setTitle } from "./drafts/draft.test-support";

test("undo of one edit that another member has overwritten reverts no older edit", async () => {
  const bench = new TestBench();
  const draft = await openDraft(bench);
  draft.apply("a", setTitle("end", "Mine"));
  draft.apply("b", setTitle("home", "A"));
  const edit = draft.newestEdit;
  await bench.advance(1000);
  bench.change(setTitle("home", "Ada"));
  await bench.settle();
  assert.equal(draft.undo(edit), false);
  assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "Ada" });
  assert.deepEqual(contentOf(draft.document.get(), "end"), { title: "Mine" });
  // Without an id, the next edit that still has an effect is reverted.
  assert.equal(draft.undo(), true);
  assert.deepEqual(contentOf(draft.document.get(), "end"), contentOf(start, "end"));
});
