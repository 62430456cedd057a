import assert from "node:assert/strict";
import { test } from "node:test";
import {
  routesOf, setRoutes, stepOf, type Destination, type FlowDocument, type Route, type RouteRef,
} from "./index";
import {
  chosenEdge, continuingPort, destinationAt, insertStep, isUnchanged,
} from "./insertion";

const next = { to: "c" };
const document: FlowDocument = {
  schema: 1,
  flows: [{
    id: "shop", start: "a",
    sections: { start: { title: "Start", color: "blue" } },
    steps: [
      {
        id: "a", screen: "A", section: "start",
        ports: {
          plain: [next],
          guarded: [{ when: { country: "DE" }, to: "c", style: "sheet" }, { to: "d" }],
          split: [{
            when: { plan: "plus" },
            split: {
              experiment: "short", by: "userId",
              variants: [
                { key: "long", weight: 0.3, to: "c", style: "cover" },
                { key: "short", range: [0.5, 1], finish: "left" },
              ],
            },
          }],
          end: [{ finish: "completed" }],
          enter: [{ flow: "sign-up", style: "cover", then: {
            completed: { to: "c", style: "root" }, "*": "d",
          } }],
          returning: [{ flow: "sign-up", then: "c" }],
          replacing: [{ to: "c", style: "replace" }],
          loop: [{ to: "a" }],
          gone: [{ to: "nowhere" }],
        },
      },
      { id: "c", screen: "C", section: "start", ports: { next: [{ finish: "completed" }] } },
      { id: "d", screen: "D" },
    ],
  }],
};

const refAt = (port: string, more: Partial<RouteRef> = {}): RouteRef =>
  ({ flow: "shop", step: "a", port, route: 0, ...more });

/** The routes of the port and of the inserted step's port afterwards. */
function inserted(port: string, more: Partial<RouteRef> = {}) {
  const after = insertStep(refAt(port, more), { id: "b", screen: "B", content: 1 }, "go")(document);
  const step = stepOf(after, "shop", "b");
  assert.deepEqual({ ...step, ports: {}, section: "" }, {
    id: "b", screen: "B", content: 1, ports: {}, section: "",
  });
  assert.deepEqual(Object.keys(step?.ports ?? {}), ["go"]);
  return { routes: stepOf(after, "shop", "a")?.ports?.[port], onward: step?.ports?.["go"], after };
}

test("a step is inserted into a plain route, and nothing else changes", () => {
  const { routes, onward, after } = inserted("plain");
  assert.deepEqual(routes, [{ to: "b" }]);
  assert.deepEqual(onward, [{ to: "c" }]);
  const [before, now] = [document.flows[0]?.steps ?? [], after.flows[0]?.steps ?? []];
  assert.deepEqual(now.map(({ id }) => id), ["a", "c", "d", "b"]);
  assert.equal(now[1], before[1]);
  assert.equal(now[0]?.ports?.["guarded"], before[0]?.ports?.["guarded"]);
  assert.equal(after.flows[0]?.start, "a");
});

test("a guarded route keeps its condition and its presentation", () => {
  const { routes, onward } = inserted("guarded");
  assert.deepEqual(routes, [{ when: { country: "DE" }, to: "b", style: "sheet" }, { to: "d" }]);
  assert.deepEqual(onward, [{ to: "c" }]);
  const fallback = inserted("guarded", { route: 1 });
  assert.deepEqual(fallback.routes?.[0], document.flows[0]?.steps[0]?.ports?.["guarded"]?.[0]);
  assert.deepEqual(fallback.routes?.[1], { to: "b" });
  assert.deepEqual(fallback.onward, [{ to: "d" }]);
});

test("a variant keeps its name and its share, and the other variants are unchanged", () => {
  const split = (first: object, second: object) => [{
    when: { plan: "plus" },
    split: { experiment: "short", by: "userId", variants: [first, second] },
  }];
  const [long, short] = [
    { key: "long", weight: 0.3, to: "c", style: "cover" },
    { key: "short", range: [0.5, 1], finish: "left" },
  ];
  const first = inserted("split", { variant: 0 });
  assert.deepEqual(first.routes, split({ ...long, to: "b" }, short));
  assert.deepEqual(first.onward, [{ to: "c" }]);
  const second = inserted("split", { variant: 1 });
  assert.deepEqual(second.routes, split(long, { key: "short", range: [0.5, 1], to: "b" }));
  assert.deepEqual(second.onward, [{ finish: "left" }]);
});

