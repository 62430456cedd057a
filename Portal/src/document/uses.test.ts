import assert from "node:assert/strict";
import { test } from "node:test";
import { removeSteps } from "./edits";
import type { FlowDocument } from "./types";
import { isUsed, successorOf, usesOf } from "./uses";

const document: FlowDocument = {
  schema: 1,
  flows: [{
    id: "shop", start: "Home",
    steps: [
      {
        id: "Home", screen: "Home", ports: {
          login: [{ when: { country: "DE" }, to: "Login", style: "sheet" }, { to: "Login" }],
          skip: [{
            split: { experiment: "x", variants: [{ weight: 0.5, to: "Login" }, { finish: "no" }] },
          }],
        },
      },
      {
        id: "Login", screen: "Login",
        ports: { back: [{ to: "Home" }], next: [{ when: { a: 1 }, to: "Home" }, { to: "Code" }] },
      },
      { id: "Code", screen: "Code", ports: { next: [{ finish: "done" }] } },
      {
        id: "Thanks", screen: "Thanks", showWhen: { $or: [{ "output.Login.email": "x" }] },
        ports: { next: [{ finish: "done" }] },
      },
    ],
  }, {
    id: "other", start: "Late",
    steps: [{
      id: "Late", screen: "Late",
      ports: { next: [{ when: { "output.Loginx": 1 }, finish: "a" }, { finish: "b" }] },
    }],
  }],
};

test("everything that uses a step is listed", () => {
  const uses = usesOf(document, "shop", ["Login"]);
  assert.deepEqual(
    uses.edges.map(({ ref }) => [ref.step, ref.port, ref.route, ref.variant]),
    [["Home", "login", 0, undefined], ["Home", "login", 1, undefined], ["Home", "skip", 0, 0]]);
  assert.deepEqual(uses.readers, [{ flow: "shop", step: "Thanks", reads: "Login" }]);
  assert.deepEqual(uses.unreachable, ["Code"]);
  assert.equal(uses.start, undefined);
  assert.ok(isUsed(uses));
});

test("a step that is split by an output of a step uses it", () => {
  const variants = [{ to: "b" }];
  const splits = [
    { experiment: "x", by: "output.a", variants },
    { experiment: "x", by: "userId", fallbackBy: "output.a.email", variants },
  ];
  for (const split of splits) {
    const steps = [
      { id: "a", screen: "A" },
      { id: "b", screen: "B", ports: { next: [{ split }] } },
    ];
    const uses = usesOf({ schema: 1, flows: [{ id: "f", start: "b", steps }] }, "f", ["a"]);
    assert.deepEqual(uses.readers, [{ flow: "f", step: "b", reads: "a" }]);
    assert.ok(isUsed(uses));
  }
});

test("a change of the start is listed, and unused steps need no confirmation", () => {
  assert.deepEqual(usesOf(document, "shop", ["Home"]).start, { from: "Home", to: "Login" });
  assert.ok(!isUsed(usesOf(document, "shop", ["Thanks"])));
  assert.ok(!isUsed(usesOf(document, "shop", ["Home", "Login", "Code", "Thanks"])));
});

test("the suggested destination is the most likely successor", () => {
  assert.deepEqual(successorOf(document, "shop", ["Login"]), { to: "Code" });
  assert.deepEqual(successorOf(document, "shop", ["Login", "Code"]), { finish: "done" });
  assert.equal(successorOf(document, "shop", []), null);
});

test("redirected edges keep their conditions, shares and styles", () => {
  const changed = removeSteps("shop", ["Login"], { to: "Code" })(document);
  assert.deepEqual(changed.flows[0]?.steps[0]?.ports, {
    login: [{ when: { country: "DE" }, style: "sheet", to: "Code" }, { to: "Code" }],
    skip: [{
      split: { experiment: "x", variants: [{ weight: 0.5, to: "Code" }, { finish: "no" }] },
    }],
  });
  const ended = removeSteps("shop", ["Login"], { finish: "done" })(document);
  assert.deepEqual(
    ended.flows[0]?.steps[0]?.ports?.["login"],
    [{ when: { country: "DE" }, finish: "done" }, { finish: "done" }]);
});
