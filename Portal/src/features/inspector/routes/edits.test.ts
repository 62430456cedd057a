import assert from "node:assert/strict";
import { test } from "node:test";
import {
  routesOf, stepOf, type Edit, type FlowDocument, type Route, type Variant,
} from "../../../document";
import {
  addContinuation, addSplit, commonDestination, duplicateRoute, endSplit, uniqueExperimentName,
  insertRoute, moveRoute, outcomesOf, indexForRule, setStyle, setWhen,
} from "./edits";

const germany = { when: { country: "DE" }, to: "b" };
const draft: FlowDocument = {
  schema: 1, flows: [
    { id: "f", start: "a", steps: [
      { id: "a", screen: "A", ports: { next: [germany, { to: "c", style: "sheet" }] } },
      { id: "b", screen: "B", ports: { next: [{ flow: "g", then: "c" }] } },
      { id: "c", screen: "C", ports: { next: [{ finish: "done" }] } },
    ] },
    { id: "g", start: "x", steps: [{ id: "x", screen: "X", ports: {
      next: [
        { split: { experiment: "a-next", variants: [{ finish: "won" }, { finish: "lost" }] } },
      ],
    } }] },
  ],
};
const at = { flow: "f", step: "a", port: "next" };
const routes = (edit: Edit, step = "a"): Route[] =>
  routesOf(stepOf(edit(draft), "f", step), "next");

test("a route moves to another index, and invalid indexes change nothing", () => {
  const moved = routes(moveRoute({ ...at, route: 1 }, 0));
  assert.deepEqual(moved, [{ to: "c", style: "sheet" }, germany]);
  assert.equal(moveRoute({ ...at, route: 0 }, 5)(draft), draft);
  assert.equal(moveRoute({ ...at, route: 7 }, 0)(draft), draft);
});

test("a new rule is inserted before the fallback route", () => {
  assert.equal(indexForRule([germany, { to: "c" }, { to: "b" }]), 1);
  assert.equal(indexForRule([germany]), 1);
  assert.deepEqual(
    routes(insertRoute(at, 1, { to: "a" })), [germany, { to: "a" }, { to: "c", style: "sheet" }]);
});

test("a split replaces the route for everyone, with a unique name, until it is ended", () => {
  const split = routes(addSplit(at, { finish: "x" }))[1];
  assert.deepEqual(split, { split: { experiment: "a-next-2", variants: [
    { key: "A", weight: 0.5, to: "c", style: "sheet" },
    { key: "B", weight: 0.5, to: "c", style: "sheet" },
  ] } });
  assert.equal(uniqueExperimentName(draft, "other"), "other");
  assert.deepEqual(
    routesOf(stepOf(endSplit({ ...at, route: 1 }, 0)(addSplit(at, { to: "c" })(draft)), "f", "a"),
      "next")[1],
    { to: "c", style: "sheet" });
});

test("variants have a common destination only if they lead there in the same way", () => {
  const common = (...variants: Variant[]) => commonDestination({ experiment: "x", variants });
  const sheet: Variant = { key: "A", weight: 0.5, to: "c", style: "sheet" };
  assert.deepEqual(common(sheet, { ...sheet, key: "B" }), { to: "c", style: "sheet" });
  assert.equal(common(sheet, { key: "B", weight: 0.5, to: "c" }), null);
  assert.equal(common(sheet, { finish: "done" }), null);
  assert.equal(common(sheet), null);
});

test("an ended split keeps a condition that is null, which is never true", () => {
  const split = { experiment: "x", variants: [{ to: "b" }, { to: "c" }] };
  const withSplit = insertRoute(at, 0, { when: null, split } as unknown as Route);
  assert.deepEqual(
    routes((document) => endSplit({ ...at, route: 0 }, 1)(withSplit(document)))[0],
    { when: null, to: "c" });
});

test("a copied split is another experiment", () => {
  const twice = duplicateRoute({ flow: "g", step: "x", port: "next", route: 0 })(draft);
  const names = routesOf(stepOf(twice, "g", "x"), "next")
    .map((route) => "split" in route && route.split.experiment);
  assert.deepEqual(names, ["a-next", "a-next-2"]);
});

test("conditions and styles are set and removed", () => {
  assert.deepEqual(routes(setWhen({ ...at, route: 0 }, null))[0], { to: "b" });
  assert.deepEqual(
    routes(setWhen({ ...at, route: 1 }, { age: 3 }))[1],
    { when: { age: 3 }, to: "c", style: "sheet" });
  assert.deepEqual(routes(setStyle({ ...at, route: 1 }, "push"))[1], { to: "c" });
  assert.deepEqual(
    routes(setStyle({ ...at, route: 0 }, "cover"))[0], { ...germany, style: "cover" });
});

test("the destination of an outcome is added to the existing ones", () => {
  const route = { flow: "f", step: "b", port: "next", route: 0 };
  assert.deepEqual(routes(addContinuation(route, "won", { to: "a" }), "b")[0], {
    flow: "g", then: { "*": { to: "c" }, won: { to: "a" } },
  });
  assert.deepEqual(
    routes(setStyle({ ...route, outcome: "*" }, "root"), "b")[0],
    { flow: "g", then: { "*": { to: "c", style: "root" } } });
  assert.deepEqual(outcomesOf(draft, "g"), ["won", "lost"]);
});
