// A user's actions on the canvas, by pointer, menu or key: each change of the document or of the
// positions is one edit that can be undone.

import {
  addFlow, addStep, connect, flowOf, uniqueName, removeRoute, removeSteps, retarget, routesOf,
  setStart, type Destination, type Edit, type Flow, type RouteRef, type Step,
} from "../../document";
import type { PositionChanges } from "../../model/layout";
import { showUndoToast } from "../../model/undoable";
import { t } from "../../localization";
import { toast } from "../../ui";
import { arranged } from "./arranging";
import type { CanvasModel, Source } from "./canvasModel";
import type { Box, Point } from "./geometry";
import { chipWidth } from "./fitting";
import { isStepNode, type CanvasNode } from "./graph";
import { positionBeside, freePosition } from "./placement";
import { cardHeight, CARD_WIDTH, HEADER_HEIGHT } from "./sizes";
import { exampleOf, objectSchema } from "./drawing";
import { align, type Alignment } from "./snapping";

/** Returns the destination for an edge to a node; null for a node that cannot be one. */
export function destinationOf(canvas: CanvasModel, node: CanvasNode): Destination | null {
  if (node.kind === "step") return { to: node.id };
  if (node.kind === "end") return { finish: node.title };
  if (node.kind !== "flow" || !node.ref) return null;
  const { ref } = node;
  const route = routesOf(canvas.scene.node(ref.step)?.step, ref.port)[ref.route];
  const destination = ref.variant !== undefined && route && "split" in route
    ? route.split.variants[ref.variant] : route;
  const then = destination && "flow" in destination ? destination.then : undefined;
  return { flow: node.title, ...(then === undefined ? {} : { then }) };
}

function editFor(canvas: CanvasModel, source: Source, to: Destination): Edit {
  return source.kind === "port"
    ? connect(canvas.flow, source.node, source.port, to) : retarget(source.ref, to);
}

/** Returns the name of the source, for announcements and undo. */
export function nameOf(source: Source): string {
  return source.kind === "port" ? source.port : source.ref.outcome ?? source.ref.port;
}

export function destinationLabel(destination: Destination): string {
  if ("finish" in destination) return t("canvas.end-named", { outcome: destination.finish });
  return "flow" in destination ? destination.flow : destination.to;
}

/** Connects a port, an outcome or an edge to a destination. */
export function connectTo(canvas: CanvasModel, source: Source, to: Destination): void {
  const names = { port: nameOf(source), target: destinationLabel(to) };
  const label = t(source.kind === "edge" ? "canvas.do-retarget" : "canvas.do-connect", names);
  canvas.apply(label, editFor(canvas, source, to));
  canvas.announce(t("canvas.announce-connected", names));
}

/** Returns a new step of a flow that shows a screen, and the size of its card. */
export function newStep(
  canvas: CanvasModel, flow: Flow, screen: string,
): { step: Step; size: { width: number; height: number } } {
  const declared = canvas.editor.screens.get().find((it) => it.name === screen);
  const id = uniqueName(screen, flow.steps.map((it) => it.id));
  const content = exampleOf(objectSchema(declared?.content));
  return {
    step: { id, screen, ...(content === undefined ? {} : { content }) },
    size: { width: CARD_WIDTH, height: cardHeight(declared?.ports.length ?? 1) },
  };
}

/** Adds a step that shows a screen at the requested position, and connects the source to it. */
export function createStep(
  canvas: CanvasModel, screen: string, at: Point | null, source?: Source, extraEdit?: Edit,
): void {
  const flow = flowOf(canvas.editor.draft.document.get(), canvas.flow);
  if (!flow) return;
  const { step, size } = newStep(canvas, flow, screen);
  const { id } = step;
  const position = positionFor(canvas, size, at, source);
  const edit: Edit = (document) => {
    const added = addStep(canvas.flow, step)(extraEdit?.(document) ?? document);
    const started = flow.steps.length === 0 ? setStart(canvas.flow, id)(added) : added;
    return source ? editFor(canvas, source, { to: id })(started) : started;
  };
  canvas.apply(t("canvas.do-add", { step: id }), edit, { [id]: [position.x, position.y] });
  showNewStep(canvas, id, t("canvas.announce-added", { step: id }));
}

