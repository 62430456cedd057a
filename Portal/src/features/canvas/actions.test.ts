import assert from "node:assert/strict";
import { test } from "node:test";
import type { Destination, Edit, FlowDocument } from "../../document";
import { Store } from "../../model/store";
import { removeNodes } from "./actions";
import type { CanvasModel } from "./canvasModel";
import { graphOf } from "./graph";

/** The document after nodes are removed on the canvas. */
function without(document: FlowDocument, ids: string[]): FlowDocument {
  const graph = graphOf(
    document, document.flows[0], new Map(), new Set(), () => ({ width: 300, height: 200 }));
  let result = document;
  const canvas = {
    flow: graph.flow, scene: { graph, node: (id: string) => graph.nodes.get(id) },
    layout: { positions: () => ({}) }, select: () => undefined, announce: () => undefined,
    apply: (_label: string, edit: Edit) => {
      result = edit(document);
    },
    editor: {
      remove: ({ run }: { run(instead?: Destination): void }) => run(),
      draft: { newestEdit: 1, state: new Store({}), undo: () => undefined },
    },
  };
  removeNodes(canvas as unknown as CanvasModel, ids);
  return result;
}

test("steps and ends are removed together with exactly the routes to them", () => {
  const document: FlowDocument = { schema: 1, flows: [{ id: "f", start: "home", steps: [
    { id: "home", screen: "Home", ports: { next: [
      { when: { country: "DE" }, to: "legal" }, { when: { country: "AT" }, finish: "left" },
      { to: "next" },
    ] } },
    { id: "legal", screen: "Legal" }, { id: "next", screen: "Next" },
  ] }] };
  const [home, ...others] = without(document, ["legal", "finish/left"]).flows[0]?.steps ?? [];
  assert.deepEqual(home?.ports, { next: [{ to: "next" }] });
  assert.deepEqual(others.map(({ id }) => id), ["next"]);
});
