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
const ids = (made: Flow) => flowOrder(made).steps.map((step) => step.id);

test("steps are in the order of the flow, whatever their order in the document", () => {
  assert.deepEqual(ids(flow("a", { c: [], b: ["c"], a: ["b"] })), ["a", "b", "c"]);
});

test("a step comes after all that lead to it, and branches in the order of their routes", () => {
  const made = flow("a", { a: ["legal", "mail"], mail: ["end"], legal: ["mail"], end: [] });
  assert.deepEqual(ids(made), ["a", "legal", "mail", "end"]);
  assert.deepEqual(
    ids(flow("a", { a: ["x", "y"], y: ["end"], x: ["end"], end: [] })), ["a", "x", "y", "end"]);
});

test("ports are in the order of the screen's declaration, not of the document", () => {
  const made: Flow = { id: "f", start: "a", steps: [
    { id: "a", screen: "A", ports: { back: [{ to: "z" }], next: [{ to: "b" }] } },
    { id: "z", screen: "Z" }, { id: "b", screen: "B" },
  ] };
  const declared = (screen: string) => (screen === "A" ? ["next", "back"] : []);
  assert.deepEqual(flowOrder(made, declared).steps.map((step) => step.id), ["a", "b", "z"]);
});

test("a cycle is visited once", () => {
  assert.deepEqual(ids(flow("a", { a: ["b"], b: ["c", "a"], c: ["b"] })), ["a", "b", "c"]);
});

test("unreachable steps come last, and are listed", () => {
  const made = flow("a", { lost: ["a"], a: ["b"], b: [], alone: [] });
  const order = flowOrder(made);
  assert.deepEqual(order.steps.map((step) => step.id), ["a", "b", "lost", "alone"]);
  assert.deepEqual([...order.unreachable], ["lost", "alone"]);
});

test("without a start nothing is reachable, and a missing destination is not a step", () => {
  const order = flowOrder(flow("gone", { a: ["nowhere"], b: [] }));
  assert.deepEqual(order.steps.map((step) => step.id), ["a", "b"]);
  assert.equal(order.unreachable.size, 2);
});

test("the steps after a sub-flow are on the path", () => {
  const made: Flow = { id: "f", start: "a", steps: [
    { id: "z", screen: "Z" },
    { id: "a", screen: "A", ports: { next: [{ flow: "other", then: { done: "z" } }] } },
  ] };
  assert.deepEqual(ids(made), ["a", "z"]);
});

test("a chain of 20,000 steps is sorted", () => {
  const routes: { [step: string]: string[] } = {};
  for (let number = 20_000; number > 0; number -= 1) {
    routes[`s${number}`] = number < 20_000 ? [`s${number + 1}`] : [];
  }
  const found = ids(flow("s1", routes));
  assert.equal(found.length, 20_000);
  assert.deepEqual([found[0], found[19_999]], ["s1", "s20000"]);
});

test("a step is found by its id, screen, ports and destinations, in any order", () => {
  const [step] = flow("a", { Home: ["Login"] }).steps;
  assert(step);
  for (const wanted of ["", "home", "SCREENH", "login", "next", "login ho"]) {
    assert(matches("flow", step, wanted), wanted);
  }
  assert(!matches("flow", step, "home email"));
});