/** Selects a step that was just added, opens its panel and announces it. */
export function showNewStep(canvas: CanvasModel, id: string, announcement: string): void {
  canvas.refresh();
  canvas.select([id], true);
  canvas.active.set(id);
  canvas.announce(announcement);
}

/** Returns the position of a new node: at a point, beside its source, or in the middle. */
function positionFor(
  canvas: CanvasModel, size: { width: number; height: number }, at: Point | null, source?: Source,
): Point {
  const { scene, viewport } = canvas;
  const others = [...scene.graph.nodes.keys()].flatMap((id) => scene.box(id) ?? []);
  if (at) {
    const x = source ? at.x : at.x - size.width / 2;
    return { x: Math.round(x / 8) * 8, y: Math.round((at.y - HEADER_HEIGHT) / 8) * 8 };
  }
  const from = source && scene.box(source.node);
  if (from) return positionBeside(from, size, others);
  const visible = viewport.visibleBox();
  return freePosition({
    x: Math.round((visible.x + visible.width / 2 - size.width / 2) / 8) * 8,
    y: Math.round((visible.y + visible.height / 2 - size.height / 2) / 8) * 8, ...size,
  }, others);
}

/** Removes the selection: an edge, or steps with their edges. */
export function removeSelected(canvas: CanvasModel): void {
  const { route } = canvas.editor.selection.get();
  if (!canvas.canEdit) return;
  if (route) return removeEdge(canvas, route);
  const selected = canvas.selected;
  if (selected.size > 0) removeNodes(canvas, [...selected]);
}

export function removeEdge(canvas: CanvasModel, ref: RouteRef): void {
  canvas.apply(t("canvas.do-remove-edge"), removeRoute(ref));
  canvas.editor.selection.set({ steps: [] });
  canvas.announce(t("canvas.announce-edge-removed"));
}

export function removeNodes(canvas: CanvasModel, ids: string[]): void {
  const nodes = ids.flatMap((id) => canvas.scene.node(id) ?? []);
  const steps = nodes.filter(isStepNode).map((node) => node.id);
  // An end or a sub-flow is removed with the edges to it. Later routes first, so that the indexes
  // of earlier ones stay valid.
  const refs = nodes.filter((node) => !isStepNode(node))
    .flatMap((node) => (canvas.scene.graph.edgesAt.get(node.id) ?? [])
      .filter((edge) => edge.to === node.id).map((edge) => edge.ref))
    .sort((a, b) => b.route - a.route || (b.variant ?? 0) - (a.variant ?? 0));
  canvas.editor.remove({
    flow: canvas.flow, steps,
    // NB: the steps last, because their removal also changes the indexes of routes.
    run: (instead) => removeAll(canvas, ids, (document) => (
      removeSteps(canvas.flow, steps, instead)(
        refs.reduce((state, ref) => removeRoute(ref)(state), document)))),
  });
}

function removeAll(canvas: CanvasModel, ids: string[], edit: Edit): void {
  const nodes = ids.flatMap((id) => canvas.scene.node(id) ?? []);
  const label = nodes.length === 1 ? t("canvas.do-remove", { step: nodes[0]?.title ?? "" })
    : t("canvas.do-remove-many", { count: nodes.length });
  const start = canvas.editor.currentFlow?.start;
  const stored = canvas.layout.positions(canvas.flow);
  const removals = Object.fromEntries(ids.filter((id) => stored[id]).map((id) => [id, null]));
  canvas.apply(label, edit, removals);
  canvas.select([]);
  const text = t("canvas.announce-removed", { count: nodes.length });
  canvas.announce(text);
  if (nodes.some(isStepNode)) {
    const newStart = canvas.editor.currentFlow?.start;
    const isMoved = newStart !== undefined && newStart !== start;
    showUndoToast(canvas.editor.draft, {
      text: isMoved ? `${text} ${t("canvas.announce-start", { step: newStart })}` : text,
    });
  }
}

