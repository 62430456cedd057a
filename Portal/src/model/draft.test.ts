import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Bench, problem, start } from "./drafts/bench.test-support";
import { contentOf, opened, save, titled } from "./drafts/draft.test-support";
import { addStep, changeStep, setStart, type Edit } from "../document";

describe("automatic saving", () => {
  test("starts with the live release, and creates the first draft", async () => {
    const bench = new Bench();
    const draft = await opened(bench);
    assert.deepEqual(draft.document.get(), start);
    assert.equal(draft.state.get().revision, 0);
    draft.apply("a", titled("home", "A"));
    assert.equal(save(draft), "waiting");
    await bench.pass(1000);
    assert.equal(save(draft), "saved");
    assert.deepEqual([draft.state.get().revision, draft.state.get().author?.name],
      [1, "me@example.com"]);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "A" });
  });

  test("a burst of edits becomes a few requests in order, ending with the last edit", async () => {
    const bench = new Bench();
    const draft = await opened(bench);
    bench.gate = [];
    for (let letter = 0; letter < 40; letter += 1) {
      draft.apply("type", titled("home", "x".repeat(letter)), "typing");
      if (letter % 7 === 0) await bench.pass(400);
      if (letter % 11 === 0) bench.gate.shift()?.();
    }
    for (let turn = 0; turn < 10; turn += 1) {
      bench.gate.shift()?.();
      await bench.pass(400);
    }
    assert.equal(bench.busiest, 1);
    assert.ok(bench.puts.length < 10, `${bench.puts.length} requests`);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "x".repeat(39) });
    assert.equal(save(draft), "saved");
    draft.undo();
    assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "Hello" });
  });

  test("an edit that was undone before it was sent is not sent", async () => {
    const bench = new Bench();
    const draft = await opened(bench);
    draft.apply("a", titled("home", "A"));
    draft.undo();
    await bench.pass(1000);
    assert.deepEqual([bench.puts.length, save(draft), bench.kept.size], [0, "saved", 0]);
  });

  test("a browser that cannot store changes is reported, until it can", async () => {
    const bench = new Bench();
    const draft = await opened(bench);
    bench.cannotStore = true;
    draft.apply("a", titled("home", "A"));
    await bench.rest();
    assert.equal(draft.state.get().cannotStore, true);
    bench.cannotStore = false;
    draft.apply("b", titled("home", "B"));
    await bench.rest();
    assert.equal(draft.state.get().cannotStore, false);
  });

  test("a closing page sends at once", async () => {
    const bench = new Bench();
    const page = bench.page();
    const draft = await opened(bench, page);
    draft.apply("a", titled("home", "A"));
    page.leave();
    await bench.rest();
    assert.deepEqual(contentOf(bench.document, "home"), { title: "A" });
  });
});

