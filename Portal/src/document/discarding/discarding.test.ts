// Discarding a change of each kind.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { canonical } from "../canonical";
import { changeFlow, changeStep, removeSteps, type Edit } from "../edits";
import { flowOf, stepOf } from "../reading";
import type { Flow, FlowDocument, Route, Step, Variant } from "../types";
import { changesOf, live } from "./discarding.test-support";
import { discardChange } from "./index";

const change = (step: string, edit: (step: Step) => object): Edit =>
  changeStep("shop", step, (old) => ({ ...old, ...edit(old) }) as Step);
const shop = (edit: (flow: Flow) => object): Edit =>
  changeFlow("shop", (flow) => ({ ...flow, ...edit(flow) }));
const port = (name: string, edit: (routes: Route[]) => object[]): Edit =>
  change("home", ({ ports }) => ({ ports: { ...ports, [name]: edit(ports?.[name] ?? []) } }));
const split = (edit: object): Edit => port("split", ([route]) => [
  { split: { ...(route as { split: object }).split, ...edit } }]);
const variants = (edit: (variants: Variant[]) => object[]): Edit => port("split", ([route]) => {
  const old = (route as { split: { variants: Variant[] } }).split;
  return [{ split: { ...old, variants: edit(old.variants) } }];
});
const member = (members: object): Edit => (document) => ({ ...document, ...members });
const without = (name: keyof Step): Edit => change("home", () => ({ [name]: undefined }));