/** Returns the source of a connection that begins at a node's handle. */
export function sourceOf(node: CanvasNode, handle: string): Source {
  if (node.kind === "flow" && node.ref) {
    return { kind: "outcome", node: node.id, ref: { ...node.ref, outcome: handle } };
  }
  return { kind: "port", node: node.id, port: handle };
}

/** Asks which port of a card to connect; if there is only one, asks for its destination. */
export function askForPort(canvas: CanvasModel, id: string, at: Point): void {
  const node = canvas.scene.node(id);
  if (!node || !canvas.canEdit || node.handles.length === 0) return;
  const [only] = node.handles;
  if (node.handles.length === 1 && only) {
    canvas.dialog.set({ kind: "choose", at, source: sourceOf(node, only.name) });
  } else canvas.dialog.set({ kind: "menu", at, node: id, menu: "port" });
}

/** Adds the flow that a new application begins with. */
export function addFirstFlow(canvas: CanvasModel): void {
  const id = t("canvas.first-flow");
  canvas.editor.draft.apply(t("editor.add-flow"), addFlow({ id, start: "", steps: [] }));
  canvas.editor.flow.set(id);
}

/** Opens the flow that a node represents. */
export function openFlow(canvas: CanvasModel, node: CanvasNode, step?: string): void {
  const flow = canvas.editor.draft.document.get().flows.find((it) => it.id === node.title);
  if (!flow) return void toast({ text: t("canvas.no-such-flow", { flow: node.title }) });
  canvas.editor.flow.set(flow.id);
  canvas.announce(t("canvas.announce-opened", { flow: flow.id }));
  if (step) canvas.editor.command({ kind: "reveal", flow: flow.id, step, isSelected: true });
}

// Positions ------------------------------------------------------------------------------------

/** Moves the selected nodes by an offset; consecutive moves are one undo step. */
export function moveSelectedBy(canvas: CanvasModel, dx: number, dy: number): void {
  if (!canvas.canEdit) return;
  const moves: PositionChanges = {};
  for (const id of canvas.selected) {
    const [x, y] = canvas.scene.positions.get(id) ?? [0, 0];
    moves[id] = [Math.round(x + dx), Math.round(y + dy)];
  }
  if (Object.keys(moves).length === 0) return;
  canvas.apply(
    t("canvas.do-move"), null, moves, `nudge:${Object.keys(moves).sort().join("\n")}`);
  canvas.announce(t("canvas.announce-moved", { count: Object.keys(moves).length }));
}

export function alignSelected(canvas: CanvasModel, how: Alignment): void {
  const boxes = new Map<string, Box>();
  for (const id of canvas.selected) {
    const box = canvas.scene.box(id);
    if (box) boxes.set(id, box);
  }
  if (boxes.size < 2) return;
  canvas.apply(t("canvas.do-align"), null, Object.fromEntries(align(boxes, how)));
  canvas.announce(t("canvas.announce-aligned", { count: boxes.size }));
}

/** Arranges everything automatically: in layers along the edges, with sections kept together. */
export function arrangeAll(canvas: CanvasModel): void {
  const { scene } = canvas;
  const positions = arranged(scene.graph, chipWidth);
  const moved = [...positions].filter(([id, [x, y]]) => {
    const [left, top] = scene.positions.get(id) ?? [NaN, NaN];
    return Math.abs(left - x) >= 1 || Math.abs(top - y) >= 1;
  });
  const count = moved.length;
  if (count > 0) {
    canvas.apply(t("canvas.do-arrange"), null, Object.fromEntries(moved));
    canvas.refresh();
  }
  const bounds = scene.boundsAt(positions);
  if (bounds) canvas.viewport.fit(bounds, true);
  const text = count > 0 ? t("canvas.announce-arranged", { count }) : t("canvas.all-arranged");
  canvas.announce(text);
  if (count > 0) showUndoToast(canvas.editor.draft, { text });
  else toast({ text });
}

export function setStartStep(canvas: CanvasModel, step: string): void {
  canvas.apply(t("canvas.do-start", { step }), setStart(canvas.flow, step));
}
