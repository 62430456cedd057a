import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { get } from "../api";
import { TestBench, problem, start } from "./drafts/bench.test-support";
import { contentOf, openDraft, saveStatus, setTitle } from "./drafts/draft.test-support";
import type { DraftModel } from "./draft";

describe("discarding the draft", () => {
  async function withDraft(): Promise<[TestBench, DraftModel]> {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    draft.apply("a", setTitle("home", "A"));
    await bench.advance(1000);
    return [bench, draft];
  }

  test("returns to the live release, and undo restores the draft", async () => {
    const [bench, draft] = await withDraft();
    draft.apply("b", setTitle("end", "unsent"));
    await draft.discard("Discard", "production");
    await bench.advance(1000);
    assert.deepEqual(
      [bench.draft, draft.document.get(), saveStatus(draft)], [null, start, "saved"]);
    draft.undo();
    await bench.advance(1000);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "A" });
    assert.deepEqual(contentOf(bench.document, "end"), { title: "unsent" });
  });

  test("is rejected after others' changes, which are shown", async () => {
    const [bench, draft] = await withDraft();
    bench.pages.length = 0;
    bench.change(setTitle("end", "Ada"));
    await assert.rejects(draft.discard("Discard", "production"));
    await bench.advance(1000);
    assert.deepEqual(contentOf(draft.document.get(), "end"), { title: "Ada" });
    assert.ok(bench.draft);
  });

  test("by someone else needs a decision if there are local changes", async () => {
    for (const keeps of [true, false]) {
      const [bench, draft] = await withDraft();
      bench.discard();
      await bench.advance(1000);
      assert.equal(draft.state.get().discarded?.by?.name, "ada@example.com");
      assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "A" });
      draft.apply("b", setTitle("end", "B"));
      await bench.advance(60_000);
      assert.equal(bench.draft, null);
      draft.answerDiscard("Discard", keeps);
      await bench.advance(1000);
      assert.equal(draft.state.get().discarded, null);
      if (!keeps) assert.deepEqual(draft.document.get(), start);
      assert.equal(bench.draft === null, !keeps);
      if (keeps) assert.deepEqual(contentOf(bench.document, "end"), { title: "B" });
      assert.equal(saveStatus(draft), "saved");
    }
  });

  test("by someone else can be answered after signing in again", async () => {
    const [bench, draft] = await withDraft();
    bench.discard();
    await bench.advance(1000);
    bench.overrides = [problem(401, "no-session"), problem(401, "no-session")];
    await assert.rejects(get("/v1/me"));
    draft.answerDiscard("Discard", false);
    await bench.settle();
    assert.deepEqual([saveStatus(draft), bench.overrides.length], ["signed-out", 0]);
    draft.answerDiscard("Discard", false);
    await bench.settle();
    draft.apply("b", setTitle("end", "B"));
    await bench.advance(1000);
    assert.equal(saveStatus(draft), "saved");
    assert.deepEqual(contentOf(bench.document, "end"), { title: "B" });
  });

  test("by someone else applies at once if there are no local changes", async () => {
    const bench = new TestBench();
    bench.change(setTitle("home", "Ada"));
    const draft = await openDraft(bench);
    bench.discard();
    await bench.advance(1000);
    assert.deepEqual([draft.document.get(), draft.state.get().discarded], [start, null]);
  });

  test("reloading keeps or drops unsent changes", async () => {
    for (const keeps of [true, false]) {
      const bench = new TestBench();
      const draft = await openDraft(bench);
      bench.pages.length = 0;
      draft.apply("a", setTitle("home", "A"));
      bench.change(setTitle("end", "Ada"));
      await draft.reload("Reload", keeps);
      await bench.advance(1000);
      assert.deepEqual(contentOf(draft.document.get(), "home"), { title: keeps ? "A" : "Hello" });
      assert.deepEqual(contentOf(draft.document.get(), "end"), { title: "Ada" });
      assert.equal(saveStatus(draft), "saved");
    }
  });
});