/** Edits, each with the changes that it consists of. */
const edits: [ids: string[], edit: Edit][] = [
  [["flow-order-changed.first"], member({ flows: [2, 0, 1].map((index) => live.flows[index]) })],
  [["flow-order-changed"], member({ flows: [0, 2, 1].map((index) => live.flows[index]) })],
  [["flow-added"], member({ flows: [
    ...live.flows, { id: "new", start: "a", steps: [{ id: "a", screen: "A" }] }] })],
  [["flow-removed"], member({ flows: live.flows.slice(0, 2) })],
  [["start-changed"], shop(() => ({ start: "login" }))],
  [["step-added"], shop(({ steps }) => ({ steps: [...steps, { id: "new", screen: "New" }] }))],
  [["step-removed"], shop(({ steps }) => ({ steps: steps.slice(0, 3) }))],
  [["screen-changed"], change("home", () => ({ screen: "New" }))],
  [["content-changed"], change("home", () => ({ content: { title: "Hi" } }))],
  [["content-changed.added"], change("legal", () => ({ content: { title: "Hi" } }))],
  [["content-changed.removed"], without("content")],
  [["show-when-changed"], change("home", () => ({ showWhen: { age: 2 } }))],
  [["show-when-changed.always"], change("legal", () => ({ showWhen: undefined }))],
  [["port-added"], port("more", () => [{ to: "free" }])],
  [["port-added.unrouted"], port("more", () => [])],
  [["port-removed"], change("login", ({ ports }) => ({ ports: { next: ports?.["next"] } }))],
  [["route-added"], port("next", (routes) => [{ when: { age: 7 }, to: "free" }, ...routes])],
  [["route-removed"], port("next", (routes) => routes.slice(1))],
  [["route-removed.elsewhere"], port("next", ([a, , c]) => [a!, c!])],
  [["condition-changed"], port("next", ([a, ...more]) => [{ ...a, when: { age: 3 } }, ...more])],
  [["condition-changed.removed"], change("login", ({ ports }) => ({ ports: {
    ...ports, back: ports?.["back"]?.map(({ when: _, ...route }) => route),
  } }))],
  [["condition-changed.added"], port("enter", ([route]) => [{ ...route, when: { age: 3 } }])],
  [["destination-changed"], port("next", ([a, ...more]) => [
    { when: a?.when, finish: "out", style: "sheet" }, ...more])],
  [["destination-changed"], port("split", () => [{ to: "free" }])],
  [["destination-changed.variant"], variants(([a, ...more]) => [
    { key: "a", weight: a?.weight, flow: "help", then: { "*": "home" } }, ...more])],
  [["route-order-changed"], port("next", ([a, b, c]) => [b!, a!, c!])],
  [["split-settings-changed.experiment"], split({ experiment: "long" })],
  [["split-settings-changed.identity"], split({ by: "age", fallbackBy: "userId" })],
  [["split-settings-changed.seed"], split({ seed: undefined })],
  [["split-settings-changed.coverage"], split({ coverage: undefined })],
  [["split-settings-changed.namespace"], split({ namespace: ["n", 0.5, 1] })],
  [["split-variants-changed.added", "split-shares-changed"], variants((list) => [
    ...list.map((variant) => ({ ...variant, weight: 0.25 })),
    { key: "new", weight: 0.25, to: "free" }])],
  [["split-variants-changed.removed", "split-shares-changed"], variants(([a, b]) => [
    { ...a, weight: 0.6 }, { ...b, weight: 0.4 }])],
  [["split-variants-changed.order"], variants((list) => list.slice().reverse())],
  [["split-shares-changed"], variants(([a, b, c]) => [
    { ...a, weight: 0.2 }, { ...b, weight: 0.55 }, c!])],
  [["section-changed.added"], shop(({ sections, steps }) => ({
    sections: { ...sections, new: { title: "New", color: "red" } },
    steps: steps.map((step) => (step.id === "home" ? { ...step, section: "new" } : step)),
  }))],
  [["section-changed.removed"], shop(({ steps }) => ({
    sections: undefined, steps: steps.map(({ section: _, ...step }) => step),
  }))],
  [["section-changed"], shop(() => ({ sections: { pay: { title: "Buying", color: "blue" } } }))],
  [["section-changed.gained"], change("home", () => ({ section: "pay" }))],
  [["section-changed.lost"], change("login", () => ({ section: undefined }))],
  [["drawn-screen-changed.added"], member({ screens: [
    ...live.screens ?? [], { name: "New", root: { type: "text", text: "New" } }] })],
  [["drawn-screen-changed.removed"], member({ screens: live.screens?.slice(0, 1) })],
  [["drawn-screen-changed"], member({ screens: [
    live.screens?.[0], { name: "Other", root: { type: "text", text: "New" } }] })],
  [["language-changed.added"], member({ strings: { ...live.strings, fr: { hello: "Salut" } } })],
  [["language-changed.removed"], member({ strings: { en: live.strings?.["en"] } })],
  [["language-changed.default-unnamed"], member({ defaultLocale: undefined })],
  [["language-changed.default"], member({ defaultLocale: "de" })],
  [["language-changed.supported"], member({ locales: ["en", "de", "fr"] })],
  [["language-changed.unsupported"], member({ locales: ["en"] })],
  [["text-added"], member({ strings: {
    ...live.strings, de: { hello: "Hallo", bye: "Tschüss" } } })],
  [["text-removed"], member({ strings: { ...live.strings, de: {} } })],
  [["text-changed"], member({ strings: { ...live.strings, de: { hello: "Servus" } } })],
  [["segment-changed.added"], member({ segments: { ...live.segments, new: ["x"] } })],
  [["segment-changed.removed"], member({ segments: { near: ["DE", "AT"] } })],
  [["segment-changed.gained"], member({ segments: { ...live.segments, far: ["NZ", "AU"] } })],
  [["segment-changed.lost"], member({ segments: { ...live.segments, far: [] } })],
  [["segment-changed"], member({ segments: { ...live.segments, far: ["AU"] } })],
  [["attribute-changed.added"], member({ attributes: { ...live.attributes, new: "string" } })],
  [["attribute-changed.removed"], member({ attributes: { country: "string" } })],
  [["attribute-changed"], member({ attributes: { ...live.attributes, age: "string" } })],
  [["unknown-changed"], member({ theme: { accent: "blue" } })],
  [["unknown-changed.added"], member({ acceptedFindings: [] })],
  [["unknown-changed.removed"], member({ theme: undefined })],
  [["unknown-changed.added"], shop(() => ({ note: "x" }))],
  [["unknown-changed.added"], change("home", () => ({ note: "x" }))],
  [["unknown-changed.added"], port("enter", ([route]) => [{ ...route, note: "x" }])],
  [["unknown-changed.added"], split({ note: "x" })],
  [["unknown-changed.added"], variants(([a, ...more]) => [{ ...a, note: "x" }, ...more])],
  [["application-changed.named"], member({ application: "shop" })],
];

/** Adds the steps `offer` and `gift`, or others, and leads `login` to a destination. */
const withNewSteps = (next: Route, steps = ["offer", "gift"].map((id): Step => (
  { id, screen: "New", ports: { next: [{ to: "legal" }] } }))): Edit => (document) =>
  change("login", ({ ports }) => ({ ports: { ...ports, next: [next] } }))(
    shop((flow) => ({ steps: [...flow.steps, ...steps] }))(document));

/** The draft after an edit, without members whose value is undefined. */
const draftOf = (edit: Edit): FlowDocument =>
  canonical(JSON.parse(JSON.stringify(edit(live))) as FlowDocument);

