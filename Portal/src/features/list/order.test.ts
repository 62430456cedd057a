import assert from "node:assert/strict";
import { test } from "node:test";
import type { Flow, Route } from "../../document";
import { matches, flowOrder } from "./order";

function flow(start: string, routes: { [step: string]: string[] }): Flow {
  const steps = Object.entries(routes).map(([id, to]) => ({
    id, screen: `Screen${id}`,
    ports: { next: to.map((step, index): Route => (
      index < to.length - 1 ? { when: { country: step }, to: step } : { to: step })) },
  }));
  return { id: "flow", start, steps };
}
const ids = (sorted: Flow) => flowOrder(sorted).steps.map((step) => step.id);

test("steps are in the order of the flow, whatever their order in the document", () => {
  assert.deepEqual(ids(flow("a", { c: [], b: ["c"], a: ["b"] })), ["a", "b", "c"]);
});

test("a step comes after all that lead to it; branches are in the order of their routes", () => {
  const example = flow("a", { a: ["legal", "mail"], mail: ["end"], legal: ["mail"], end: [] });
  assert.deepEqual(ids(example), ["a", "legal", "mail", "end"]);
  assert.deepEqual(
    ids(flow("a", { a: ["x", "y"], y: ["end"], x: ["end"], end: [] })), ["a", "x", "y", "end"]);
});

test("ports are in the order of the screen's declaration, not of the document", () => {
  const example: Flow = { id: "f", start: "a", steps: [
    { id: "a", screen: "A", ports: { back: [{ to: "z" }], next: [{ to: "b" }] } },
    { id: "z", screen: "Z" }, { id: "b", screen: "B" },
  ] };
  const declared = (screen: string) => (screen === "A" ? ["next", "back"] : []);
  assert.deepEqual(flowOrder(example, declared).steps.map((step) => step.id), ["a", "b", "z"]);
});

test("a cycle is visited once", () => {
  assert.deepEqual(ids(flow("a", { a: ["b"], b: ["c", "a"], c: ["b"] })), ["a", "b", "c"]);
});

test("unreachable steps come last, and are listed", () => {
  const example = flow("a", { lost: ["a"], a: ["b"], b: [], alone: [] });
  const order = flowOrder(example);
  assert.deepEqual(order.steps.map((step) => step.id), ["a", "b", "lost", "alone"]);
  assert.deepEqual([...order.unreachable], ["lost", "alone"]);
});

test("without a start nothing is reachable, and a missing destination is not a step", () => {
  const order = flowOrder(flow("gone", { a: ["nowhere"], b: [] }));
  assert.deepEqual(order.steps.map((step) => step.id), ["a", "b"]);
  assert.equal(order.unreachable.size, 2);
});

test("the steps after a sub-flow are reachable", () => {
  const example: Flow = { id: "f", start: "a", steps: [
    { id: "z", screen: "Z" },
    { id: "a", screen: "A", ports: { next: [{ flow: "other", then: { done: "z" } }] } },
  ] };
  assert.deepEqual(ids(example), ["a", "z"]);
});

test("a chain of 20,000 steps is sorted", () => {
  const routes: { [step: string]: string[] } = {};
  for (let number = 20_000; number > 0; number -= 1) {
    routes[`s${number}`] = number < 20_000 ? [`s${number + 1}`] : [];
  }
  const sorted = ids(flow("s1", routes));
  assert.equal(sorted.length, 20_000);
  assert.deepEqual([sorted[0], sorted[19_999]], ["s1", "s20000"]);
});

test("a step is found by its id, screen, ports and destinations, in any order", () => {
  const [step] = flow("a", { Home: ["Login"] }).steps;
  assert(step);
  for (const query of ["", "home", "SCREENH", "login", "next", "login ho"]) {
    assert(matches("flow", step, query), query);
  }
  assert(!matches("flow", step, "home email"));
});
