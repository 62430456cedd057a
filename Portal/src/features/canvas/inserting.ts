// Inserts a step into an edge of the canvas, between its ends.

import { flowOf, routeKey, type Edit, type RouteRef, type Step } from "../../document";
import {
  chosenEdge, continuingPort, declaredPorts, destinationAt, insertStep, isUnchanged,
  type ChosenEdge,
} from "../../document/insertion";
import type { PositionChanges } from "../../model/layout";
import { t } from "../../localization";
import { toast } from "../../ui";
import { destinationLabel, newStep, showNewStep } from "./actions";
import type { CanvasModel } from "./canvasModel";
import type { Point } from "./geometry";
import { subflowNode, type CanvasEdge } from "./graph";
import { positionBetween } from "./placement";

/** The edges from a node that a step can be inserted into: each that represents no others. */
export function edgesFrom(canvas: CanvasModel, node: string): CanvasEdge[] {
  return (canvas.scene.graph.edgesAt.get(node) ?? [])
    .filter((edge) => edge.from === node && edge.count === undefined);
}

/** Asks for the screen to insert into the selected edge, otherwise into one from a card. */
export function askForInsertion(canvas: CanvasModel, at: Point): void {
  const { draft, selection } = canvas.editor;
  const { route, steps } = selection.get();
  const active = canvas.active.get() ?? steps[0];
  // NB: a whole split is no edge, and a selected edge may have been removed by an undo.
  const isEdge = route && destinationAt(draft.document.get(), route) !== undefined;
  if (isEdge) askForScreen(canvas, route);
  else if (active !== undefined) askForEdge(canvas, active, at);
}

/** Asks for the screen to insert into the only edge from a node, or first for one of several. */
function askForEdge(canvas: CanvasModel, node: string, at: Point): void {
  const [only, ...others] = edgesFrom(canvas, node);
  if (!only) return;
  if (others.length > 0) canvas.dialog.set({ kind: "menu", at, node, menu: "insert" });
  else askForScreen(canvas, only.ref);
}

/** Selects an edge, and asks for the screen to insert into it. */
export function askForScreen(canvas: CanvasModel, edge: RouteRef): void {
  canvas.selectEdge(edge, false);
  openChoice(canvas, edge);
}

/** Opens the choice of the screen to insert into an edge. */
export function openChoice(canvas: CanvasModel, edge: RouteRef): void {
  const document = canvas.editor.draft.document.get();
  canvas.dialog.set({ kind: "insert", edge: chosenEdge(document, edge) });
}

/** The reason why a screen cannot be inserted; undefined if it can. */
export function insertionProblem(canvas: CanvasModel, screen: string): string | undefined {
  const document = canvas.editor.draft.document.get();
  const declared = declaredPorts(canvas.editor.screens.get(), screen);
  return continuingPort(document, screen, declared) === undefined
    ? t("canvas.insert-no-port") : undefined;
}

/**
 * Inserts a step that shows a screen into an edge, as one edit: it continues to the edge's old
 * destination. If the edge has changed since it was chosen, nothing is inserted.
 *
 * @param before An edit that comes first, such as the one that adds the screen.
 */
export function insertScreen(
  canvas: CanvasModel, screen: string, edge: ChosenEdge, before: Edit = (draft) => draft,
): void {
  const { ref } = edge;
  const document = canvas.editor.draft.document.get();
  const flow = flowOf(document, ref.flow);
  const destination = destinationAt(document, ref);
  if (!flow || !destination || !isUnchanged(document, edge)) {
    return void toast({ text: t("canvas.insert-changed") });
  }
  const declared = declaredPorts(canvas.editor.screens.get(), screen);
  const port = continuingPort(before(document), screen, declared);
  if (port === undefined) return void toast({ text: t("list.cannot-insert", { screen }) });
  const { step, size } = newStep(canvas, flow, screen);
  const positions = positionsFor(canvas, ref, { step, size, port });
  canvas.apply(
    t("canvas.do-insert", { step: step.id }),
    (draft) => insertStep(ref, step, port)(before(draft)), positions);
  showNewStep(canvas, step.id, t("canvas.announce-inserted", {
    step: step.id, source: ref.step, target: destinationLabel(destination),
  }));
}

/** The positions of the new step and of the nodes that make room for it. */
function positionsFor(
  canvas: CanvasModel, ref: RouteRef,
  { step, size, port }: { step: Step; size: { width: number; height: number }; port: string },
): PositionChanges {
  const { scene } = canvas;
  const edge = scene.edge(routeKey(ref));
  const [source, target] = [scene.box(edge?.from ?? ""), scene.box(edge?.to ?? "")];
  if (!edge || !source || !target) return {};
  const boxes = new Map([...scene.graph.nodes.keys()].flatMap((id) => {
    const box = scene.box(id);
    return box ? [[id, box] as const] : [];
  }));
  const { position, moved } = positionBetween(source, target, size, boxes);
  const changes: PositionChanges = {
    ...Object.fromEntries(moved), [step.id]: [position.x, position.y],
  };
  if (scene.node(edge.to)?.kind !== "flow") return changes;
  // The node of an entered flow, and of each flow after it, has the name of the route to it.
  const entered = subflowNode({ flow: ref.flow, step: step.id, port, route: 0 });
  const collapsed = canvas.layout.collapsed(ref.flow);
  const newlyCollapsed: string[] = [];
  for (const [old, { x, y }] of boxes) {
    if (old !== edge.to && !old.startsWith(`${edge.to}/`)) continue;
    const renamed = entered + old.slice(edge.to.length);
    Object.assign(changes, { [renamed]: moved.get(old) ?? [x, y], [old]: null });
    if (collapsed.includes(old)) newlyCollapsed.push(renamed);
  }
  if (newlyCollapsed.length > 0) canvas.setCollapsed(newlyCollapsed, true);
  return changes;
}
