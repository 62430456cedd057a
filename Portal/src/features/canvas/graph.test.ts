import assert from "node:assert/strict";
import { test } from "node:test";
import type { Screen } from "../../api";
import type { FlowDocument } from "../../document";
import { overlaps } from "./geometry";
import { graphOf } from "./graph";
import { layered } from "./layered";
import { boxOf, completePositions } from "./placement";
import { renamedNodes } from "./renaming";
import { Scene } from "./scene";

const document: FlowDocument = {
  schema: 1,
  flows: [
    {
      id: "shop", start: "home",
      steps: [
        {
          id: "home", screen: "Home",
          ports: {
            next: [{ when: { country: "DE" }, to: "legal" }, { to: "done" }],
            old: [{ to: "nowhere" }],
            enter: [{ flow: "sign-up", then: { completed: "done", odd: "home" } }],
          },
        },
        { id: "legal", screen: "Legal", ports: { next: [{ to: "done" }] } },
        { id: "done", screen: "Done", ports: { next: [{ finish: "completed" }] } },
      ],
    },
    {
      id: "sign-up", start: "a",
      steps: [
        { id: "a", screen: "A", ports: { next: [{ finish: "completed" }, { finish: "left" }] } },
      ],
    },
  ],
};
const screens = new Map<string, Screen>([
  ["Home", { name: "Home", ports: ["next", "enter", "spare"], builds: [] }],
]);
const size = () => ({ width: 300, height: 200 });
const graphFor = (draft: FlowDocument, collapsed = new Set<string>()) =>
  graphOf(draft, draft.flows[0], screens, collapsed, size);

test("declared, unconnected and unknown ports are distinguished", () => {
  const home = graphFor(document).nodes.get("home");
  assert.deepEqual(home?.handles, [
    { name: "next", state: "connected" }, { name: "enter", state: "connected" },
    { name: "spare", state: "open" }, { name: "old", state: "undeclared" },
  ]);
});

test("ends, sub-flows and missing steps are separate nodes", () => {
  const { nodes } = graphFor(document);
  assert.deepEqual([...nodes.keys()], [
    "home", "legal", "done", "missing/nowhere", "flow/home/enter/0", "finish/completed",
  ]);
  const call = nodes.get("flow/home/enter/0");
  assert.deepEqual(call?.handles, [
    { name: "completed", state: "connected" }, { name: "left", state: "open" },
    { name: "odd", state: "undeclared" },
  ]);
  assert.equal(call?.subflow?.id, "sign-up");
  const closed = graphFor(document, new Set(["flow/home/enter/0"])).nodes.get("flow/home/enter/0");
  assert.equal(closed?.subflow, undefined);
});

test("an edge is labeled with its condition, and the fallback with “otherwise”", () => {
  const chips = graphFor(document).edges
    .filter((it) => it.ref.port === "next" && it.from === "home").map((it) => it.chip);
  assert.deepEqual(chips, ["country is DE", "otherwise"]);
});

test("an edge whose condition is null, which is never true, is labeled “never”", () => {
  const next = [{ when: null, to: "b" } as never, { to: "a" }];
  const steps = [{ id: "a", screen: "A", ports: { next } }, { id: "b", screen: "B" }];
  const { edges } = graphFor({ schema: 1, flows: [{ id: "f", start: "a", steps }] });
  assert.deepEqual(edges.map((it) => it.chip), ["never", "otherwise"]);
});

test("an unchanged step keeps its identity", () => {
  const first = graphFor(document);
  const [shop, other] = document.flows;
  const changed = {
    ...document, flows: [
      {
        ...shop!,
        steps: shop!.steps.map((it) => (it.id === "legal" ? { ...it, content: 1 } : it)),
      },
      other!,
    ],
  };
  const second = graphOf(changed, changed.flows[0], screens, new Set<string>(), size, first);
  assert.equal(second.nodes.get("home"), first.nodes.get("home"));
  assert.notEqual(second.nodes.get("legal"), first.nodes.get("legal"));
});

