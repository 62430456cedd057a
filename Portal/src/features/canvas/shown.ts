// What of the canvas is in the page: what is seen and a margin, and not more than a few new cards
// a frame, so that panning stays smooth. From far away the cards are painted, see far.ts.

import type { CanvasModel } from "./canvasModel";
import { contains, right, bottom, type Box } from "./geometry";
import type { CanvasArrow } from "./graph";
import { Store } from "../../model/store";

export interface ShownParts {
  nodes: string[];
  arrows: CanvasArrow[];
  /** Cards and arrows are painted, because there are too many to be elements. */
  isFar: boolean;
  /** Everything that is to be seen is there. */
  isComplete: boolean;
}

/** How far beyond the window things are kept, in window pixels. */
const MARGIN = 320;
/** From so many seen cards on they are painted, and from so few on they are elements again. */
const FAR_FROM = 90;
const NEAR_FROM = 72;
const LEAST_NEAR_ZOOM = 0.09;
const NODES_A_FRAME = 5;
const ARROWS_A_FRAME = 24;
/** How many are there at once when a flow is opened. */
const AT_ONCE = { nodes: 10, arrows: 40 };

export class Shown {
  readonly parts = new Store<ShownParts>(
    { nodes: [], arrows: [], isFar: false, isComplete: true });
  #canvas: CanvasModel;
  #box: Box | null = null;
  #zoom = 0;
  #frame = 0;
  #stop: () => void;
  #isFirst = true;

  constructor(canvas: CanvasModel) {
    this.#canvas = canvas;
    this.#stop = canvas.viewport.subscribe(() => this.update(false));
    canvas.active.subscribe(() => this.update(true));
  }

  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#stop();
  }

  /** Looks what is to be seen; `force` if something changed besides the view. */
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

  #isFar(): boolean {
    const { viewport, scene } = this.#canvas;
    const seen = scene.nodesIn(viewport.visible()).size;
    if (viewport.view.k < LEAST_NEAR_ZOOM && scene.graph.nodes.size > NEAR_FROM) return true;
    return seen > (this.parts.get().isFar ? NEAR_FROM : FAR_FROM);
  }

  /** Takes away what is far off, and adds a few of what is missing; the rest comes next frame. */
  #fill(): void {
    cancelAnimationFrame(this.#frame);
    const { scene, active, viewport } = this.#canvas;
    const box = this.#box as Box;
    const before = this.parts.get();
    const isFar = this.#isFar();
    // What is seen comes first, then what is around it.
    const wanted = isFar ? new Set<string>()
      : new Set([...scene.nodesIn(viewport.visible()), ...scene.nodesIn(box)]);
    const current = active.get();
    if (current !== null && scene.node(current)) wanted.add(current);
    const drawn = new Set(isFar ? [] : scene.arrowsIn(box));
    const limit = this.#isFirst ? AT_ONCE.nodes : NODES_A_FRAME;
    const nodes = some(before.nodes.filter((id) => wanted.has(id)), wanted, limit);
    const lines = some(
      before.arrows.flatMap((it) => scene.arrow(it.key) ?? []).filter((it) => drawn.has(it)),
      drawn, this.#isFirst ? AT_ONCE.arrows : ARROWS_A_FRAME);
    const isComplete = nodes.length === wanted.size && lines.length === drawn.size;
    this.#isFirst = false;
    if (!sameList(nodes, before.nodes) || !sameList(lines, before.arrows)
      || isFar !== before.isFar || isComplete !== before.isComplete) {
      this.parts.set({ nodes, arrows: lines, isFar, isComplete });
    }
    if (!isComplete) this.#frame = requestAnimationFrame(() => this.#fill());
  }
}

/** What is there, and at most `limit` more of what is wanted. */
function some<T>(there: T[], wanted: Set<T>, limit: number): T[] {
  const all = new Set(there);
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
