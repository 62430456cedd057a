import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlowDocument, Step } from "../../document";
import { arranged } from "./arranging";
import { collapsed, sectionNode, expandMembers } from "./collapsing";
import { boundingBox, overlaps, type Box } from "./geometry";
import { graphOf, type Graph } from "./graph";
import { boxOf } from "./placement";
import { displacements } from "./sectionActions";
import { rowsOf } from "./rows";

const documentOf = (steps: Step[], sections = {}): FlowDocument => (
  { schema: 1, flows: [{ id: "f", start: steps[0]?.id ?? "", steps, sections }] });
const graphFor = (document: FlowDocument, closed: string[] = []) => collapsed(graphOf(
  document, document.flows[0], new Map(), new Set(), () => ({ width: 300, height: 200 })),
new Set(closed));
const chain = (count: number, section?: (index: number) => string): Step[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `s${index}`, screen: "S", ...(section ? { section: section(index) } : {}),
    ports: {
      next: [index < count - 1 ? { to: `s${index + 1}` } : { finish: "done" }],
      skip: [{ to: `s${Math.min(count - 1, index + 3)}` }],
      back: [{ to: `s${Math.max(0, index - 2)}` }],
    },
  }));
const boxesOf = (graph: Graph): Map<string, Box> => {
  const positions = arranged(graph);
  return new Map([...graph.nodes.values()].map((it) => (
    [it.id, boxOf(it, positions.get(it.id) as [number, number])])));
};

test("a long chain is broken into rows, and no two cards overlap", () => {
  const boxes = [...boxesOf(graphFor(documentOf(chain(400)))).values()];
  const bounds = boundingBox(boxes) as Box;
  const aspect = bounds.width / bounds.height;
  assert.ok(aspect > 1 && aspect < 3, `${bounds.width} × ${bounds.height}`);
  for (const [index, box] of boxes.entries()) {
    assert.ok(boxes.slice(index + 1).every((other) => !overlaps(box, other)));
  }
});

test("a short chain stays in one row", () => {
  const boxes = boxesOf(graphFor(documentOf(chain(2))));
  assert.equal(new Set([...boxes.values()].map(({ x }) => x)).size, 3);
  assert.deepEqual(rowsOf([300, 300], [356, 356], [], 100), [[0, 2]]);
});

test("rows end where few arrows cross", () => {
  // Two clusters of columns with one arrow between them, after the fourth column.
  const edges: [number, number][] = [[0, 1], [0, 2], [0, 3], [1, 3], [2, 3], [3, 4], [4, 5], [4, 6],
    [5, 7], [6, 7], [4, 7], [5, 6]];
  const columns = (size: number) => Array.from({ length: 8 }, () => size);
  const rows = rowsOf(columns(320), columns(360), edges, 100);
  assert.deepEqual(rows, [[0, 4], [4, 8]]);
});

test("the layout is deterministic", () => {
  const layout = () => [...arranged(graphFor(documentOf(chain(60))))];
  assert.deepEqual(layout(), layout());
});

const sections = { a: { title: "A", color: "blue" }, b: { title: "B", color: "red" } };
const sectioned = documentOf(chain(40, (index) => (index < 20 ? "a" : "b")), sections);

test("the cards of a section are together, and separate from those of others", () => {
  const graph = graphFor(sectioned);
  const boxes = boxesOf(graph);
  const area = (id: string) => boundingBox(
    graph.sections.get(id)!.members.map((it) => boxes.get(it) as Box)) as Box;
  assert.equal(graph.sections.get("a")?.steps, 20);
  assert.ok(!overlaps(area("a"), area("b")));
});

test("a collapsed section is one node with one arrow for each target", () => {
  const graph = graphFor(sectioned, [sectionNode("a")]);
  const node = graph.nodes.get(sectionNode("a"));
  assert.equal(node?.title, "A");
  assert.ok(node?.isStart, "the start is in it");
  assert.ok(!graph.nodes.has("s3") && graph.nodes.has("s25"));
  const leaving = graph.edges.filter((it) => it.from === sectionNode("a"));
  assert.deepEqual(leaving.map((it) => [it.to, it.count, it.chip]), [
    ["s20", 2, "2"], ["s21", 1, ""], ["s22", 1, ""],
  ]);
  const entering = graph.edges.filter((it) => it.to === sectionNode("a"));
  assert.deepEqual(entering.map((it) => it.ref.step), ["s20", "s21"]);
  assert.equal(graph.all?.nodes.size, 41);
  assert.equal(collapsed(graph.all as Graph, new Set()), graph.all);
});

test("the cards of a collapsed section move with it", () => {
  const graph = graphFor(sectioned, [sectionNode("a")]);
  const positions = new Map(arranged(graph.all as Graph));
  positions.set(sectionNode("a"), [10, 20]);
  const [x, y] = positions.get("s4") as [number, number];
  const moves = expandMembers({ [sectionNode("a")]: [110, 10] }, graph, positions);
  assert.deepEqual(moves["s4"], [x + 100, y - 10]);
  assert.equal(Object.keys(moves).length, 20);
});

test("an expanding section moves cards only if it would cover them", () => {
  const closed = { x: 0, y: 0, width: 256, height: 112 };
  const card = { y: 0, width: 208, height: 356 };
  const inside = [{ x: 0, ...card }, { x: 328, ...card }];
  const right = { x: 400, y: 0, width: 208, height: 356 };
  const below = { x: 0, y: 160, width: 208, height: 356 };
  const moves = displacements([["r", right], ["b", below]], closed, inside);
  const moved = (id: string, box: Box) => {
    const [x, y] = moves[id] as [number, number];
    return { ...box, x, y };
  };
  assert.ok(inside.every((it) => !overlaps(it, moved("r", right))));
  assert.ok(inside.every((it) => !overlaps(it, moved("b", below))));
  assert.deepEqual(displacements([["r", { ...right, x: 2000 }]], closed, inside), {});
});
