// The initial view: a whole flow, or its beginning if the flow would be too small to read.

import { pointerToText, stepOf } from "../../document";
import type { CanvasCommand } from "../../model/editor";
import type { CanvasModel } from "./canvasModel";
import { sectionNode } from "./collapsing";
import { focusCard } from "./focusing";
import { boundingBox, type Box, type Point } from "./geometry";
import { openChoice } from "./inserting";
import { NEAR, SMALLER } from "./levels";
import type { View } from "./viewport";
import { frameOf } from "./sectionActions";

/** The number of frames to wait for a panel that is being loaded. */
const MAX_FRAMES = 120;

/**
 * Follows the window's size, the current flow, and requests to reveal something; returns a function
 * that stops it.
 */
export function startView(canvas: CanvasModel, element: HTMLElement): () => void {
  let shown = "";
  // The initial view that was set here; undefined if a saved view is shown again.
  let initial: View | undefined;
  const show = () => {
    const { viewport, flow } = canvas;
    if (viewport.width === 0 || flow === shown) return;
    const bounds = contentBounds(canvas);
    if (!bounds) return;
    shown = flow;
    initial = undefined;
    const saved = canvas.savedView;
    if (saved) return viewport.set(saved);
    showInitial(bounds);
  };
  const showInitial = (bounds: Box) => {
    canvas.viewport.set(initialView(canvas, bounds));
    initial = canvas.viewport.view;
  };
  let knownBarHeight = 0;
  const measure = () => {
    const { width, height } = element.getBoundingClientRect();
    const isNarrower = width < canvas.viewport.width;
    canvas.viewport.resize(width, height);
    // NB: the bar over the canvas may get more rows after the view was set; a view that the user
    // has changed stays, and so does one beside a panel, which has been opened on a visible card.
    const bounds = contentBounds(canvas);
    const isBarTaller = barHeight(element) > knownBarHeight && !isNarrower
      && !canvas.editor.panel.get();
    knownBarHeight = barHeight(element);
    if (bounds && isBarTaller && canvas.viewport.view === initial) showInitial(bounds);
    else show();
    if (isNarrower) keepVisible();
    canvas.virtualizer.update(true);
  };
  // The selection stays visible when a panel opens beside it or over it.
  const keepVisible = () => {
    const box = canvas.editor.panel.get() ? selectionBox(canvas) : null;
    if (box && shown !== "") canvas.viewport.panIntoView(box);
  };
  // A panel grows when its content has been loaded.
  const panelObserver = new ResizeObserver(keepVisible);
  const scheduleKeepVisible = () => void requestAnimationFrame(() => {
    panelObserver.disconnect();
    for (const panel of document.querySelectorAll("[data-over-canvas]")) {
      panelObserver.observe(panel);
    }
    keepVisible();
  });
  canvas.viewport.barHeight = () => barHeight(element);
  canvas.viewport.coveredInsets = () => coveredInsets(element);
  canvas.viewport.minimapCorner = () => minimapCorner(element);
  canvas.viewport.contentBounds = () => contentBounds(canvas);
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  const bar = barOf(element);
  if (bar) observer.observe(bar);
  const stops = [
    canvas.version.subscribe(show), canvas.editor.panel.subscribe(scheduleKeepVisible),
    canvas.editor.selection.subscribe(scheduleKeepVisible),
    canvas.editor.onCommand((command) => runCommand(canvas, command)),
    () => observer.disconnect(), () => panelObserver.disconnect(),
  ];
  measure();
  return () => {
    for (const stop of stops) stop();
  };
}

/** The view of everything, or of the start if names would be too small to read. */
function initialView({ viewport, scene }: CanvasModel, bounds: Box): View {
  const all = viewport.fittingView(bounds);
  if (all.k >= SMALLER) return all;
  const start = [...scene.graph.nodes.values()].find((node) => node.isStart);
  const box = (start && scene.box(start.id)) ?? bounds;
  const k = viewport.width > 640 ? NEAR : SMALLER;
  return {
    k, x: viewport.insets.left + 24 - box.x * k,
    y: viewport.height / 2 - (box.y + box.height / 2) * k,
  };
}

/** The bounds of everything, including the titles of sections. */
export function contentBounds(canvas: CanvasModel): Box | null {
  const { bounds, graph } = canvas.scene;
  return bounds && graph.sections.size > 0 ? frameOf(bounds) : bounds;
}

/**
 * Returns the box of the selected node, with the selected edge if both fit into the view's width;
 * null unless exactly one node is selected.
 */
function selectionBox(canvas: CanvasModel): Box | null {
  const { scene, selectedEdge, viewport } = canvas;
  const [only, ...others] = canvas.selected;
  const card = only !== undefined && others.length === 0 ? scene.box(only) : null;
  if (!card) return null;
  const shape = selectedEdge === null ? undefined : scene.shape(selectedEdge);
  const withEdge = shape && boundingBox([card, shape.bounds]);
  const fits = withEdge && withEdge.width * viewport.view.k < viewport.width * 0.9;
  return withEdge && fits ? withEdge : card;
}

