import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { FlowCore } from "flowcore";
import {
  canonical, changeStep, connect, removeRoute, removeSteps, sameJSON, setAttribute, setRoutes,
  setSegment, transfer, type Edit, type FlowDocument, type Step,
} from "./index";
import { base } from "./merge.test-support";

const engine = await FlowCore.load(readFileSync("Wasm/.build/flowcore.wasm"));
/** The document as the engine writes it, and the server returns it. */
const engineForm = (document: FlowDocument) =>
  engine.convert(JSON.stringify(document), "native").json as unknown as FlowDocument;

const withPorts = (ports: Step["ports"]): Edit =>
  changeStep("shop", "legal", (step) => ({ ...step, ports }));
const firstRoute = (port: string) => ({ flow: "shop", step: "legal", port, route: 0 });

const edits: { [name: string]: Edit } = {
  "the last route": removeRoute(firstRoute("next")),
  "a step and the edges to it": removeSteps("shop", ["login"]),
  "an empty list of routes": setRoutes("shop", "legal", "next", []),
  "a port without a route": withPorts({ next: [] }),
  "no ports": withPorts({}),
  "the default style, written explicitly": withPorts({ next: [{ to: "home", style: "push" }] }),
  "no continuation": withPorts({ next: [{ flow: "sign-up", then: {} }] }),
  "one continuation in short form": withPorts({ next: [{ flow: "sign-up", then: "home" }] }),
  "one continuation as a destination": withPorts({
    next: [{ flow: "sign-up", then: { to: "home" } }],
  }),
  "a continuation for each outcome": withPorts({ next: [{
    flow: "sign-up", then: { done: { to: "home" }, to: { to: "home" }, no: { finish: "no" } },
  }] }),
  "a variant with a style": withPorts({ next: [{ split: { experiment: "e", variants: [
    { weight: 1, to: "home", style: "push" },
  ] } }] }),
  "an empty condition": withPorts({ next: [{ when: {}, to: "home" }] }),
  "the last attribute": setAttribute("country", null),
  "the last segment": setSegment("near", null),
  "all texts": (document) => ({ ...document, strings: {}, locales: [] }),
  "a language without texts": (document) => ({ ...document, strings: { en: {} } }),
};

describe("a document in canonical form", () => {
  const before = engineForm(base);

  for (const [name, edit] of Object.entries(edits)) {
    test(`is what the engine writes: ${name}`, () => {
      const after = canonical(edit(before), before);
      assert.deepEqual(after, engineForm(edit(before)));
      // So undo restores the document exactly after the server has returned the change.
      assert.ok(sameJSON(transfer(after, before, engineForm(after)), before));
    });
  }

  test("keeps unchanged parts identical", () => {
    const after = canonical(connect("shop", "legal", "next", { to: "home" })(before), before);
    assert.equal(after.flows[1], before.flows[1]);
    assert.equal(after.flows[0]?.steps[0], before.flows[0]?.steps[0]);
    assert.equal(canonical(before, before), before);
  });
});
