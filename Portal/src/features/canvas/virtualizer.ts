// Virtualization: the page holds the nodes and edges of the viewport and a margin, and gets only a
// few new ones per frame, so that panning stays smooth. Zoomed far out, canvasRenderer.ts paints.

import { Store } from "../../model/store";
import { contains, right, bottom, type Box } from "./geometry";
import type { CanvasEdge } from "./graph";
import type { Scene } from "./scene";
import type { Viewport } from "./viewport";

export interface RenderedElements {
  nodes: string[];
  edges: CanvasEdge[];
  /** Nodes and edges are painted, because there are too many of them to be elements. */
  isPainted: boolean;
  /** Nothing of the viewport is missing. */
  isComplete: boolean;
}

/** How far beyond the viewport elements stay, in pixels of the window. */
const MARGIN = 320;
/** This many visible nodes start painting; when fewer than the second are left, elements return. */
const PAINTED_FROM = 90;
const PAINTED_UNTIL = 72;
const LEAST_ELEMENT_ZOOM = 0.09;
const NODES_PER_FRAME = 5;
const EDGES_PER_FRAME = 24;
/** How many the first frame of a flow gets. */
const FIRST_FRAME = { nodes: 10, edges: 40 };

/** What the virtualizer needs of the canvas. */
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

  constructor(canvas: VirtualizedCanvas) {
    this.#canvas = canvas;
    this.#stop = canvas.viewport.subscribe(() => this.update(false));
    canvas.active.subscribe(() => this.update(true));
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#stop();
  }

  /** Renders what the viewport shows; `force` if something changed besides the viewport. */
  update(force: boolean): void {
    const { viewport } = this.#canvas;
    if (viewport.width === 0) return;
    const { k } = viewport.view;
    const isCovered = this.#box && covers(this.#box, viewport.visible(MARGIN / 3));
    const isSameZoom = k / this.#zoom < 1.3 && this.#zoom / k < 1.3;
    if (!force && isCovered && isSameZoom) return;
    this.#box = viewport.visible(MARGIN);
    this.#zoom = k;
    this.#fill();
  }

  #isPainted(): boolean {
    const { viewport, scene } = this.#canvas;
    const seen = scene.nodesIn(viewport.visible()).size;
    if (viewport.view.k < LEAST_ELEMENT_ZOOM && scene.graph.nodes.size > PAINTED_UNTIL) return true;
    return seen > (this.rendered.get().isPainted ? PAINTED_UNTIL : PAINTED_FROM);
  }

  /** Removes elements outside the box and adds a few missing ones; the next frame adds more. */
  #fill(): void {
    cancelAnimationFrame(this.#frame);
    const { scene, active, viewport } = this.#canvas;
    const box = this.#box as Box;
    const before = this.rendered.get();
    const isPainted = this.#isPainted();
    // The viewport first, then its margin.
    const wanted = isPainted ? new Set<string>()
      : new Set([...scene.nodesIn(viewport.visible()), ...scene.nodesIn(box)]);
    const current = active.get();
    if (current !== null && scene.node(current)) wanted.add(current);
    const drawn = new Set(isPainted ? [] : scene.edgesIn(box));
    const limit = this.#isFirst ? FIRST_FRAME.nodes : NODES_PER_FRAME;
    const nodes = some(before.nodes.filter((id) => wanted.has(id)), wanted, limit);
    const lines = some(
      before.edges.flatMap((it) => scene.edge(it.key) ?? []).filter((it) => drawn.has(it)),
      drawn, this.#isFirst ? FIRST_FRAME.edges : EDGES_PER_FRAME);
    const isComplete = nodes.length === wanted.size && lines.length === drawn.size;
    this.#isFirst = false;
    if (!sameList(nodes, before.nodes) || !sameList(lines, before.edges)
      || isPainted !== before.isPainted || isComplete !== before.isComplete) {
      this.rendered.set({ nodes, edges: lines, isPainted, isComplete });
    }
    if (!isComplete) this.#frame = requestAnimationFrame(() => this.#fill());
  }
}

/** The existing items, and at most `limit` more of the wanted ones. */
function some<T>(existing: T[], wanted: Set<T>, limit: number): T[] {
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