function barOf(element: HTMLElement): Element | null | undefined {
  return element.closest(".editor-middle")?.querySelector(".flow-bar");
}

/** The height, in pixels, of the toolbar over the canvas, which may have several rows. */
function barHeight(element: HTMLElement): number {
  const bar = barOf(element)?.getBoundingClientRect();
  return bar ? bar.bottom - element.getBoundingClientRect().top : 0;
}

/** Returns the part of the canvas that is covered, such as by a panel. */
function coveredInsets(element: HTMLElement): { right: number; bottom: number } {
  const canvasBox = element.getBoundingClientRect();
  const covered = { right: 0, bottom: 0 };
  for (const open of document.querySelectorAll("[data-over-canvas]")) {
    const { left, top } = open.getBoundingClientRect();
    if (left > canvasBox.left + 1) covered.right = Math.max(covered.right, canvasBox.right - left);
    else covered.bottom = Math.max(covered.bottom, canvasBox.bottom - top);
  }
  return covered;
}

/** Returns the corner of the minimap, if it is shown. */
function minimapCorner(element: HTMLElement): Point | null {
  const minimap = element.parentElement?.querySelector(".canvas-minimap")?.getBoundingClientRect();
  const { left, top } = element.getBoundingClientRect();
  return minimap && minimap.width > 0 ? { x: minimap.left - left, y: minimap.top - top } : null;
}

function runCommand(canvas: CanvasModel, command: CanvasCommand): void {
  const { scene, viewport, editor } = canvas;
  if (command.kind === "fit") {
    const bounds = contentBounds(canvas);
    if (bounds) viewport.fit(bounds, true);
    return;
  }
  if (command.kind === "section") return showSection(canvas, command.section);
  if (command.kind === "insert") {
    // On a phone, the panel would cover the choices.
    if (viewport.freeSize.height < viewport.height) editor.panel.set(null);
    openChoice(canvas, command.edge);
    return;
  }
  const box = scene.box(command.step);
  if (!box) return;
  if (command.kind === "edit") {
    if (editor.selection.get().route?.step === command.step) editor.panel.set("step");
    else canvas.select([command.step], true);
    const pointer = pointerOf(canvas, command);
    requestAnimationFrame(() => focusPanel(MAX_FRAMES, pointer));
    return;
  }
  if (command.flow !== canvas.flow) return;
  viewport.reveal(box, 0.45);
  if (!command.isSelected) return;
  const spotlight = editor.spotlight.get();
  canvas.select([command.step], command.isOpen);
  canvas.foundStep = command.step;
  editor.spotlight.set(spotlight);
  canvas.active.set(command.step);
}

/** Shows a section, or its card while it is collapsed. */
function showSection(canvas: CanvasModel, section: string): void {
  const { scene, viewport } = canvas;
  const info = scene.graph.sections.get(section);
  if (!info) return;
  const node = sectionNode(section);
  const bounds = scene.box(node) ?? scene.boundsOf(info.members);
  if (bounds) viewport.fit(frameOf(bounds), true);
  const first = scene.node(node) ? node : info.members[0];
  canvas.select(scene.node(node) ? [node] : []);
  canvas.active.set(first ?? null);
  if (first !== undefined) focusCard(canvas, first);
  canvas.announce(info.title);
}

/**
 * Returns the pointer into the step's content to a text that is drawn on a card; undefined if there
 * is none.
 */
function pointerOf(
  { editor, flow }: CanvasModel, { step, text }: Extract<CanvasCommand, { kind: "edit" }>,
): string | undefined {
  const document = editor.draft.document.get();
  const content = text === undefined ? undefined : stepOf(document, flow, step)?.content;
  return content === undefined ? undefined : pointerToText(content, text ?? "", document.strings);
}

/**
 * Focuses the editor of the route or step as soon as the panel is loaded, or the field of a part of
 * the content, if given.
 */
function focusPanel(frames: number, pointer?: string): void {
  const body = document.querySelector(".side-panel.step .side-panel-body");
  const selector = pointer === undefined ? undefined : `[data-pointer="${CSS.escape(pointer)}"]`;
  const field = (selector && body?.querySelector<HTMLElement>(`${selector} :is(textarea, input)`))
    || body?.querySelector<HTMLElement>(".route.open .route-title")
    || body?.querySelector<HTMLElement>(".route.open :is(input, select, button)")
    || body?.querySelector<HTMLElement>(".inspector :is(input, textarea, select, button)");
  if (field) {
    field.focus();
    if (selector) field.scrollIntoView({ block: "nearest" });
  } else if (frames > 0) requestAnimationFrame(() => focusPanel(frames - 1, pointer));
}
