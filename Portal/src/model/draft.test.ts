import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { get } from "../api";
import { TestBench, problem, start } from "./drafts/bench.test-support";
import { contentOf, openDraft, saveStatus, setTitle } from "./drafts/draft.test-support";
import { addStep, changeStep, setStart, type Edit } from "../document";

describe("automatic saving", () => {
  test("starts with the live release, and creates the first draft", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    assert.deepEqual(draft.document.get(), start);
    assert.equal(draft.state.get().revision, 0);
    draft.apply("a", setTitle("home", "A"));
    assert.equal(saveStatus(draft), "pending");
    await bench.advance(1000);
    assert.equal(saveStatus(draft), "saved");
    assert.deepEqual([draft.state.get().revision, draft.state.get().author?.name],
      [1, "me@example.com"]);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "A" });
  });

  test("a burst of edits becomes a few requests in order, ending with the last edit", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    bench.gate = [];
    for (let letter = 0; letter < 40; letter += 1) {
      draft.apply("type", setTitle("home", "x".repeat(letter)), "typing");
      if (letter % 7 === 0) await bench.advance(400);
      if (letter % 11 === 0) bench.gate.shift()?.();
    }
    for (let turn = 0; turn < 10; turn += 1) {
      bench.gate.shift()?.();
      await bench.advance(400);
    }
    assert.equal(bench.maxConcurrency, 1);
    assert.ok(bench.puts.length < 10, `${bench.puts.length} requests`);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "x".repeat(39) });
    assert.equal(saveStatus(draft), "saved");
    draft.undo();
    assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "Hello" });
  });

  test("an edit that was undone before it was sent is not sent", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    draft.apply("a", setTitle("home", "A"));
    draft.undo();
    await bench.advance(1000);
    assert.deepEqual([bench.puts.length, saveStatus(draft), bench.stored.size], [0, "saved", 0]);
  });

  test("a browser that cannot store changes is reported, until it can", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    bench.cannotStore = true;
    draft.apply("a", setTitle("home", "A"));
    await bench.settle();
    assert.equal(draft.state.get().cannotStore, true);
    bench.cannotStore = false;
    draft.apply("b", setTitle("home", "B"));
    await bench.settle();
    assert.equal(draft.state.get().cannotStore, false);
  });

  test("a browser that cannot store changes is not reported once they are sent", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    bench.cannotStore = true;
    draft.apply("a", setTitle("home", "A"));
    await bench.settle();
    assert.equal(draft.state.get().cannotStore, true);
    await bench.advance(1000);
    assert.deepEqual([saveStatus(draft), draft.state.get().cannotStore], ["saved", false]);
  });

  test("a closing page sends at once", async () => {
    const bench = new TestBench();
    const page = bench.page();
    const draft = await openDraft(bench, page);
    draft.apply("a", setTitle("home", "A"));
    page.leave();
    await bench.settle();
    assert.deepEqual(contentOf(bench.document, "home"), { title: "A" });
  });
});