describe("failures", () => {
  test("offline edits are kept, retried with back-off, and sent", async () => {
    const bench = new Bench();
    const page = bench.page();
    const draft = await opened(bench, page);
    bench.isOffline = true;
    draft.apply("a", titled("home", "A"));
    await bench.pass(500);
    assert.equal(save(draft), "offline");
    assert.equal([...bench.kept.values()].length, 1);
    const before = bench.requests;
    draft.apply("b", titled("end", "B"));
    await bench.pass(60_000);
    const tries = bench.requests - before;
    assert.ok(tries >= 4 && tries <= 8, `${tries} tries in a minute`);
    bench.isOffline = false;
    page.wake();
    await bench.rest();
    assert.equal(save(draft), "saved");
    assert.equal(bench.kept.size, 0);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "A" });
    assert.deepEqual(contentOf(bench.document, "end"), { title: "B" });
  });

  test("`Retry-After` of the server is respected", async () => {
    const bench = new Bench();
    const draft = await opened(bench);
    bench.instead = [problem(503, "overloaded", { "Retry-After": "7" })];
    draft.apply("a", titled("home", "A"));
    await bench.pass(6000);
    assert.equal(save(draft), "offline");
    await bench.pass(2000);
    assert.equal(save(draft), "saved");
  });

  test("changes of a crashed page are restored, and merged with others' changes", async () => {
    const bench = new Bench();
    const crashed = await opened(bench);
    bench.isOffline = true;
    crashed.apply("a", titled("home", "A"));
    await bench.pass(500);
    bench.locked.clear();
    bench.isOffline = false;
    bench.pages.length = 0;
    bench.change(titled("end", "Ada"));
    const draft = await opened(bench);
    assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "A" });
    assert.deepEqual(contentOf(draft.document.get(), "end"), { title: "Ada" });
    assert.equal(draft.state.get().restored, "2026-01-01T00:00:00.000Z");
    await bench.pass(1000);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "A" });
    assert.equal(bench.kept.size, 0);
    draft.undo();
    assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "Hello" });
    assert.deepEqual(contentOf(draft.document.get(), "end"), { title: "Ada" });
  });

  test("changes of another open page, or of another user, are not restored", async () => {
    const bench = new Bench();
    const other = await opened(bench);
    bench.isOffline = true;
    other.apply("a", titled("home", "A"));
    await bench.pass(500);
    bench.isOffline = false;
    const draft = await opened(bench);
    assert.deepEqual(draft.document.get(), start);
    bench.locked.clear();
    for (const kept of bench.kept.values()) kept.user = "p2";
    const next = await opened(bench);
    assert.deepEqual(next.document.get(), start);
    assert.equal(bench.kept.size, 1);
  });

  test("a lost response does not cause a conflict with one's own change", async () => {
    const bench = new Bench();
    const draft = await opened(bench);
    bench.instead = ["lost"];
    draft.apply("a", titled("home", "A"));
    await bench.pass(400);
    assert.equal(save(draft), "offline");
    draft.apply("b", titled("home", "B"));
    await bench.pass(5000);
    assert.deepEqual([save(draft), draft.state.get().conflicts], ["saved", []]);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "B" });
  });

  test("changes are kept when the session ends, and sent after signing in", async () => {
    const bench = new Bench();
    const page = bench.page();
    const draft = await opened(bench, page);
    bench.instead = [problem(401, "no-session")];
    draft.apply("a", titled("home", "A"));
    await bench.pass(500);
    assert.deepEqual([save(draft), bench.kept.size], ["signed-out", 1]);
    const before = bench.requests;
    draft.apply("b", titled("end", "B"));
    await bench.pass(60_000);
    assert.equal(bench.requests, before);
    bench.instead = [problem(403, "csrf")];
    page.wake();
    await bench.pass(100);
    assert.deepEqual([save(draft), bench.kept.size], ["saved", 0]);
    assert.deepEqual(contentOf(bench.document, "end"), { title: "B" });
  });

  test("a rejection has a reason, and is not retried until something changes", async () => {
    const bench = new Bench();
    const draft = await opened(bench);
    bench.instead = [problem(413, "too-large")];
    draft.apply("a", titled("home", "A"));
    await bench.pass(60_000);
    assert.deepEqual(draft.state.get().save, {
      kind: "failed", message: "too-large, said the server." });
    assert.deepEqual([bench.requests, bench.kept.size], [3, 1]);
    draft.apply("b", titled("home", "B"));
    await bench.pass(1000);
    assert.equal(save(draft), "saved");
  });
});