test("a step is inserted before an end, a loop and a missing step", () => {
  const onward: [string, Destination][] = [
    ["end", { finish: "completed" }], ["loop", { to: "a" }], ["gone", { to: "nowhere" }],
  ];
  for (const [port, destination] of onward) {
    const result = inserted(port);
    assert.deepEqual(result.routes, [{ to: "b" }], port);
    assert.deepEqual(result.onward, [destination], port);
  }
});

test("a step before another flow takes over its continuations", () => {
  const { routes, onward } = inserted("enter");
  assert.deepEqual(routes, [{ to: "b", style: "cover" }]);
  assert.deepEqual(onward, [{
    flow: "sign-up", then: { completed: { to: "c", style: "root" }, "*": "d" },
  }]);
});

test("a step is inserted after one outcome of another flow", () => {
  const completed = inserted("enter", { outcome: "completed" });
  assert.deepEqual(completed.routes, [{ flow: "sign-up", style: "cover", then: {
    completed: { to: "b", style: "root" }, "*": { to: "d" },
  } }]);
  assert.deepEqual(completed.onward, [{ to: "c", style: "root" }]);
  const every = inserted("returning", { outcome: "*" });
  assert.deepEqual(every.routes, [{ flow: "sign-up", then: { "*": { to: "b" } } }]);
  assert.deepEqual(every.onward, [{ to: "c" }]);
});

test("where there was no way back to the step before, there is still none", () => {
  const { routes, onward } = inserted("replacing");
  assert.deepEqual(routes, [{ to: "b", style: "replace" }]);
  assert.deepEqual(onward, [{ to: "c", style: "replace" }]);
});

test("an inserted step is in the section of both ends", () => {
  const sectionAfter = (port: string, route = 0) =>
    stepOf(inserted(port, { route }).after, "shop", "b")?.section;
  assert.equal(sectionAfter("plain"), "start");
  assert.equal(sectionAfter("end"), "start");
  assert.equal(sectionAfter("guarded", 1), undefined);
});

test("nothing is inserted into an edge that does not exist", () => {
  for (const ref of [
    refAt("plain", { route: 1 }), refAt("other"), refAt("plain", { outcome: "*" }),
    refAt("plain", { variant: 0 }), refAt("split"), refAt("split", { variant: 2 }),
    refAt("enter", { outcome: "cancelled" }), { ...refAt("plain"), step: "gone" },
  ]) {
    assert.equal(destinationAt(document, ref), undefined);
    assert.equal(insertStep(ref, { id: "b", screen: "B" }, "next")(document), document);
    assert.ok(!isUnchanged(document, chosenEdge(document, ref)));
  }
});

test("an edge has changed once another route is at its index, or its route differs", () => {
  const chosen = chosenEdge(document, refAt("guarded"));
  const withRoutes = (change: (routes: Route[]) => Route[]) => setRoutes(
    "shop", "a", "guarded", change(routesOf(stepOf(document, "shop", "a"), "guarded")))(document);
  assert.ok(isUnchanged(document, chosen));
  assert.ok(isUnchanged(withRoutes((routes) => [...routes, { to: "a" }]), chosen));
  assert.ok(!isUnchanged(withRoutes((routes) => [{ to: "a" }, ...routes]), chosen));
  assert.ok(!isUnchanged(withRoutes(([, last]) => (last ? [last] : [])), chosen));
  assert.ok(!isUnchanged(
    withRoutes((routes) => [{ when: { country: "AT" }, to: "c" }, ...routes.slice(1)]), chosen));
});

test("an inserted step continues at “next”, otherwise at the screen's first port", () => {
  const port = (screen: string, declared?: string[]) => continuingPort(document, screen, declared);
  assert.equal(port("B", ["skip", "next"]), "next");
  assert.equal(port("B", ["accept", "decline"]), "accept");
  assert.equal(port("B", []), undefined);
  assert.equal(port("B"), "next");
  assert.equal(port("A"), "plain");
});

test("an inserted step continues at the first port that its drawn screen fires", () => {
  const button = (fire: string) => ({ type: "button", title: fire, do: [{ fire }] });
  const drawn: FlowDocument = {
    schema: 1, flows: [], screens: [
      { name: "Drawn", root: { type: "column", children: [button("start"), button("login")] } },
      { name: "Poster", root: { type: "column", children: [] } },
    ],
  };
  assert.equal(continuingPort(drawn, "Drawn", undefined), "start");
  assert.equal(continuingPort(drawn, "Poster", undefined), undefined);
});