describe("failures", () => {
  test("offline edits are kept, retried with back-off, and sent", async () => {
    const bench = new TestBench();
    const page = bench.page();
    const draft = await openDraft(bench, page);
    bench.isOffline = true;
    draft.apply("a", setTitle("home", "A"));
    await bench.advance(500);
    assert.equal(saveStatus(draft), "offline");
    assert.equal([...bench.stored.values()].length, 1);
    const before = bench.requests;
    draft.apply("b", setTitle("end", "B"));
    await bench.advance(60_000);
    const tries = bench.requests - before;
    assert.ok(tries >= 4 && tries <= 8, `${tries} tries in a minute`);
    bench.isOffline = false;
    page.wake();
    await bench.settle();
    assert.equal(saveStatus(draft), "saved");
    assert.equal(bench.stored.size, 0);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "A" });
    assert.deepEqual(contentOf(bench.document, "end"), { title: "B" });
  });

  test("`Retry-After` of the server is respected", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    bench.overrides = [problem(503, "overloaded", { "Retry-After": "7" })];
    draft.apply("a", setTitle("home", "A"));
    await bench.advance(6000);
    assert.equal(saveStatus(draft), "offline");
    await bench.advance(2000);
    assert.equal(saveStatus(draft), "saved");
  });

  test("changes of a crashed page are restored, and merged with others' changes", async () => {
    const bench = new TestBench();
    const crashed = await openDraft(bench);
    bench.isOffline = true;
    crashed.apply("a", setTitle("home", "A"));
    await bench.advance(500);
    bench.locked.clear();
    bench.isOffline = false;
    bench.pages.length = 0;
    bench.change(setTitle("end", "Ada"));
    const draft = await openDraft(bench);
    assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "A" });
    assert.deepEqual(contentOf(draft.document.get(), "end"), { title: "Ada" });
    assert.equal(draft.state.get().restored, "2026-01-01T00:00:00.000Z");
    await bench.advance(1000);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "A" });
    assert.equal(bench.stored.size, 0);
    draft.undo();
    assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "Hello" });
    assert.deepEqual(contentOf(draft.document.get(), "end"), { title: "Ada" });
  });

  test("changes of another open page, or of another user, are not restored", async () => {
    const bench = new TestBench();
    const other = await openDraft(bench);
    bench.isOffline = true;
    other.apply("a", setTitle("home", "A"));
    await bench.advance(500);
    bench.isOffline = false;
    const draft = await openDraft(bench);
    assert.deepEqual(draft.document.get(), start);
    bench.locked.clear();
    for (const changes of bench.stored.values()) changes.user = "p2";
    const next = await openDraft(bench);
    assert.deepEqual(next.document.get(), start);
    assert.equal(bench.stored.size, 1);
  });

  test("a lost response does not cause a conflict with one's own change", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    bench.overrides = ["lost"];
    draft.apply("a", setTitle("home", "A"));
    await bench.advance(400);
    assert.equal(saveStatus(draft), "offline");
    draft.apply("b", setTitle("home", "B"));
    await bench.advance(5000);
    assert.deepEqual([saveStatus(draft), draft.state.get().conflicts], ["saved", []]);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "B" });
  });

  test("changes that signing out in another tab has removed are stored again", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    bench.overrides = ["lost"];
    draft.apply("a", setTitle("home", "A"));
    await bench.advance(400);
    assert.deepEqual([saveStatus(draft), bench.stored.size], ["offline", 1]);
    bench.stored.clear();
    bench.overrides = [problem(401, "no-session")];
    await bench.advance(5000);
    assert.deepEqual([saveStatus(draft), bench.stored.size], ["signed-out", 1]);
  });

  test("changes are kept when the session ends, and sent after signing in", async () => {
    const bench = new TestBench();
    const page = bench.page();
    const draft = await openDraft(bench, page);
    bench.overrides = [problem(401, "no-session")];
    draft.apply("a", setTitle("home", "A"));
    await bench.advance(500);
    assert.deepEqual([saveStatus(draft), bench.stored.size], ["signed-out", 1]);
    const before = bench.requests;
    draft.apply("b", setTitle("end", "B"));
    await bench.advance(60_000);
    assert.equal(bench.requests, before);
    bench.overrides = [problem(403, "csrf")];
    page.wake();
    await bench.advance(100);
    assert.deepEqual([saveStatus(draft), bench.stored.size], ["saved", 0]);
    assert.deepEqual(contentOf(bench.document, "end"), { title: "B" });
  });

  test("a page without unsent changes continues after signing in elsewhere", async () => {
    const bench = new TestBench();
    const page = bench.page();
    const draft = await openDraft(bench, page);
    bench.overrides = [problem(401, "no-session"), problem(401, "no-session")];
    await assert.rejects(get("/v1/me"));
    assert.equal(saveStatus(draft), "signed-out");
    page.wake();
    await bench.settle();
    assert.deepEqual([saveStatus(draft), bench.overrides.length], ["signed-out", 0]);
    page.wake();
    await bench.settle();
    assert.equal(saveStatus(draft), "saved");
  });

  test("a page stays signed out until the server has answered", async () => {
    const bench = new TestBench();
    const page = bench.page();
    const draft = await openDraft(bench, page);
    draft.apply("a", setTitle("home", "A"));
    draft.undo();
    bench.overrides = [problem(401, "no-session")];
    await assert.rejects(get("/v1/me"));
    const before = bench.requests;
    await bench.advance(1000);
    assert.equal(saveStatus(draft), "signed-out");
    draft.apply("b", setTitle("home", "B"));
    await bench.advance(60_000);
    assert.deepEqual([bench.requests, bench.stored.size], [before, 1]);
    bench.overrides = [problem(413, "too-large")];
    page.wake();
    await bench.settle();
    assert.equal(saveStatus(draft), "failed");
    draft.apply("c", setTitle("home", "C"));
    await bench.advance(1000);
    assert.deepEqual([saveStatus(draft), bench.stored.size], ["saved", 0]);
  });

  test("a page stays signed out if a change is undone before the next retry", async () => {
    const bench = new TestBench();
    const page = bench.page();
    const draft = await openDraft(bench, page);
    bench.overrides = [problem(401, "no-session"), problem(503, "overloaded")];
    draft.apply("a", setTitle("home", "A"));
    await bench.advance(500);
    page.wake();
    await bench.settle();
    assert.deepEqual([saveStatus(draft), bench.overrides.length], ["offline", 0]);
    draft.undo();
    await bench.advance(60_000);
    assert.equal(saveStatus(draft), "signed-out");
  });

  test("a rejection has its reason, and is not retried until something changes", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    bench.overrides = [problem(413, "too-large")];
    draft.apply("a", setTitle("home", "A"));
    await bench.advance(60_000);
    assert.deepEqual(draft.state.get().save, {
      kind: "failed", message: "too-large, said the server." });
    assert.deepEqual([bench.requests, bench.stored.size], [3, 1]);
    draft.apply("b", setTitle("home", "B"));
    await bench.advance(1000);
    assert.equal(saveStatus(draft), "saved");
  });
});

