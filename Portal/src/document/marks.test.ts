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

/** The marks of the shop's flow, with edges as text. */
function shop(document: FlowDocument, other = live) {
  const marks = marksOf(document, other).get("shop");
  return {
    steps: Object.fromEntries(marks?.steps ?? []),
    edges: [...marks?.edges ?? []].map(([key, mark]) => {
      const [, step, port, route, variant] = JSON.parse(key) as (string | number | null)[];
      return `${step}.${port}.${route}${variant === null ? "" : `.${variant}`} ${mark}`;
    }),
  };
}

test("an equal copy of the document has no marks", () => {
  assert.equal(marksOf(structuredClone(live), live).size, 0);
});

test("a reconnected edge is marked as changed, and its card is not", () => {
  const changed = structuredClone(live);
  changed.flows[0]!.steps[0]!.ports!["login"]![1] = { to: "Legal" };
  assert.deepEqual(shop(changed), { steps: {}, edges: ["Home.login.1 changed"] });
});

test("an edge is marked if its condition becomes null, which is never true", () => {
  const changed = structuredClone(live);
  changed.flows[0]!.steps[0]!.ports!["login"]![1] = { when: null, to: "Login" } as never;
  assert.deepEqual(shop(changed), { steps: {}, edges: ["Home.login.1 only"] });
});

test("a rule inserted before another one is the only mark", () => {
  const changed = structuredClone(live);
  changed.flows[0]!.steps[0]!.ports!["login"]!.unshift({ when: { country: "AT" }, to: "Legal" });
  assert.deepEqual(shop(changed), { steps: {}, edges: ["Home.login.0 only"] });
});

test("only the reconnected variant is marked", () => {
  const changed = structuredClone(live);
  const [route] = changed.flows[0]!.steps[0]!.ports!["signUp"]!;
  (route as { split: { variants: { to: string }[] } }).split.variants[1]!.to = "Home";
  assert.deepEqual(shop(changed), { steps: {}, edges: ["Home.signUp.0.1 changed"] });
});

test("a card is marked for its content and for removed edges", () => {
  const withNewContent = structuredClone(live);
  withNewContent.flows[0]!.steps[0]!.content = { title: "Welcome" };
  assert.deepEqual(shop(withNewContent), { steps: { Home: "changed" }, edges: [] });
  const withoutEdge = structuredClone(live);
  delete withoutEdge.flows[0]!.steps[1]!.ports;
  assert.deepEqual(shop(withoutEdge), { steps: { Login: "changed" }, edges: [] });
});

test("a split that replaces an edge marks its variants, and not the card", () => {
  const changed = structuredClone(live);
  changed.flows[0]!.steps[1]!.ports = { next: [{
    split: { experiment: "x", variants: [{ key: "a", to: "Home" }, { key: "b", finish: "done" }] },
  }] };
  assert.deepEqual(
    shop(changed), { steps: {}, edges: ["Login.next.0.0 only", "Login.next.0.1 only"] });
});

test("a new card is marked here with its edges, and a removed one in the other document", () => {
  const withOffer = documentOf(
    home, login, legal, { id: "Offer", screen: "Info", ports: { next: [{ to: "Login" }] } });
  assert.deepEqual(
    shop(withOffer), { steps: { Offer: "only" }, edges: ["Offer.next.0 only"] });
  assert.deepEqual(shop(live, documentOf(home, login)), { steps: { Legal: "only" }, edges: [] });
});

test("a changed start marks the new start step", () => {
  const changed = structuredClone(live);
  changed.flows[0]!.start = "Login";
  assert.deepEqual(shop(changed), { steps: { Login: "changed" }, edges: [] });
});

test("a flow that the other document lacks is marked completely", () => {
  const marks = marksOf(live, { schema: 1, flows: [] }).get("shop");
  assert.equal(marks?.steps.size, 3);
  assert.equal(marks?.edges.size, 5);
});
