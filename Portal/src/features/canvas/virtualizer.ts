// Virtualization: only the nodes and edges of the viewport and a margin are elements. A few are
// added per frame, so that panning stays smooth. Zoomed far out, canvasRenderer.ts paints instead.

import { Store } from "../../model/store";
import { contains, right, bottom, type Box } from "./geometry";
import type { CanvasEdge } from "./graph";
import type { Scene } from "./scene";
import type { Viewport } from "./viewport";

export interface RenderedElements {
  nodes: string[];
  edges: CanvasEdge[];
  /** Whether nodes and edges are painted, because there are too many of them to be elements. */
  isPainted: boolean;
  /** Whether all elements of the viewport and its margin are rendered. */
  isComplete: boolean;
}

/** The distance beyond the viewport within which elements stay, in pixels of the window. */
const MARGIN = 320;
/**
 * Painting starts above the first number of visible nodes, and elements return at the second or
 * below.
 */
const PAINTED_FROM = 90;
const PAINTED_UNTIL = 72;
const MIN_ELEMENT_ZOOM = 0.09;
const NODES_PER_FRAME = 5;
const EDGES_PER_FRAME = 24;
/** The maximum number of elements removed in a frame. */
const REMOVED_PER_FRAME = { nodes: 12, edges: 48 };
/** The time without zooming before elements replace the painted tiles, in milliseconds. */
const ZOOM_PAUSE = 150;
/** The maximum number of elements in the first frame of the canvas. */
const FIRST_FRAME = { nodes: 10, edges: 40 };

/** The part of the canvas that the virtualizer uses. */
export interface VirtualizedCanvas {
  readonly viewport: Viewport;
  readonly scene: Scene;
  /** The node with the keyboard's focus: it always stays an element. */
  readonly active: Store<string | null>;
}

export class Virtualizer {
  readonly rendered = new Store<RenderedElements>(
    { nodes: [], edges: [], isPainted: false, isComplete: true });
  #canvas: VirtualizedCanvas;
  #box: Box | null = null;
  #zoom = 0;
  #frame = 0;
  #stop: () => void;
  #isFirst = true;
  #lastZoom = 0;
  #zoomedAt = -Infinity;
  #zoomTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(canvas: VirtualizedCanvas) {
    this.#canvas = canvas;
    this.#stop = canvas.viewport.subscribe(() => this.update(false));
    canvas.active.subscribe(() => this.update(true));
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#zoomTimer);
    this.#stop();
  }

  /** Renders what the viewport shows; `force` if something changed besides the viewport. */
  update(force: boolean): void {
    const { viewport } = this.#canvas;
    if (viewport.width === 0) return;
    const { k } = viewport.view;
    this.#updateAfterZoom(k);
    const isCovered = this.#box && covers(this.#box, viewport.visibleBox(MARGIN / 3));
    const isSameZoom = k / this.#zoom < 1.3 && this.#zoom / k < 1.3;
    if (!force && isCovered && isSameZoom) return;
    this.#box = viewport.visibleBox(MARGIN);
    this.#zoom = k;
    this.#fill();
  }

  /** Updates again when zooming has stopped; until then, painted nodes do not become elements. */
  #updateAfterZoom(k: number): void {
    if (k === this.#lastZoom) return;
    const isFirst = this.#lastZoom === 0;
    this.#lastZoom = k;
    if (isFirst) return;
    this.#zoomedAt = performance.now();
    clearTimeout(this.#zoomTimer);
    this.#zoomTimer = setTimeout(() => this.update(true), ZOOM_PAUSE + 10);
  }

  #isPainted(): boolean {
    const { viewport, scene } = this.#canvas;
    const isZooming = performance.now() - this.#zoomedAt < ZOOM_PAUSE;
    if (isZooming && this.rendered.get().isPainted) return true;
    const visible = scene.nodesIn(viewport.visibleBox()).size;
    if (viewport.view.k < MIN_ELEMENT_ZOOM && scene.graph.nodes.size > PAINTED_UNTIL) return true;
    return visible > (this.rendered.get().isPainted ? PAINTED_UNTIL : PAINTED_FROM);
  }

  /** Removes elements outside the box and adds a few missing ones; the next frame adds more. */
  #fill(): void {
    cancelAnimationFrame(this.#frame);
    const { scene, active, viewport } = this.#canvas;
    const box = this.#box as Box;
    const before = this.rendered.get();
    const isPainted = this.#isPainted();
    // The viewport first, then its margin.
    const wantedNodes = isPainted ? new Set<string>()
      : new Set([...scene.nodesIn(viewport.visibleBox()), ...scene.nodesIn(box)]);
    const current = active.get();
    if (current !== null && scene.node(current)) wantedNodes.add(current);
    const wantedEdges = new Set(isPainted ? [] : scene.edgesIn(box));
    const limit = this.#isFirst ? FIRST_FRAME.nodes : NODES_PER_FRAME;
    const keptNodes = before.nodes.filter((id) => scene.node(id));
    const keptEdges = before.edges.flatMap((it) => scene.edge(it.key) ?? []);
    const nodes = withMissing(
      remaining(keptNodes, wantedNodes, REMOVED_PER_FRAME.nodes), wantedNodes, limit);
    const lines = withMissing(
      remaining(keptEdges, wantedEdges, REMOVED_PER_FRAME.edges), wantedEdges,
      this.#isFirst ? FIRST_FRAME.edges : EDGES_PER_FRAME);
    const isComplete = nodes.length === wantedNodes.size && lines.length === wantedEdges.size;
    this.#isFirst = false;
    if (!sameList(nodes, before.nodes) || !sameList(lines, before.edges)
      || isPainted !== before.isPainted || isComplete !== before.isComplete) {
      this.rendered.set({ nodes, edges: lines, isPainted, isComplete });
    }
    if (!isComplete) this.#frame = requestAnimationFrame(() => this.#fill());
  }
}

/** Returns the remaining items after removing at most `limit` that are not wanted any more. */
function remaining<T>(existing: T[], wanted: Set<T>, limit: number): T[] {
  let removed = 0;
  return existing.filter((item) => {
    if (wanted.has(item)) return true;
    removed += 1;
    return removed > limit;
  });
}

/** The existing items, and at most `limit` more of the wanted ones. */
function withMissing<T>(existing: T[], wanted: Set<T>, limit: number): T[] {
  const all = new Set(existing);
  let added = 0;
  for (const item of wanted) {
    if (all.has(item)) continue;
    if (added >= limit) break;
    added += 1;
    all.add(item);
  }
  return [...all];
}

const sameList = <T>(a: T[], b: T[]) =>
  a.length === b.length && a.every((item, index) => item === b[index]);

const covers = (outer: Box, inner: Box) =>
  contains(outer, inner) && contains(outer, { x: right(inner), y: bottom(inner) });
