// Moves the elements of the canvas with the viewport and with drags, frame by frame.

import type { CanvasModel } from "./canvasModel";
import type { CanvasEdge } from "./graph";
import { titleScale, levelOf, type Level } from "./levels";
import type { View } from "./viewport";

/** The distance between the dots of the background, in pixels of the canvas. */
const DOT_SPACING = 24;
/** The time without zooming before everything is repainted sharply, in milliseconds. */
const SHARPEN_DELAY = 140;

// NB: cards and edges have no transforms of their own. Such an element may become a compositing
// layer; with hundreds of edges that was 600 layers, and 8 frames a second instead of 60.

/** Follows the viewport; returns a function that stops it. */
export function trackView(
  canvas: CanvasModel, root: HTMLElement, world: HTMLElement, dots: HTMLElement,
): () => void {
  let [zoom, sectionScale] = [0, 0];
  const overlay = world.querySelector<SVGElement>(".canvas-overlay");
  const sections = world.querySelector<HTMLElement>(".canvas-sections");
  let timer: ReturnType<typeof setTimeout> | undefined;
  // While zooming, the browser scales the painted layer; afterwards it is repainted once. A layer
  // is repainted at another scale only if it briefly stops being a layer.
  const sharpen = () => {
    showDots();
    world.style.willChange = "auto";
    requestAnimationFrame(() => requestAnimationFrame(() => {
      world.style.willChange = "";
    }));
  };
  // Dots of another size need a repaint of the whole window, so they wait until zooming has
  // stopped.
  const showDots = () => {
    dots.style.backgroundSize = `${spacing}px ${spacing}px`;
    dots.style.opacity = "1";
  };
  let spacing = DOT_SPACING;
  const show = ({ x, y, k }: View) => {
    // Whole pixels keep letters sharp, and painted content can be reused.
    world.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) scale(${k})`;
    spacing = DOT_SPACING * k;
    while (spacing < 14) spacing *= 2;
    while (spacing > 40) spacing /= 2;
    const [dotsX, dotsY] = [Math.round(x % spacing), Math.round(y % spacing)];
    dots.style.transform = `translate(${dotsX}px, ${dotsY}px)`;
    if (k === zoom) return;
    if (zoom === 0) showDots();
    else dots.style.opacity = "0";
    zoom = k;
    // NB: set only where it is needed, because the style of everything below is recalculated in
    // each frame of a zoom.
    overlay?.style.setProperty("--zoom", String(k));
    const scale = titleScale(k);
    if (scale !== sectionScale) sections?.style.setProperty("--label", String(scale));
    sectionScale = scale;
    const level = levelOf(k, () => widestSection(canvas) * k / canvas.viewport.width);
    showLevel(canvas, root, level);
    clearTimeout(timer);
    timer = setTimeout(sharpen, SHARPEN_DELAY);
  };
  const stopView = canvas.viewport.subscribe(show);
  const onMotion = (nodes: Iterable<string>, edges: Iterable<CanvasEdge>) => {
    for (const id of nodes) {
      const [x, y] = canvas.scene.position(id);
      const element = canvas.elements.get(id);
      if (element) setPosition(element, x, y);
    }
    for (const edge of edges) moveEdge(canvas, edge);
  };
  canvas.motion.add(onMotion);
  show(canvas.viewport.view);
  return () => {
    clearTimeout(timer);
    stopView();
    canvas.motion.delete(onMotion);
  };
}

/** The width of the widest expanded section; 0 if there is none. */
function widestSection({ scene }: CanvasModel): number {
  const sections = [...scene.graph.sections.values()];
  return Math.max(0, ...sections.map(({ members }) => scene.boundsOf(members)?.width ?? 0));
}

/** Sets the level of detail of cards, by attributes that the style sheet uses. */
function showLevel(canvas: CanvasModel, root: HTMLElement, level: Level): void {
  if (root.dataset["level"] === level) return;
  root.dataset["level"] = level;
  root.toggleAttribute("data-reduced", level !== "near");
  root.toggleAttribute("data-names", level === "title" || level === "block");
  canvas.level.set(level);
}

function moveEdge(canvas: CanvasModel, edge: CanvasEdge): void {
  const elements = canvas.lines.get(edge.key);
  const shape = canvas.scene.shape(edge.key);
  if (!elements || !shape) return;
  elements.line.setAttribute("d", shape.d);
  elements.tip.setAttribute("d", shape.tip);
  if (elements.chip) setPosition(elements.chip, shape.label.x, shape.label.y);
}

function setPosition(element: HTMLElement, x: number, y: number): void {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
}
