import assert from "node:assert/strict";
import { test } from "node:test";
import type { Screen } from "../../api";
import {
  retarget, setRoutes, type Edit, type FlowDocument, type RouteRef,
} from "../../document";
import { chosenEdge } from "../../document/insertion";
import type { Selection } from "../../model/editor";
import type { PositionChanges } from "../../model/layout";
import { Store } from "../../model/store";
import type { CanvasDialog, CanvasModel } from "./canvasModel";
import { graphOf } from "./graph";
import { askForInsertion, insertionProblem, insertScreen } from "./inserting";
import { layered } from "./layered";
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
            next: [{ to: "done" }],
            enter: [{ flow: "form", then: { completed: { flow: "form" } } }],
            split: [{ split: { experiment: "e", variants: [
              { key: "a", weight: 0.5, to: "done" }, { key: "b", weight: 0.5, finish: "left" },
            ] } }],
          },
        },
        { id: "done", screen: "Done", ports: { next: [{ finish: "completed" }] } },
      ],
    },
    {
      id: "form", start: "a",
      steps: [{ id: "a", screen: "A", ports: { next: [{ finish: "completed" }] } }],
    },
  ],
};
const screens: Screen[] = [
  { name: "Legal", ports: ["accept", "decline"], builds: [] },
  { name: "Poster", ports: [], builds: [] },
];

/** A canvas that records what is applied to its document. */
function canvasOf(collapsed: string[] = []) {
  const scene = new Scene();
  const graph = graphOf(
    document, document.flows[0], new Map(), new Set(collapsed),
    () => ({ width: 300, height: 200 }));
  scene.update(graph, layered(graph));
  const applied: { document: FlowDocument; positions: PositionChanges }[] = [];
  const newlyCollapsed: string[] = [];
  const canvas = {
    scene, layout: { collapsed: () => collapsed }, active: new Store<string | null>(null),
    setCollapsed: (ids: string[]) => newlyCollapsed.push(...ids),
    refresh: () => undefined, select: () => undefined, announce: () => undefined,
    selectEdge: () => undefined, dialog: new Store<CanvasDialog>(null),
    apply: (_label: string, edit: Edit, positions: PositionChanges) => {
      applied.push({ document: edit(document), positions });
    },
    editor: {
      screens: new Store(screens), draft: { document: new Store(document) },
      selection: new Store<Selection>({ steps: [] }),
    },
  };
  return { canvas: canvas as unknown as CanvasModel, scene, applied, newlyCollapsed };
}

const refAt = (port: string, more: Partial<RouteRef> = {}): RouteRef =>
  ({ flow: "shop", step: "home", port, route: 0, ...more });
const edgeAt = (port: string) => chosenEdge(document, refAt(port));

test("one edit inserts a step between both ends and moves what is in the way", () => {
  const { canvas, scene, applied } = canvasOf();
  const [x = 0, y = 0] = scene.positions.get("done") ?? [];
  insertScreen(canvas, "Legal", edgeAt("next"));
  assert.equal(applied.length, 1);
  const [home, , legal] = applied[0]?.document.flows[0]?.steps ?? [];
  assert.deepEqual(home?.ports?.["next"], [{ to: "Legal" }]);
  assert.deepEqual(legal, { id: "Legal", screen: "Legal", ports: { accept: [{ to: "done" }] } });
  const { Legal: placed, done: moved } = applied[0]?.positions ?? {};
  assert.deepEqual(moved, [x + 328, y]);
  assert.ok(placed && placed[0] > (scene.box("home")?.x ?? 0) && placed[0] < x + 328);
});

test("a flow keeps its place and stays collapsed when a step is inserted before it", () => {
  const entered = ["flow/home/enter/0", "flow/home/enter/0/completed"];
  const { canvas, applied, newlyCollapsed } = canvasOf(entered);
  insertScreen(canvas, "Legal", edgeAt("enter"));
  const positions = applied[0]?.positions ?? {};
  assert.deepEqual(entered.map((id) => positions[id]), [null, null]);
  const renamed = ["flow/Legal/accept/0", "flow/Legal/accept/0/completed"];
  assert.ok(renamed.every((id) => positions[id]));
  assert.deepEqual(newlyCollapsed, renamed);
});

test("a screen without ports cannot be inserted", () => {
  const { canvas, applied } = canvasOf();
  assert.equal(insertionProblem(canvas, "Legal"), undefined);
  assert.equal(insertionProblem(canvas, "Poster"), "has no port to continue at");
  insertScreen(canvas, "Poster", edgeAt("next"));
  assert.deepEqual(applied, []);
});

test("a screen that is drawn for the edge is added and inserted by one edit", () => {
  const { canvas, applied } = canvasOf();
  const root = { type: "button", title: "Start", do: [{ fire: "start" }] };
  insertScreen(canvas, "Drawn", edgeAt("next"), (draft) => ({
    ...draft, screens: [{ name: "Drawn", root }],
  }));
  assert.equal(applied.length, 1);
  assert.equal(applied[0]?.document.screens?.length, 1);
  assert.deepEqual(applied[0]?.document.flows[0]?.steps[2]?.ports, { start: [{ to: "done" }] });
});

test("nothing is inserted into an arrow that has changed since it was chosen", () => {
  const { canvas, applied } = canvasOf();
  const { setTimeout } = globalThis;
  // NB: the timer of a toast would keep the process running.
  globalThis.setTimeout = (() => 0) as unknown as typeof setTimeout;
  const edge = edgeAt("next");
  const { document: current } = canvas.editor.draft;
  current.set(retarget(refAt("next"), { to: "home" })(document));
  insertScreen(canvas, "Legal", edge);
  const rule = { when: { plan: "plus" }, to: "home" };
  current.set(setRoutes("shop", "home", "next", [rule, { to: "done" }])(document));
  insertScreen(canvas, "Legal", edge);
  current.set({ ...document, flows: [] });
  insertScreen(canvas, "Legal", edge);
  globalThis.setTimeout = setTimeout;
  assert.deepEqual(applied, []);
  current.set(document);
  insertScreen(canvas, "Legal", edge);
  assert.equal(applied.length, 1);
});

test("a key inserts into the selected arrow, otherwise into one from the card", () => {
  const { canvas } = canvasOf();
  const asked = (route: RouteRef) => {
    canvas.editor.selection.set({ steps: ["home"], route });
    askForInsertion(canvas, { x: 0, y: 0 });
    const dialog = canvas.dialog.get();
    return dialog?.kind === "insert" ? dialog.edge.ref : dialog;
  };
  const menu = { kind: "menu", at: { x: 0, y: 0 }, node: "home", menu: "insert" };
  assert.deepEqual(asked(refAt("split", { variant: 1 })), refAt("split", { variant: 1 }));
  // A whole split, as it is selected in the panel, and an arrow that an undo has removed.
  assert.deepEqual(asked(refAt("split")), menu);
  assert.deepEqual(asked(refAt("next", { route: 1 })), menu);
});
