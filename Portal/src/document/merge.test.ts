import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  addStep, changeStep, connect, merge, removeSteps, renameFlow, renameStep, retarget, sameJSON,
  setContent, setRoutes, setSegment, setShowWhen, transfer, type Choice, type Edit,
  type FlowDocument, type Json,
} from "./index";
import { base, edited, step } from "./merge.test-support";

const merged = (mine: Edit, theirs: Edit, choices?: Map<string, Choice>) =>
  merge(base, edited(mine), edited(theirs), choices);
const nothing: Edit = (document) => document;
const content = (id: string, value: Json) => setContent("shop", id, value);

describe("what does not collide", () => {
  test("the same change of both is one change", () => {
    const change = content("login", { title: "Both" });
    const result = merged(change, change);
    assert.deepEqual(result.conflicts, []);
    assert.deepEqual(result.mine, edited(change));
  });

  test("members of one content come together", () => {
    const result = merged(
      content("home", { title: "Mine", list: ["a", "b", "c"] }),
      content("home", { title: "Hello", list: ["a", "b", "c"], more: 1 }));
    assert.deepEqual(result.conflicts, []);
    assert.deepEqual(step(result.mine, "home")?.content,
      { title: "Mine", list: ["a", "b", "c"], more: 1 });
  });

  test("elements of one list come together", () => {
    const list = (...elements: string[]) => content("home", { title: "Hello", list: elements });
    const result = merged(list("a", "x", "c"), list("a", "b", "c", "d"));
    assert.deepEqual(result.conflicts, []);
    assert.deepEqual(
      step(result.mine, "home")?.content, { title: "Hello", list: ["a", "x", "c", "d"] });
  });

  test("rules that both put before the fallback route stay before it", () => {
    const routes = step(base, "home")?.ports?.["next"] ?? [];
    const [first, second, last] = routes;
    assert.ok(first && second && last);
    const result = merged(
      setRoutes("shop", "home", "next", [first, second, { when: { mine: 1 }, to: "legal" }, last]),
      setRoutes(
        "shop", "home", "next", [first, second, { when: { their: 1 }, to: "legal" }, last]));
    assert.deepEqual(result.conflicts, []);
    assert.deepEqual(step(result.mine, "home")?.ports?.["next"], [
      first, second, { when: { mine: 1 }, to: "legal" }, { when: { their: 1 }, to: "legal" }, last,
    ]);
  });

  test("a rule led elsewhere and a rule with another condition are two places", () => {
    const ref = { flow: "shop", step: "home", port: "next", route: 0 };
    const routes = step(base, "home")?.ports?.["next"] ?? [];
    const result = merged(
      retarget(ref, { to: "free" }),
      setRoutes("shop", "home", "next", [{ ...routes[0], when: { country: "CH" } } as never,
        ...routes.slice(1)]));
    assert.deepEqual(result.conflicts, []);
    assert.deepEqual(step(result.mine, "home")?.ports?.["next"]?.[0],
      { when: { country: "CH" }, to: "free" });
  });

  test("an end and a presentation style do not mix into a route that leads twice", () => {
    const ref = { flow: "shop", step: "legal", port: "next", route: 0 };
    const result = merged(retarget(ref, { finish: "stopped" }), retarget(ref, { to: "free" }));
    assert.equal(result.conflicts.length, 1);
    assert.deepEqual(step(result.mine, "legal")?.ports?.["next"], [{ finish: "stopped" }]);
    assert.deepEqual(step(result.theirs, "legal")?.ports?.["next"], [{ to: "free" }]);
  });

  test("shares of a split stay together, and a variant may be led elsewhere meanwhile", () => {
    const variants = (a: number, b: number) => changeStep("shop", "home", (it) => ({
      ...it, ports: {
        ...it.ports, split: [{ split: { experiment: "short", variants: [
          { weight: a, to: "login", key: "a" }, { weight: b, to: "legal", key: "b" }] } }],
      },
    }));
    const led = retarget(
      { flow: "shop", step: "home", port: "split", route: 0, variant: 1 }, { to: "free" });
    for (const result of [merged(variants(0.2, 0.8), led), merged(led, variants(0.2, 0.8))]) {
      assert.deepEqual(result.conflicts, []);
      assert.deepEqual(step(result.mine, "home")?.ports?.["split"]?.[0], {
        split: { experiment: "short", variants: [
          { weight: 0.2, to: "login", key: "a" }, { weight: 0.8, to: "free", key: "b" }] },
      });
    }
    const collision = merged(variants(0.2, 0.8), variants(0.3, 0.7));
    assert.equal(collision.conflicts.length, 1);
    const sums = [collision.mine, collision.theirs].map((document) => {
      const route = step(document, "home")?.ports?.["split"]?.[0];
      assert.ok(route && "split" in route);
      return route.split.variants.reduce((sum, variant) => sum + (variant.weight ?? 0), 0);
    });
    assert.deepEqual(sums, [1, 1]);
  });

  test("a renamed step takes the other side's changes along", () => {
    const result = merged(
      renameStep("shop", "login", "enter"), content("login", { title: "Theirs" }));
    assert.deepEqual(result.conflicts, []);
    assert.deepEqual(step(result.mine, "enter")?.content, { title: "Theirs" });
    assert.equal(step(result.mine, "login"), undefined);
    const other = merged(connect("shop", "free", "next", { to: "login" }),
      renameStep("shop", "login", "enter"));
    assert.deepEqual(step(other.mine, "free")?.ports?.["next"], [{ to: "enter" }]);
    assert.deepEqual(other.conflicts, []);
  });

  test("a renamed flow takes the other side's changes along", () => {
    const result = merged(
      renameFlow("sign-up", "join"), setContent("sign-up", "one", { title: "Theirs" }));
    assert.deepEqual(result.conflicts, []);
    assert.equal(result.mine.flows[1]?.id, "join");
    assert.deepEqual(step(result.mine, "one", 1)?.content, { title: "Theirs" });
  });

  test("two names for one step are two steps, and nothing goes quietly", () => {
    const result = merged(renameStep("shop", "login", "a"), renameStep("shop", "login", "b"));
    assert.ok(step(result.mine, "a") && step(result.mine, "b"));
    assert.ok(result.conflicts.length > 0);
  });

  test("values of a segment are a set", () => {
    const result = merged(setSegment("near", ["DE", "CH"]), setSegment("near", ["DE", "AT", "FR"]));
    assert.deepEqual(result.conflicts, []);
    assert.deepEqual(result.mine.segments, { near: ["DE", "FR", "CH"] });
  });

  test("keys that nobody knows stay, and come together", () => {
    const add = (key: string): Edit => (document) => ({ ...document, [key]: { deep: [1] } });
    const result = merged(add("mine"), add("theirs")).mine as unknown as Record<string, unknown>;
    assert.deepEqual([result["mine"], result["theirs"]], [{ deep: [1] }, { deep: [1] }]);
  });

  test("labels of a release are the server's", () => {
    const result = merged(
      (document) => ({ ...document, number: 1 }), (document) => ({ ...document, number: 9 }));
    assert.deepEqual([result.mine.number, result.conflicts], [9, []]);
  });

  test("what did not change is still the same object", () => {
    const fresh = JSON.parse(JSON.stringify(edited(content("free", { text: "Theirs" }))));
    const mine = edited(content("login", { title: "Mine" }));
    const result = merge(base, mine, fresh as FlowDocument);
    assert.equal(step(result.mine, "home"), step(mine, "home"));
    assert.equal(step(result.mine, "login"), step(mine, "login"));
    assert.equal(result.mine.flows[1], mine.flows[1]);
  });
});