describe("others' changes", () => {
  test("are applied at once, and undo reverts only one's own edit", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    draft.apply("a", setTitle("home", "A"));
    await bench.advance(1000);
    bench.change(setTitle("end", "Ada"));
    await bench.settle();
    assert.deepEqual(contentOf(draft.document.get(), "end"), { title: "Ada" });
    assert.equal(draft.state.get().author?.name, "ada@example.com");
    draft.undo();
    await bench.advance(1000);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "Hello" });
    assert.deepEqual(contentOf(bench.document, "end"), { title: "Ada" });
    draft.redo();
    assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "A" });
  });

  test("keep unchanged parts identical", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    const home = draft.document.get().flows[0]?.steps[0];
    bench.change(setTitle("end", "Ada"));
    await bench.settle();
    assert.equal(draft.document.get().flows[0]?.steps[0], home);
  });

  test("that arrived first are merged, not overwritten", async () => {
    const bench = new TestBench();
    const page = bench.page();
    const draft = await openDraft(bench, page);
    bench.pages.length = 0;
    draft.apply("a", setTitle("home", "A"));
    bench.change(setTitle("end", "Ada"));
    await bench.advance(1000);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "A" });
    assert.deepEqual(contentOf(bench.document, "end"), { title: "Ada" });
    assert.equal(saveStatus(draft), "saved");
  });

  test("of the same member are conflicts: mine is kept here, theirs on the server", async () => {
    const bench = new TestBench();
    const draft = await openDraft(bench);
    draft.apply("a", setTitle("home", "A"));
    bench.change(setTitle("home", "Ada"));
    await bench.advance(1000);
    assert.equal(draft.state.get().conflicts.length, 1);
    assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "A" });
    assert.deepEqual(contentOf(bench.document, "home"), { title: "Ada" });
    assert.equal(bench.stored.size, 1);
    draft.apply("b", setTitle("end", "B"));
    await bench.advance(1000);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "Ada" });
    assert.deepEqual(contentOf(bench.document, "end"), { title: "B" });
    const key = draft.state.get().conflicts[0]?.key ?? "";
    const sides = draft.sides(key);
    assert.deepEqual(
      [sides.base, sides.mine, sides.theirs].map((document) => contentOf(document, "home")),
      [{ title: "Hello" }, { title: "A" }, { title: "Ada" }]);
    draft.resolve(new Map([[key, "mine"]]));
    await bench.advance(1000);
    assert.deepEqual([draft.state.get().conflicts, saveStatus(draft)], [[], "saved"]);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "A" });
    assert.equal(bench.stored.size, 0);
  });

  test("a postponed conflict survives a crash", async () => {
    const bench = new TestBench();
    const crashed = await openDraft(bench);
    crashed.apply("a", setTitle("home", "A"));
    bench.change(setTitle("home", "Ada"));
    await bench.advance(1000);
    bench.locked.clear();
    bench.pages.length = 0;
    const draft = await openDraft(bench);
    assert.equal(draft.state.get().conflicts.length, 1);
    assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "A" });
    draft.resolve(new Map([[draft.state.get().conflicts[0]?.key ?? "", "theirs"]]));
    assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "Ada" });
    await bench.advance(1000);
    assert.deepEqual([saveStatus(draft), bench.stored.size], ["saved", 0]);
  });
});

test("two members with unreliable connections converge, and no change is lost", async () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    let state = seed;
    const below = (count: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * count);
    };
    const bench = new TestBench();
    const people = [await openDraft(bench), await openDraft(bench)];
    const made: string[] = [];
    bench.gate = [];
    for (let turn = 0; turn < 60; turn += 1) {
      const who = below(2);
      const name = `${"ab"[who]}${turn}`;
      const edits: Edit[] = [
        addStep("shop", { id: name, screen: "New" }),
        changeStep("shop", "home", (step) => (
          { ...step, content: { ...step.content as object, [name]: turn } })),
        setTitle("end", "same for both"),
        setStart("shop", "home"),
      ];
      const kind = below(edits.length);
      people[who]?.apply(name, edits[kind] ?? edits[0]!);
      if (kind < 2) made.push(name);
      if (below(3) === 0) bench.isOffline = !bench.isOffline;
      if (below(4) === 0) bench.overrides.push("lost");
      for (let count = below(3); count > 0; count -= 1) bench.gate.shift()?.();
      await bench.advance(below(600));
    }
    bench.isOffline = false;
    bench.overrides = [];
    for (let turn = 0; turn < 40; turn += 1) {
      bench.gate.splice(0).forEach((go) => go());
      await bench.advance(5000);
    }
    const [a, b] = people.map((person) => person.document.get());
    assert.deepEqual(people.map(saveStatus), ["saved", "saved"], `seed ${seed}`);
    assert.deepEqual(a, b, `seed ${seed}`);
    assert.deepEqual(a, bench.document, `seed ${seed}`);
    const text = JSON.stringify(a);
    assert.deepEqual(made.filter((name) => !text.includes(`"${name}"`)), [], `seed ${seed}`);
  }
});
