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

describe("changes of both sides", () => {
  test("the same change on both sides is one change", () => {
    const change = content("login", { title: "Both" });
    const result = merged(change, change);
    assert.deepEqual(result.conflicts, []);
    assert.deepEqual(result.mine, edited(change));
  });

  test("changes of different members of a content are merged", () => {
    const result = merged(
      content("home", { title: "Mine", list: ["a", "b", "c"] }),
      content("home", { title: "Hello", list: ["a", "b", "c"], more: 1 }));
    assert.deepEqual(result.conflicts, []);
    assert.deepEqual(step(result.mine, "home")?.content,
      { title: "Mine", list: ["a", "b", "c"], more: 1 });
  });

  test("changes of different elements of a list are merged", () => {
    const list = (...elements: string[]) => content("home", { title: "Hello", list: elements });
    const result = merged(list("a", "x", "c"), list("a", "b", "c", "d"));
    assert.deepEqual(result.conflicts, []);
    assert.deepEqual(
      step(result.mine, "home")?.content, { title: "Hello", list: ["a", "x", "c", "d"] });
  });

  test("rules that both sides add before the fallback route stay before it", () => {
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

  test("the destination and the condition of one rule are merged separately", () => {
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

  test("two new destinations of one route are a conflict, not a route with both", () => {
    const ref = { flow: "shop", step: "legal", port: "next", route: 0 };
    const result = merged(retarget(ref, { finish: "stopped" }), retarget(ref, { to: "free" }));
    assert.equal(result.conflicts.length, 1);
    assert.deepEqual(step(result.mine, "legal")?.ports?.["next"], [{ finish: "stopped" }]);
    assert.deepEqual(step(result.theirs, "legal")?.ports?.["next"], [{ to: "free" }]);
  });

  test("shares of a split stay together while a variant is reconnected", () => {
    const variants = (a: number, b: number) => changeStep("shop", "home", (old) => ({
      ...old, ports: {
        ...old.ports, split: [{ split: { experiment: "short", variants: [
          { weight: a, to: "login", key: "a" }, { weight: b, to: "legal", key: "b" }] } }],
      },
    }));
    const retargeted = retarget(
      { flow: "shop", step: "home", port: "split", route: 0, variant: 1 }, { to: "free" });
    for (const result of [
      merged(variants(0.2, 0.8), retargeted), merged(retargeted, variants(0.2, 0.8)),
    ]) {
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

  test("a renamed step keeps the other side's changes", () => {
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

  test("a renamed flow keeps the other side's changes", () => {
    const result = merged(
      renameFlow("sign-up", "join"), setContent("sign-up", "one", { title: "Theirs" }));
    assert.deepEqual(result.conflicts, []);
    assert.equal(result.mine.flows[1]?.id, "join");
    assert.deepEqual(step(result.mine, "one", 1)?.content, { title: "Theirs" });
  });

  test("a step that both sides rename differently becomes two steps, with a conflict", () => {
    const result = merged(renameStep("shop", "login", "a"), renameStep("shop", "login", "b"));
    assert.ok(step(result.mine, "a") && step(result.mine, "b"));
    assert.ok(result.conflicts.length > 0);
  });

  test("values of a segment merge as a set", () => {
    const result = merged(setSegment("near", ["DE", "CH"]), setSegment("near", ["DE", "AT", "FR"]));
    assert.deepEqual(result.conflicts, []);
    assert.deepEqual(result.mine.segments, { near: ["DE", "FR", "CH"] });
  });

  test("unknown keys are kept and merged", () => {
    const add = (key: string): Edit => (document) => ({ ...document, [key]: { deep: [1] } });
    const result = merged(add("mine"), add("theirs")).mine as unknown as Record<string, unknown>;
    assert.deepEqual([result["mine"], result["theirs"]], [{ deep: [1] }, { deep: [1] }]);
  });

  test("the number of a release is always that of the server", () => {
    const result = merged(
      (document) => ({ ...document, number: 1 }), (document) => ({ ...document, number: 9 }));
    assert.deepEqual([result.mine.number, result.conflicts], [9, []]);
  });

  test("unchanged parts keep their identity", () => {
    const theirs = JSON.parse(JSON.stringify(edited(content("free", { text: "Theirs" }))));
    const mine = edited(content("login", { title: "Mine" }));
    const result = merge(base, mine, theirs as FlowDocument);
    assert.equal(step(result.mine, "home"), step(mine, "home"));
    assert.equal(step(result.mine, "login"), step(mine, "login"));
    assert.equal(result.mine.flows[1], mine.flows[1]);
  });
});

describe("conflicts", () => {
  const mine = content("login", { title: "Mine" });
  const theirs = content("login", { title: "Theirs" });

  test("have a location and the value of each side", () => {
    const { conflicts } = merged(mine, theirs);
    assert.equal(conflicts.length, 1);
    const { key, ...rest } = conflicts[0] ?? { key: "" };
    assert.ok(key.includes("login"));
    assert.deepEqual(rest, {
      kind: "changed", flow: "shop", step: "login", member: "title", base: "In", mine: "Mine",
      theirs: "Theirs", canKeepBoth: false,
    });
  });

  test("stay open across merges, and overwrite nothing", () => {
    const first = merged(mine, theirs);
    assert.deepEqual(step(first.mine, "login")?.content, { title: "Mine" });
    assert.deepEqual(step(first.theirs, "login")?.content, { title: "Theirs" });
    const more = setContent("shop", "free", { text: "More" })(first.theirs);
    const second = merge(first.base, first.mine, more);
    assert.deepEqual(second.conflicts.map(({ key }) => key), first.conflicts.map(({ key }) => key));
    assert.deepEqual(step(second.mine, "free")?.content, { text: "More" });
    assert.deepEqual(step(second.theirs, "login")?.content, { title: "Theirs" });
  });

  test("are resolved permanently by a choice", () => {
    const first = merged(mine, theirs);
    const key = first.conflicts[0]?.key ?? "";
    const withMine = merge(base, first.mine, first.theirs, new Map([[key, "mine" as const]]));
    assert.deepEqual(withMine.conflicts, []);
    assert.deepEqual(step(withMine.theirs, "login")?.content, { title: "Mine" });
    const again = merge(withMine.base, withMine.mine, first.theirs);
    assert.deepEqual(again.conflicts, []);
    assert.deepEqual(step(again.mine, "login")?.content, { title: "Mine" });
    const withTheirs = merge(base, first.mine, first.theirs, new Map([[key, "theirs" as const]]));
    assert.deepEqual(withTheirs.conflicts, []);
    assert.deepEqual(step(withTheirs.mine, "login")?.content, { title: "Theirs" });
  });

  test("disappear when both sides have the same value", () => {
    const first = merged(mine, theirs);
    const agreed = merge(first.base, theirs(first.mine), first.theirs);
    assert.deepEqual(agreed.conflicts, []);
    assert.ok(sameJSON(agreed.mine, first.theirs));
  });

  test("two conditions can be combined", () => {
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

  test("a step that I removed and they changed is a conflict", () => {
    const result = merged(removeSteps("shop", ["free"]), content("free", { text: "Theirs" }));
    assert.equal(result.conflicts[0]?.kind, "removed");
    assert.equal(step(result.mine, "free"), undefined);
    assert.ok(step(result.theirs, "free"));
  });

  test("a step that I removed and they connected is a conflict without a dangling edge", () => {
    const [mine, theirs] = [
      removeSteps("shop", ["free"]), connect("shop", "legal", "other", { to: "free" })];
    const result = merged(mine, theirs);
    const key = result.conflicts[0]?.key ?? "";
    assert.equal(result.conflicts[0]?.step, "free");
    const withMine = merged(mine, theirs, new Map([[key, "mine"]]));
    assert.equal(step(withMine.mine, "legal")?.ports?.["other"], undefined);
    const withTheirs = merged(mine, theirs, new Map([[key, "theirs"]]));
    assert.ok(step(withTheirs.mine, "free"));
    assert.deepEqual(step(withTheirs.mine, "legal")?.ports?.["other"], [{ to: "free" }]);
  });

  test("two new steps with the same name can both be kept", () => {
    const add = (screen: string) => addStep("shop", { id: "new", screen });
    const result = merged(add("Mine"), add("Theirs"));
    const key = result.conflicts[0]?.key ?? "";
    const both = merged(add("Mine"), add("Theirs"), new Map([[key, "both"]]));
    assert.deepEqual(both.mine.flows[0]?.steps.slice(4), [
      { id: "new", screen: "Theirs" }, { id: "new-2", screen: "Mine" }]);
  });

  test("two new fallback routes of one port are a conflict", () => {
    const result = merged(
      connect("shop", "free", "next", { to: "home" }),
      connect("shop", "free", "next", { to: "login" }));
    assert.equal(result.conflicts.length, 1);
    assert.deepEqual(step(result.mine, "free")?.ports?.["next"], [{ to: "home" }]);
    assert.deepEqual(step(result.theirs, "free")?.ports?.["next"], [{ to: "login" }]);
  });

  test("two orders of the same rules are a conflict", () => {
    const routes = step(base, "home")?.ports?.["next"] ?? [];
    const order = (...indices: number[]) => setRoutes(
      "shop", "home", "next", indices.map((index) => routes[index]!));
    assert.deepEqual(merged(order(1, 0, 2), nothing).conflicts, []);
    const result = merged(order(1, 0, 2), order(2, 0, 1));
    assert.equal(result.conflicts[0]?.kind, "order");
    assert.equal(step(result.mine, "home")?.ports?.["next"]?.length, 3);
  });
});

describe("undo with concurrent changes", () => {
  test("reverts only one's own edit", () => {
    const before = edited(content("login", { title: "Old" }));
    const after = content("login", { title: "Mine" })(before);
    const others = content("free", { text: "Theirs" })(after);
    const undone = transfer(after, before, others);
    assert.deepEqual(step(undone, "login")?.content, { title: "Old" });
    assert.deepEqual(step(undone, "free")?.content, { text: "Theirs" });
  });

  test("keeps what others have changed since", () => {
    const after = edited(content("login", { title: "Mine" }));
    const others = content("login", { title: "Theirs" })(after);
    assert.equal(transfer(after, base, others), others);
  });
});