describe("conflicts", () => {
  const mine = content("login", { title: "Mine" });
  const theirs = content("login", { title: "Theirs" });

  test("say where they are and what each side wants", () => {
    const { conflicts } = merged(mine, theirs);
    assert.equal(conflicts.length, 1);
    const { key, ...rest } = conflicts[0] ?? { key: "" };
    assert.ok(key.includes("login"));
    assert.deepEqual(rest, {
      kind: "changed", flow: "shop", step: "login", member: "title", base: "In", mine: "Mine",
      theirs: "Theirs", canKeepBoth: false,
    });
  });

  test("stay open over any number of merges, and overwrite nobody", () => {
    const first = merged(mine, theirs);
    assert.deepEqual(step(first.mine, "login")?.content, { title: "Mine" });
    assert.deepEqual(step(first.theirs, "login")?.content, { title: "Theirs" });
    const more = setContent("shop", "free", { text: "More" })(first.theirs);
    const second = merge(first.base, first.mine, more);
    assert.deepEqual(second.conflicts.map((one) => one.key), first.conflicts.map((one) => one.key));
    assert.deepEqual(step(second.mine, "free")?.content, { text: "More" });
    assert.deepEqual(step(second.theirs, "login")?.content, { title: "Theirs" });
  });

  test("are settled by a choice, for good", () => {
    const first = merged(mine, theirs);
    const key = first.conflicts[0]?.key ?? "";
    const kept = merge(base, first.mine, first.theirs, new Map([[key, "mine" as const]]));
    assert.deepEqual(kept.conflicts, []);
    assert.deepEqual(step(kept.theirs, "login")?.content, { title: "Mine" });
    const again = merge(kept.base, kept.mine, first.theirs);
    assert.deepEqual(again.conflicts, []);
    assert.deepEqual(step(again.mine, "login")?.content, { title: "Mine" });
    const left = merge(base, first.mine, first.theirs, new Map([[key, "theirs" as const]]));
    assert.deepEqual(left.conflicts, []);
    assert.deepEqual(step(left.mine, "login")?.content, { title: "Theirs" });
  });

  test("go by themselves when I write what the others wrote", () => {
    const first = merged(mine, theirs);
    const gone = merge(first.base, theirs(first.mine), first.theirs);
    assert.deepEqual(gone.conflicts, []);
    assert.ok(sameJSON(gone.mine, first.theirs));
  });

  test("both conditions can be asked for", () => {
    const result = merged(
      setShowWhen("shop", "free", { country: "DE" }), setShowWhen("shop", "free", { vip: true }));
    const conflict = result.conflicts[0];
    assert.ok(conflict?.canKeepBoth);
    const both = merged(
      setShowWhen("shop", "free", { country: "DE" }), setShowWhen("shop", "free", { vip: true }),
      new Map([[conflict.key, "both"]]));
    assert.deepEqual(
      step(both.mine, "free")?.showWhen, { $and: [{ vip: true }, { country: "DE" }] });
  });

  test("a step that I took away and they changed is asked about", () => {
    const result = merged(removeSteps("shop", ["free"]), content("free", { text: "Theirs" }));
    assert.equal(result.conflicts[0]?.kind, "removed");
    assert.equal(step(result.mine, "free"), undefined);
    assert.ok(step(result.theirs, "free"));
  });

  test("a step that I took away and they lead to is asked about; no edge is loose", () => {
    const [mine, theirs] = [
      removeSteps("shop", ["free"]), connect("shop", "legal", "other", { to: "free" })];
    const result = merged(mine, theirs);
    const key = result.conflicts[0]?.key ?? "";
    assert.equal(result.conflicts[0]?.step, "free");
    const gone = merged(mine, theirs, new Map([[key, "mine"]]));
    assert.equal(step(gone.mine, "legal")?.ports?.["other"], undefined);
    const kept = merged(mine, theirs, new Map([[key, "theirs"]]));
    assert.ok(step(kept.mine, "free"));
    assert.deepEqual(step(kept.mine, "legal")?.ports?.["other"], [{ to: "free" }]);
  });

  test("two new steps of one name can both stay", () => {
    const add = (screen: string) => addStep("shop", { id: "new", screen });
    const result = merged(add("Mine"), add("Theirs"));
    const key = result.conflicts[0]?.key ?? "";
    const both = merged(add("Mine"), add("Theirs"), new Map([[key, "both"]]));
    assert.deepEqual(both.mine.flows[0]?.steps.slice(4), [
      { id: "new", screen: "Theirs" }, { id: "new-2", screen: "Mine" }]);
  });

  test("two new fallback routes of one port are one place", () => {
    const result = merged(
      connect("shop", "free", "next", { to: "home" }),
      connect("shop", "free", "next", { to: "login" }));
    assert.equal(result.conflicts.length, 1);
    assert.deepEqual(step(result.mine, "free")?.ports?.["next"], [{ to: "home" }]);
    assert.deepEqual(step(result.theirs, "free")?.ports?.["next"], [{ to: "login" }]);
  });

  test("two orders of the same rules are asked about", () => {
    const routes = step(base, "home")?.ports?.["next"] ?? [];
    const order = (...at: number[]) => setRoutes(
      "shop", "home", "next", at.map((place) => routes[place]!));
    assert.deepEqual(merged(order(1, 0, 2), nothing).conflicts, []);
    const result = merged(order(1, 0, 2), order(2, 0, 1));
    assert.equal(result.conflicts[0]?.kind, "order");
    assert.equal(step(result.mine, "home")?.ports?.["next"]?.length, 3);
  });
});

describe("undo among others", () => {
  test("takes back one's own edit only", () => {
    const before = edited(content("login", { title: "Old" }));
    const after = content("login", { title: "Mine" })(before);
    const others = content("free", { text: "Theirs" })(after);
    const undone = transfer(after, before, others);
    assert.deepEqual(step(undone, "login")?.content, { title: "Old" });
    assert.deepEqual(step(undone, "free")?.content, { text: "Theirs" });
  });

  test("leaves alone what others have changed since", () => {
    const after = edited(content("login", { title: "Mine" }));
    const others = content("login", { title: "Theirs" })(after);
    assert.equal(transfer(after, base, others), others);
  });
});
