import assert from "node:assert/strict";
import { test } from "node:test";
import { marksOf } from "./marks";
import type { FlowDocument, Step } from "./types";

const home: Step = {
  id: "Home", screen: "Home", content: { title: "Hello" },
  ports: {
    login: [{ when: { country: "DE" }, to: "Legal" }, { to: "Login" }],
    signUp: [{
      split: {
        experiment: "short",
        variants: [{ key: "a", weight: 0.5, to: "Login" }, { key: "b", weight: 0.5, to: "Legal" }],
      },
    }],
  },
};
const login: Step = { id: "Login", screen: "Login", ports: { next: [{ finish: "done" }] } };
const legal: Step = { id: "Legal", screen: "Legal" };

const documentOf = (...steps: Step[]): FlowDocument => (
  { schema: 1, flows: [{ id: "shop", start: steps[0]?.id ?? "", steps }] });
const live = documentOf(home, login, legal);

/** The marks of the shop's flow, as texts. */
function shop(seen: FlowDocument, other = live) {
  const marks = marksOf(seen, other).get("shop");
  return {
    steps: Object.fromEntries(marks?.steps ?? []),
    edges: [...marks?.edges ?? []].map(([key, mark]) => {
      const [, step, port, route, variant] = JSON.parse(key) as (string | number | null)[];
      return `${step}.${port}.${route}${variant === null ? "" : `.${variant}`} ${mark}`;
    }),
  };
}

test("the same document in other objects has no marks", () => {
  assert.equal(marksOf(structuredClone(live), live).size, 0);
});

test("an edge that leads elsewhere is changed, and its card is not", () => {
  const changed = structuredClone(live);
  changed.flows[0]!.steps[0]!.ports!["login"]![1] = { to: "Legal" };
  assert.deepEqual(shop(changed), { steps: {}, edges: ["Home.login.1 changed"] });
});

test("a rule that is put before another one is the only mark", () => {
  const changed = structuredClone(live);
  changed.flows[0]!.steps[0]!.ports!["login"]!.unshift({ when: { country: "AT" }, to: "Legal" });
  assert.deepEqual(shop(changed), { steps: {}, edges: ["Home.login.0 only"] });
});

test("a variant that leads elsewhere is marked by itself", () => {
  const changed = structuredClone(live);
  const [route] = changed.flows[0]!.steps[0]!.ports!["signUp"]!;
  (route as { split: { variants: { to: string }[] } }).split.variants[1]!.to = "Home";
  assert.deepEqual(shop(changed), { steps: {}, edges: ["Home.signUp.0.1 changed"] });
});

test("a card has what it shows and the edges it lost", () => {
  const worded = structuredClone(live);
  worded.flows[0]!.steps[0]!.content = { title: "Welcome" };
  assert.deepEqual(shop(worded), { steps: { Home: "changed" }, edges: [] });
  const cut = structuredClone(live);
  delete cut.flows[0]!.steps[1]!.ports;
  assert.deepEqual(shop(cut), { steps: { Login: "changed" }, edges: [] });
});

test("a split in place of an edge marks its variants, and not the card", () => {
  const changed = structuredClone(live);
  changed.flows[0]!.steps[1]!.ports = { next: [{
    split: { experiment: "x", variants: [{ key: "a", to: "Home" }, { key: "b", finish: "done" }] },
  }] };
  assert.deepEqual(
    shop(changed), { steps: {}, edges: ["Login.next.0.0 only", "Login.next.0.1 only"] });
});

test("a new card is only here, with its edges, and a removed one only there", () => {
  const fresh = documentOf(
    home, login, legal, { id: "Offer", screen: "Info", ports: { next: [{ to: "Login" }] } });
  assert.deepEqual(
    shop(fresh), { steps: { Offer: "only" }, edges: ["Offer.next.0 only"] });
  assert.deepEqual(shop(live, documentOf(home, login)), { steps: { Legal: "only" }, edges: [] });
});

test("another start marks the step that is it now", () => {
  const changed = structuredClone(live);
  changed.flows[0]!.start = "Login";
  assert.deepEqual(shop(changed), { steps: { Login: "changed" }, edges: [] });
});

test("all of a flow that the other document lacks is marked", () => {
  const marks = marksOf(live, { schema: 1, flows: [] }).get("shop");
  assert.equal(marks?.steps.size, 3);
  assert.equal(marks?.edges.size, 5);
});
