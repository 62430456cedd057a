import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bench } from "./drafts/bench.test-support";
import { contentOf, opened, titled } from "./drafts/draft.test-support";

describe("typing", () => {
  test("slow work waits for a pause in typing, but at most half a second", async () => {
    const bench = new Bench();
    const draft = await opened(bench);
    const type = (title: string) => draft.apply("type", titled("home", title), "typing");
    const paced = () => contentOf(draft.paced.get(), "home");
    type("A");
    assert.deepEqual([contentOf(draft.document.get(), "home"), paced()],
      [{ title: "A" }, { title: "Hello" }]);
    await bench.pass(150);
    assert.deepEqual(paced(), { title: "A" });
    for (const title of ["AB", "ABC", "ABCD", "ABCDE", "ABCDEF"]) {
      type(title);
      await bench.pass(100);
    }
    assert.deepEqual(paced(), { title: "ABCDEF" });
    type("ABCDEFG");
    draft.apply("other", titled("home", "Other"));
    assert.deepEqual(paced(), { title: "Other" });
    draft.undo();
    assert.deepEqual(paced(), { title: "ABCDEFG" });
  });

  test("a page that is left keeps the letters that were just typed", async () => {
    const bench = new Bench();
    const page = bench.page();
    const draft = await opened(bench, page);
    bench.gate = [];
    draft.apply("type", titled("home", "A"), "typing");
    await bench.rest();
    assert.equal(bench.kept.size, 0);
    page.leave();
    await bench.rest();
    assert.deepEqual([...bench.kept.values()].map(({ mine }) => contentOf(mine, "home")),
      [{ title: "A" }]);
  });

  test("a deferred edit is applied before anything reads or changes the draft", async () => {
    const bench = new Bench();
    const page = bench.page();
    const draft = await opened(bench, page);
    const shown = () => [draft.document, draft.paced].map((one) => contentOf(one.get(), "home"));
    const typed = (title: string) => draft.applyLater(
      () => draft.apply("type", titled("home", title), "typing"));
    const count = bench.puts.length;
    typed("A");
    typed("AB");
    assert.deepEqual(shown(), [{ title: "Hello" }, { title: "Hello" }]);
    assert.equal(draft.isPending, true);
    await bench.pass(150);
    assert.deepEqual(shown(), [{ title: "AB" }, { title: "AB" }]);
    assert.equal(draft.isPending, false);
    for (const title of ["ABC", "ABCD", "ABCDE", "ABCDEF", "ABCDEFG"]) {
      typed(title);
      await bench.pass(100);
    }
    assert.deepEqual(shown(), [{ title: "ABCDEFG" }, { title: "ABCDEFG" }]);
    typed("A");
    draft.apply("other", (document) => {
      assert.deepEqual(contentOf(document, "home"), { title: "A" });
      return titled("home", "Other")(document);
    });
    draft.undo();
    assert.deepEqual(shown()[0], { title: "A" });
    typed("AB");
    draft.undo();
    assert.deepEqual(shown()[0], { title: "Hello" });
    typed("ABC");
    assert.equal(draft.isAhead, true);
    typed("ABCD");
    bench.gate = [];
    page.leave();
    await bench.rest();
    assert.deepEqual([...bench.kept.values()].map(({ mine }) => contentOf(mine, "home")),
      [{ title: "ABCD" }]);
    assert.ok(bench.puts.length > count);
  });

  test("a deferred edit is merged with what others sent in the meantime", async () => {
    const bench = new Bench();
    const draft = await opened(bench);
    draft.applyLater(() => draft.apply("type", titled("home", "Mine"), "typing"));
    bench.change(titled("end", "Ada"));
    await bench.rest();
    assert.deepEqual(
      ["home", "end"].map((step) => contentOf(draft.document.get(), step)),
      [{ title: "Mine" }, { title: "Ada" }]);
  });

  test("letters of one text change the state once", async () => {
    const bench = new Bench();
    const draft = await opened(bench);
    let count = 0;
    draft.apply("type", titled("home", "A"), "typing");
    draft.state.subscribe(() => {
      count += 1;
    });
    draft.apply("type", titled("home", "AB"), "typing");
    assert.equal(count, 0);
    draft.apply("other", titled("home", "C"));
    assert.equal(count, 1);
  });
});