test("a layout has no overlaps, and successors are further right", () => {
  const graph = graphFor(document);
  const positions = layered(graph);
  const boxes = [...graph.nodes.values()].map((node) => boxOf(node, positions.get(node.id)!));
  for (const [index, box] of boxes.entries()) {
    assert.ok(boxes.slice(index + 1).every((other) => !overlaps(box, other)));
  }
  assert.ok(positions.get("home")![0] < positions.get("legal")![0]);
  assert.ok(positions.get("legal")![0] < positions.get("done")![0]);
});

test("a flow of only cycles has a layout", () => {
  const loops: FlowDocument = {
    schema: 1, flows: [{
      id: "f", start: "a", steps: ["a", "b", "c"].map((id, index) => ({
        id, screen: "S", ports: { next: [{ to: ["b", "c", "a"][index]! }, { to: id }] },
      })),
    }],
  };
  assert.equal(layered(graphFor(loops)).size, 3);
});

test("a node without a position is placed beside its edge's source without overlaps", () => {
  const graph = graphFor(document);
  const known = new Map<string, [number, number]>([
    ["home", [0, 0]], ["legal", [328, 0]], ["done", [1200, 0]],
  ]);
  const positions = completePositions(graph, known);
  assert.equal(positions.size, graph.nodes.size);
  for (const [id, position] of known) assert.deepEqual(positions.get(id), position);
  // 120 to the right of a card that is 208 wide.
  for (const [id, x] of [
    ["missing/nowhere", 328], ["flow/home/enter/0", 328], ["finish/completed", 1528],
  ] as const) assert.equal(positions.get(id)?.[0], x, id);
  const boxes = [...graph.nodes.values()].map((node) => boxOf(node, positions.get(node.id)!));
  for (const [index, box] of boxes.entries()) {
    assert.ok(boxes.slice(index + 1).every((other) => !overlaps(box, other)));
  }
});

test("a renamed step and the sub-flows that it enters are recognized as the old ones", () => {
  const [shop, other] = document.flows;
  const renamed: FlowDocument = {
    ...document, flows: [
      {
        ...shop!,
        steps: shop!.steps.map((it) => (it.id === "home" ? { ...it, id: "start" } : it)),
      },
      other!,
    ],
  };
  assert.deepEqual([...renamedNodes(graphFor(document), graphFor(renamed))], [
    ["home", "start"], ["flow/home/enter/0", "flow/start/enter/0"],
  ]);
  assert.equal(renamedNodes(graphFor(document), graphFor(document)).size, 0);
});

test("the scene finds the element at a point and the visible elements", () => {
  const graph = graphFor(document);
  const scene = new Scene();
  scene.update(graph, layered(graph));
  const home = scene.box("home")!;
  assert.equal(scene.nodeAt({ x: home.x + 5, y: home.y + 5 })?.id, "home");
  assert.equal(scene.nodeAt({ x: home.x - 50, y: home.y - 50 }), undefined);
  assert.ok(scene.nodesIn({ ...home, width: 10, height: 10 }).has("home"));
  const edge = scene.graph.edges[0]!;
  const shape = scene.shape(edge.key)!;
  const on = shape.points[Math.floor(shape.points.length / 2)]!;
  assert.equal(scene.edgeAt(on, 4)?.key, edge.key);
});

test("a dragged node moves with its edges, and is only at its new position", () => {
  const graph = graphFor(document);
  const scene = new Scene();
  scene.update(graph, layered(graph));
  const before = scene.box("legal")!;
  const followers = scene.move({ nodes: new Set(["legal"]), dx: 5000, dy: 0 });
  assert.deepEqual(
    [...followers].map((it) => [it.from, it.to]), [["home", "legal"], ["legal", "done"]]);
  assert.equal(scene.nodeAt({ x: before.x + 5, y: before.y + 5 }), undefined);
  assert.equal(scene.nodeAt({ x: before.x + 5005, y: before.y + 5 })?.id, "legal");
});
