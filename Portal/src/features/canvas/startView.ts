// What one sees first: all of a flow, or its beginning where all of it would be too small to read.

import type { CanvasCommand } from "../../model/editor";
import type { CanvasModel } from "./canvasModel";

const LEAST_READABLE = 0.3;
/** How long a panel is waited for that is still being loaded. */
const MOST_FRAMES = 120;

/** Follows the size of the window, the flow that is looked at, and what others ask for. */
export function startView(canvas: CanvasModel, element: HTMLElement): () => void {
  let shown = "";
  const show = () => {
    const { viewport, scene, flow } = canvas;
    if (viewport.width === 0 || flow === shown) return;
    const bounds = scene.bounds;
    if (!bounds) return;
    shown = flow;
    const remembered = canvas.rememberedView;
    if (remembered) return viewport.set(remembered);
    const all = viewport.fitting(bounds);
    const isSmall = scene.graph.nodes.size < 24 && viewport.width > 640;
    if (all.k >= LEAST_READABLE || isSmall) return viewport.set(all);
    const start = [...scene.graph.nodes.values()].find((node) => node.isStart);
    const box = (start && scene.box(start.id)) ?? bounds;
    const k = 0.5;
    viewport.set({
      k, x: viewport.insets.left + 24 - box.x * k,
      y: viewport.height / 2 - (box.y + box.height / 2) * k,
    });
  };
  const measure = () => {
    const { width, height } = element.getBoundingClientRect();
    const lost = canvas.viewport.width - width;
    canvas.viewport.resize(width, height);
    show();
    // A panel that opens must not lie over the card that it is about.
    const [only, ...others] = canvas.chosen;
    const box = only !== undefined && others.length === 0 ? canvas.scene.box(only) : null;
    if (lost > 0 && box) canvas.viewport.reveal(box);
    canvas.virtualizer.update(true);
  };
  canvas.viewport.covered = () => coveredOf(element);
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  const stops = [
    canvas.version.subscribe(show),
    canvas.editor.onCommand((command) => runCommand(canvas, command)),
    () => observer.disconnect(),
  ];
  measure();
  return () => {
    for (const stop of stops) stop();
  };
}

/** How far what is open, such as a sheet, reaches over the canvas. */
function coveredOf(element: HTMLElement): { right: number; bottom: number } {
  const room = element.getBoundingClientRect();
  const covered = { right: 0, bottom: 0 };
  for (const open of document.querySelectorAll("[data-over-canvas]")) {
    const { left, top } = open.getBoundingClientRect();
    if (left > room.left + 1) covered.right = Math.max(covered.right, room.right - left);
    else covered.bottom = Math.max(covered.bottom, room.bottom - top);
  }
  return covered;
}

function runCommand(canvas: CanvasModel, command: CanvasCommand): void {
  const { scene, viewport, editor } = canvas;
  if (command.kind === "fit") {
    const bounds = scene.bounds;
    if (bounds) viewport.fit(bounds, true);
    return;
  }
  const box = scene.box(command.step);
  if (!box) return;
  if (command.kind === "edit") {
    if (editor.selection.get().route?.step === command.step) editor.panel.set("step");
    else canvas.choose([command.step], true);
    requestAnimationFrame(() => focusPanel(MOST_FRAMES));
    return;
  }
  if (command.flow !== canvas.flow) return;
  viewport.reveal(box, 0.45);
  if (!command.isChosen) return;
  const light = editor.spotlight.get();
  canvas.choose([command.step], command.isOpen);
  editor.spotlight.set(light);
  canvas.active.set(command.step);
}

/** Puts the keyboard where the route or the step is edited, as soon as the panel is there. */
function focusPanel(frames: number): void {
  const body = document.querySelector(".side-panel.step .side-panel-body");
  const field = body?.querySelector<HTMLElement>(".route.open .route-title")
    ?? body?.querySelector<HTMLElement>(".route.open :is(input, select, button)")
    ?? body?.querySelector<HTMLElement>(".inspector :is(input, textarea, select, button)");
  if (field) field.focus();
  else if (frames > 0) requestAnimationFrame(() => focusPanel(frames - 1));
}