function discarded(base: FlowDocument, draft: FlowDocument, messageId: string) {
  const found = changesOf(base, draft).find((candidate) => candidate.messageId === messageId);
  assert.ok(found, `${messageId}: ${changesOf(base, draft).map((it) => it.messageId).join()}`);
  const result = discardChange(base, draft, found);
  return result && "document" in result ? result.document : result;
}

const remainingAfter = (draft: FlowDocument, messageId: string): string[] => {
  const result = discarded(live, draft, messageId);
  assert.ok(result && !("usedBy" in result), messageId);
  return changesOf(live, result).map((it) => it.messageId);
};

describe("discarding a change", () => {
  test("returns to the live document if it is the only one, for every kind of change", () => {
    const tried = new Set<string>();
    for (const [ids, edit] of edits) {
      const draft = draftOf(edit);
      assert.deepEqual(changesOf(live, draft).map((it) => it.messageId).sort(), [...ids].sort());
      assert.deepEqual(remainingAfter(draft, ids[0]!), [], ids[0]);
      for (const id of ids) tried.add(id);
    }
    const { changes } = JSON.parse(
      readFileSync("Conformance/messages.json", "utf8")) as { changes: object };
    // The reverse of another edit, of which the live document has only one direction.
    for (const reverse of [
      "application-changed", "application-changed.unnamed", "language-changed.default-named"]) {
      tried.add(reverse);
    }
    assert.deepEqual(Object.keys(changes).filter((id) => !tried.has(id)), []);
  });

  test("returns to the document after the edit if that one is live", () => {
    for (const [, edit] of edits) {
      let draft = live;
      const base = draftOf(edit);
      for (let changes = changesOf(base, draft); changes.length > 0;
        changes = changesOf(base, draft)) {
        const results = changes.map((it) => discardChange(base, draft, it));
        const result = results.find((it) => it && "document" in it);
        assert.ok(result && "document" in result, JSON.stringify(changes));
        draft = result.document;
      }
    }
  });

  test("keeps the other ones", () => {
    const draft = draftOf((document) => edits.filter(([ids]) =>
      /^(start|text|segment|show-when)-changed$/.test(ids[0]!)).reduce(
      (result, [, edit]) => ({ ...edit(result) }), document));
    const ids = changesOf(live, draft).map((it) => it.messageId);
    for (const id of new Set(ids)) {
      assert.deepEqual(remainingAfter(draft, id), ids.filter((other) => other !== id));
    }
  });

  test("leaves an arrow to a discarded step where it led before", () => {
    const add: Edit = shop(({ steps }) => ({
      start: "new",
      steps: [...steps, { id: "new", screen: "New", ports: { next: [{ to: "newer" }] } },
        { id: "newer", screen: "New", ports: { next: [{ to: "new" }] } }],
    }));
    const lead: Edit = port("next", ([a, b]) => [{ ...a, to: "new" }, b!, { to: "new" }]);
    const draft = draftOf((document) => lead(add(document)));
    const result = discarded(live, draft, "step-added");
    assert.ok(result && !("usedBy" in result));
    const home = stepOf(result, "shop", "home");
    assert.deepEqual(home?.ports?.["next"], stepOf(live, "shop", "home")?.ports?.["next"]);
    assert.equal(flowOf(result, "shop")?.start, "home");
    assert.deepEqual(stepOf(result, "shop", "newer")?.ports, { next: [{ to: "newer" }] });
    assert.deepEqual(changesOf(live, result).map((it) => it.messageId), ["step-added"]);
  });

  test("leads an arrow of a new step on to where the discarded one led", () => {
    for (const next of [{ to: "home" }, { finish: "done" }]) {
      const draft = draftOf(withNewSteps({ to: "second" }, [
        { id: "second", screen: "New", ports: { next: [next] } },
        { id: "first", screen: "New", ports: { next: [{ when: { age: 3 }, to: "second" }] } }]));
      const result = discarded(live, draft, "step-added");
      assert.ok(result && !("usedBy" in result));
      assert.deepEqual(stepOf(result, "shop", "first")?.ports, {
        next: [{ when: { age: 3 }, ...next }] });
    }
  });

  test("removes only the variant of a new split that leads to a discarded step", () => {
    const variant = (key: string, weight: number, to: string) => ({ key, weight, to });
    const split = (list: object[]) => (
      { split: { experiment: "plums", by: "userId", variants: list } }) as object as Route;
    const draft = draftOf(withNewSteps(split([
      variant("x", 0.25, "home"), variant("y", 0.5, "offer"), variant("z", 0.25, "gift")])));
    const result = discarded(live, draft, "step-added");
    assert.ok(result && !("usedBy" in result));
    assert.deepEqual(stepOf(result, "shop", "login")?.ports?.["next"], [
      split([variant("x", 0.5, "home"), variant("z", 0.5, "gift")])]);
    const small = draftOf(withNewSteps(split([variant("x", 1, "offer")])));
    assert.deepEqual(remainingAfter(small, "step-added"), ["step-added"]);
  });

  test("changes only the outcome of a sub-flow that leads to a discarded step", () => {
    const thenAfter = (entry: Route) => {
      const result = discarded(live, draftOf(withNewSteps(entry)), "step-added");
      assert.ok(result && !("usedBy" in result));
      const [route] = stepOf(result, "shop", "login")?.ports?.["next"] ?? [];
      return route;
    };
    assert.deepEqual(thenAfter({ flow: "help", then: { completed: "offer", "*": "gift" } }), {
      flow: "help", then: { completed: "legal", "*": "gift" } });
    const ofVariant = (then: { [outcome: string]: string }) => ({ split: {
      experiment: "plums", by: "userId",
      variants: [{ key: "x", weight: 1, flow: "help", then }],
    } }) as object as Route;
    assert.deepEqual(thenAfter(ofVariant({ completed: "offer", "*": "gift" })), ofVariant({
      completed: "legal", "*": "gift" }));
  });

  test("leads an outcome of a sub-flow where it led before", () => {
    const enter = (then: object): Edit => port("enter", () => [{ flow: "sign-up", then }]);
    const draft = draftOf((document) => enter({ completed: "offer", cancelled: "gift" })(
      withNewSteps({ to: "home" })(document)));
    const result = discarded(live, draft, "step-added");
    assert.ok(result && !("usedBy" in result));
    assert.deepEqual(stepOf(result, "shop", "home")?.ports?.["enter"], [
      { flow: "sign-up", then: { completed: "login", cancelled: "gift" } }]);
    const entry = (then: object) => ({ key: "a", weight: 0.5, flow: "sign-up", then });
    const lead = (then: object): Edit => variants(([, ...more]) => [entry(then), ...more]);
    const base = draftOf(lead({ completed: "login" }));
    const variant = canonical(withNewSteps({ to: "home" })(
      draftOf(lead({ completed: "offer", "*": "gift" }))));
    const restored = discarded(base, variant, "step-added");
    assert.ok(restored && !("usedBy" in restored));
    const [route] = stepOf(restored, "shop", "home")?.ports?.["split"] ?? [];
    assert.deepEqual((route as { split: { variants: Variant[] } }).split.variants[0], entry({
      completed: "login", "*": "gift" }));
  });

  test("restores the removed step that an arrow leads to again", () => {
    const draft = draftOf(removeSteps("shop", ["legal"], { to: "login" }));
    const result = discarded(live, draft, "destination-changed");
    assert.ok(result && !("usedBy" in result));
    assert.deepEqual(stepOf(result, "shop", "legal"), stepOf(live, "shop", "legal"));
  });

  test("restores the drawn screens and texts that it uses", () => {
    const draft = draftOf((document) => ({
      ...removeSteps("shop", ["login"], { to: "free" })(document),
      screens: [], assets: undefined, strings: undefined, segments: undefined,
    }));
    const result = discarded(live, draft, "step-removed");
    assert.ok(result && !("usedBy" in result));
    assert.deepEqual(result.screens, live.screens?.slice(0, 1));
    assert.deepEqual(result.strings, { en: { bye: "Bye" } });
  });

  test("restores the step whose output a condition reads, with what it leads to", () => {
    const when = (condition: object) => port("more", () => [{ when: condition, to: "home" }]);
    const base = draftOf(when({ $or: [{ "output.legal.email": "x" }, { age: 1 }] }));
    const draft = draftOf((document) => when({ age: 1 })(
      removeSteps("shop", ["legal", "login"])(document)));
    const result = discarded(base, draft, "condition-changed");
    assert.ok(result && !("usedBy" in result));
    for (const id of ["legal", "login"]) {
      assert.deepEqual(stepOf(result, "shop", id), stepOf(base, "shop", id));
    }
  });

  test("restores texts only in languages that the draft has", () => {
    const without = (strings: FlowDocument["strings"], defaultLocale?: string): FlowDocument =>
      draftOf((document) => ({
        ...change("home", () => ({ content: { title: "Hi" } }))(document), strings, defaultLocale,
      }) as FlowDocument);
    const stringsAfter = (draft: FlowDocument) => {
      const result = discarded(live, draft, "content-changed");
      assert.ok(result && !("usedBy" in result));
      return result.strings;
    };
    assert.deepEqual(stringsAfter(without({ en: { bye: "Bye" } }, "en")), live.strings && {
      en: live.strings["en"] });
    assert.deepEqual(stringsAfter(without({ de: {} }, "en")), {
      en: { hello: "Hello" }, de: { hello: "Hallo" } });
    assert.deepEqual(stringsAfter(without(undefined, "de")), { de: { hello: "Hallo" } });
    assert.deepEqual(stringsAfter(without({ fr: { new: "Neuf" } }, "fr")), {
      fr: { new: "Neuf" }, en: { hello: "Hello" }, de: { hello: "Hallo" } });
  });

  test("is not possible while something uses what was added", () => {
    const draft = draftOf((document) => ({
      ...change("home", () => ({
        screen: "New", content: { title: { $text: "new" } },
        showWhen: { more: { $inGroup: "new" } },
      }))(document),
      screens: [...live.screens ?? [], { name: "New", root: { type: "text", text: "New" } }],
      strings: { ...live.strings, en: { ...live.strings?.["en"], new: "New" } },
      segments: { ...live.segments, new: ["x"] },
      attributes: { ...live.attributes, more: "string" },
    }));
    for (const id of [
      "drawn-screen-changed.added", "text-added", "segment-changed.added",
      "attribute-changed.added"]) {
      assert.deepEqual(discarded(live, draft, id), { usedBy: { step: "home" } }, id);
    }
  });

  test("is possible for a name that only looks used", () => {
    const condition = { "state.step": 1 };
    const base = draftOf((document) => ({
      ...change("home", () => ({ content: { title: { $text: "days" } } }))(document),
      screens: [{ name: "Drawn", root: { type: "text", text: "x", showIf: condition } }],
      strings: { ...live.strings, en: { ...live.strings?.["en"], days: "Days" } },
    }));
    const draft = canonical({
      ...base, attributes: { ...base.attributes, state: "string" },
      strings: { ...base.strings, en: { ...base.strings?.["en"], "days.other": "Days" } },
    });
    for (const id of ["attribute-changed.added", "text-added"]) {
      const result = discarded(base, draft, id);
      assert.ok(result && !("usedBy" in result), id);
    }
  });

  test("is not possible for a step whose output something reads", () => {
    const read = draftOf((document) => port("more", () => [
      { when: { "output.offer.email": { $exists: true } }, to: "free" }])(
      withNewSteps({ to: "home" })(document)));
    assert.deepEqual(discarded(live, read, "step-added"), { usedBy: { step: "home" } });
    const split = draftOf(withNewSteps({ split: {
      experiment: "plums", by: "output.offer.email",
      variants: [{ key: "x", weight: 1, to: "home" }],
    } } as object as Route));
    assert.deepEqual(discarded(live, split, "step-added"), { usedBy: { step: "login" } });
    const base = draftOf(change("home", () => ({ showWhen: { "output.offer.email": "x" } })));
    const known = canonical(withNewSteps({ to: "home" })(base));
    const result = discarded(base, known, "step-added");
    assert.ok(result && !("usedBy" in result), "the live document reads it, too");
  });

  test("is not possible for new shares of other variants, and for a removed first flow", () => {
    const draft = draftOf(variants(([a, b]) => [
      { ...a, weight: 0.6 }, { ...b, weight: 0.3 }, { key: "new", weight: 0.1, to: "free" }]));
    assert.equal(discarded(live, draft, "split-shares-changed"), null);
    const shorter = draftOf(member({ flows: live.flows.slice(1) }));
    assert.equal(discarded(live, shorter, "flow-order-changed.first"), null);
    assert.deepEqual(remainingAfter(shorter, "flow-removed"), []);
  });

  test("gives the share of a discarded variant to the others", () => {
    const draft = draftOf(variants(([a, , c]) => [
      { ...a, weight: 0.3 }, { ...c, weight: 0.3 }, { key: "new", weight: 0.4, to: "free" }]));
    const result = discarded(live, draft, "split-variants-changed.added");
    assert.ok(result && !("usedBy" in result));
    const [route] = stepOf(result, "shop", "home")?.ports?.["split"] ?? [];
    assert.deepEqual(
      (route as { split: { variants: Variant[] } }).split.variants.map(({ weight }) => weight),
      [0.5, 0.5]);
  });
});
