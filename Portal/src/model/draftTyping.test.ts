import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TestBench } from "./drafts/bench.test-support";
import { contentOf, openDraft, setTitle } from "./drafts/draft.test-support";

describe("typing", () => {
  test("slow work is debounced while typing, by at most half a second", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    const type = (title: string) => draft.apply("type", setTitle("home", title), "typing");
    const debounced = () => contentOf(draft.debounced.get(), "home");
    type("A");
    assert.deepEqual([contentOf(draft.document.get(), "home"), debounced()],
      [{ title: "A" }, { title: "Hello" }]);
    await bench.advance(150);
    assert.deepEqual(debounced(), { title: "A" });
    for (const title of ["AB", "ABC", "ABCD", "ABCDE", "ABCDEF"]) {
      type(title);
      await bench.advance(100);
    }
    assert.deepEqual(debounced(), { title: "ABCDEF" });
    type("ABCDEFG");
    draft.apply("other", setTitle("home", "Other"));
    assert.deepEqual(debounced(), { title: "Other" });
    draft.undo();
    assert.deepEqual(debounced(), { title: "ABCDEFG" });
  });

  test("leaving the page stores the latest input", async () => {
    const bench = new TestBench();
    const page = bench.page();
    const draft = await openDraft(bench, page);
    bench.gate = [];
    draft.apply("type", setTitle("home", "A"), "typing");
    await bench.settle();
    assert.equal(bench.stored.size, 0);
    page.leave();
    await bench.settle();
    assert.deepEqual([...bench.stored.values()].map(({ mine }) => contentOf(mine, "home")),
      [{ title: "A" }]);
  });

  test("a deferred edit waits for a pause, another edit, undo, or leaving the page", async () => {
    const bench = new TestBench();
    const page = bench.page();
    const draft = await openDraft(bench, page);
    const shown = () =>
      [draft.document, draft.debounced].map((store) => contentOf(store.get(), "home"));
    const typeLater = (title: string) => draft.applyLater(
      () => draft.apply("type", setTitle("home", title), "typing"));
    const count = bench.puts.length;
    typeLater("A");
    typeLater("AB");
    assert.deepEqual(shown(), [{ title: "Hello" }, { title: "Hello" }]);
    assert.equal(draft.isPending, true);
    await bench.advance(150);
    assert.deepEqual(shown(), [{ title: "AB" }, { title: "AB" }]);
    assert.equal(draft.isPending, false);
    for (const title of ["ABC", "ABCD", "ABCDE", "ABCDEF", "ABCDEFG"]) {
      typeLater(title);
      await bench.advance(100);
    }
    assert.deepEqual(shown(), [{ title: "ABCDEFG" }, { title: "ABCDEFG" }]);
    typeLater("A");
    draft.apply("other", (document) => {
      assert.deepEqual(contentOf(document, "home"), { title: "A" });
      return setTitle("home", "Other")(document);
    });
    draft.undo();
    assert.deepEqual(shown()[0], { title: "A" });
    typeLater("AB");
    draft.undo();
    assert.deepEqual(shown()[0], { title: "Hello" });
    typeLater("ABC");
    assert.equal(draft.isAhead, true);
    typeLater("ABCD");
    bench.gate = [];
    page.leave();
    await bench.settle();
    assert.deepEqual([...bench.stored.values()].map(({ mine }) => contentOf(mine, "home")),
      [{ title: "ABCD" }]);
    assert.ok(bench.puts.length > count);
  });

  test("a deferred edit is merged with edits that others made in the meantime", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    draft.applyLater(() => draft.apply("type", setTitle("home", "Mine"), "typing"));
    bench.change(setTitle("end", "Ada"));
    await bench.settle();
    assert.deepEqual(
      ["home", "end"].map((step) => contentOf(draft.document.get(), step)),
      [{ title: "Mine" }, { title: "Ada" }]);
  });

  test("consecutive edits of one text notify subscribers once", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    let count = 0;
    draft.apply("type", setTitle("home", "A"), "typing");
    draft.state.subscribe(() => {
      count += 1;
    });
    draft.apply("type", setTitle("home", "AB"), "typing");
    assert.equal(count, 0);
    draft.apply("other", setTitle("home", "C"));
    assert.equal(count, 1);
  });
});