describe("others' changes", () => {
  test("are applied at once, and undo reverts only one's own edit", async () => {
    const bench = new Bench();
    const draft = await opened(bench);
    draft.apply("a", titled("home", "A"));
    await bench.pass(1000);
    bench.change(titled("end", "Ada"));
    await bench.rest();
    assert.deepEqual(contentOf(draft.document.get(), "end"), { title: "Ada" });
    assert.equal(draft.state.get().author?.name, "ada@example.com");
    draft.undo();
    await bench.pass(1000);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "Hello" });
    assert.deepEqual(contentOf(bench.document, "end"), { title: "Ada" });
    draft.redo();
    assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "A" });
  });

  test("keep unchanged parts identical", async () => {
    const bench = new Bench();
    const draft = await opened(bench);
    const home = draft.document.get().flows[0]?.steps[0];
    bench.change(titled("end", "Ada"));
    await bench.rest();
    assert.equal(draft.document.get().flows[0]?.steps[0], home);
  });

  test("that arrived first are merged, not overwritten", async () => {
    const bench = new Bench();
    const page = bench.page();
    const draft = await opened(bench, page);
    bench.pages.length = 0;
    draft.apply("a", titled("home", "A"));
    bench.change(titled("end", "Ada"));
    await bench.pass(1000);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "A" });
    assert.deepEqual(contentOf(bench.document, "end"), { title: "Ada" });
    assert.equal(save(draft), "saved");
  });

  test("to the same value are conflicts: mine is kept here, theirs on the server", async () => {
    const bench = new Bench();
    const draft = await opened(bench);
    draft.apply("a", titled("home", "A"));
    bench.change(titled("home", "Ada"));
    await bench.pass(1000);
    assert.equal(draft.state.get().conflicts.length, 1);
    assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "A" });
    assert.deepEqual(contentOf(bench.document, "home"), { title: "Ada" });
    assert.equal(bench.kept.size, 1);
    draft.apply("b", titled("end", "B"));
    await bench.pass(1000);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "Ada" });
    assert.deepEqual(contentOf(bench.document, "end"), { title: "B" });
    const key = draft.state.get().conflicts[0]?.key ?? "";
    const sides = draft.sides(key);
    assert.deepEqual(
      [sides.base, sides.mine, sides.theirs].map((document) => contentOf(document, "home")),
      [{ title: "Hello" }, { title: "A" }, { title: "Ada" }]);
    draft.resolve(new Map([[key, "mine"]]));
    await bench.pass(1000);
    assert.deepEqual([draft.state.get().conflicts, save(draft)], [[], "saved"]);
    assert.deepEqual(contentOf(bench.document, "home"), { title: "A" });
    assert.equal(bench.kept.size, 0);
  });

  test("a postponed conflict survives a crash", async () => {
    const bench = new Bench();
    const crashed = await opened(bench);
    crashed.apply("a", titled("home", "A"));
    bench.change(titled("home", "Ada"));
    await bench.pass(1000);
    bench.locked.clear();
    bench.pages.length = 0;
    const draft = await opened(bench);
    assert.equal(draft.state.get().conflicts.length, 1);
    assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "A" });
    draft.resolve(new Map([[draft.state.get().conflicts[0]?.key ?? "", "theirs"]]));
    assert.deepEqual(contentOf(draft.document.get(), "home"), { title: "Ada" });
    await bench.pass(1000);
    assert.deepEqual([save(draft), bench.kept.size], ["saved", 0]);
  });
});

test("two members with unreliable connections converge, and no change is lost", async () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    let state = seed;
    const below = (count: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * count);
    };
    const bench = new Bench();
    const people = [await opened(bench), await opened(bench)];
    const made: string[] = [];
    bench.gate = [];
    for (let turn = 0; turn < 60; turn += 1) {
      const who = below(2);
      const name = `${"ab"[who]}${turn}`;
      const edits: Edit[] = [
        addStep("shop", { id: name, screen: "New" }),
        changeStep("shop", "home", (step) => (
          { ...step, content: { ...step.content as object, [name]: turn } })),
        titled("end", "same for both"),
        setStart("shop", "home"),
      ];
      const kind = below(edits.length);
      people[who]?.apply(name, edits[kind] ?? edits[0]!);
      if (kind < 2) made.push(name);
      if (below(3) === 0) bench.isOffline = !bench.isOffline;
      if (below(4) === 0) bench.instead.push("lost");
      for (let count = below(3); count > 0; count -= 1) bench.gate.shift()?.();
      await bench.pass(below(600));
    }
    bench.isOffline = false;
    bench.instead = [];
    for (let turn = 0; turn < 40; turn += 1) {
      bench.gate.splice(0).forEach((go) => go());
      await bench.pass(5000);
    }
    const [a, b] = people.map((person) => person.document.get());
    assert.deepEqual(people.map(save), ["saved", "saved"], `seed ${seed}`);
    assert.deepEqual(a, b, `seed ${seed}`);
    assert.deepEqual(a, bench.document, `seed ${seed}`);
    const text = JSON.stringify(a);
    assert.deepEqual(made.filter((name) => !text.includes(`"${name}"`)), [], `seed ${seed}`);
  }
});
