// Where everything stands: nodes with their places, arrows with their shapes, and who is where.

import {
  around, arrowShape, clamp, contains, distanceTo, grown, isBackward, overlaps, right, wishFor,
  type Box, type Passage, type Point, type Shape,
} from "./geometry";
import type { CanvasArrow, CanvasNode, Graph } from "./graph";
import { boxOf } from "./placement";
import { cardHandleY, flowHandleY } from "./sizes";
import { SpatialIndex } from "./spatial";

type Place = [number, number];

/** Nodes that are being moved, and how far; nothing is kept before one lets go. */
export interface Shift {
  nodes: Set<string>;
  dx: number;
  dy: number;
}

interface Drawn {
  arrow: CanvasArrow;
  shape: Shape;
  from: CanvasNode;
  to: CanvasNode;
  places: [number, number, number, number];
}

/** How far an arrow that goes around stays from the cards it passes. */
const CLEAR = 14;
/** The distance of arrows that run beside each other. */
const TRACK = 8;
/** So far an arrow forwards goes out of its way to pass cards; else it runs below them. */
const MOST_DETOUR = 640;
/** When more cards than about half of this come or go, every arrow looks again. */
const MOST_MOVED = 80;

export class Scene {
  graph: Graph = { flow: "", nodes: new Map(), arrows: [], arrowsAt: new Map() };
  places = new Map<string, Place>();
  shift: Shift | null = null;
  readonly #drawn = new Map<string, Drawn>();
  readonly #nodeIndex = new SpatialIndex<string>();
  readonly #arrowIndex = new SpatialIndex<string>();

  /** Takes a new graph and new places; what did not move keeps its shape. */
  update(graph: Graph, places: Map<string, Place>): void {
    const moved = this.#movedBoxes(graph, places);
    const gone = [...this.graph.nodes.keys()].filter((id) => !graph.nodes.has(id));
    this.graph = graph;
    this.places = places;
    for (const id of gone) this.#nodeIndex.delete(id);
    for (const id of graph.nodes.keys()) {
      const box = this.box(id);
      if (box) this.#nodeIndex.set(id, box);
    }
    // Arrows go around cards, so those look again that pass where a card came or went.
    const stale = moved === null ? null
      : new Set(moved.flatMap((box) => [...this.#arrowIndex.inside(box)]));
    const keys = new Set<string>();
    graph.arrows = graph.arrows.map((arrow) => {
      keys.add(arrow.key);
      return this.#draw(arrow, stale === null || stale.has(arrow.key));
    });
    graph.arrowsAt = regrouped(graph.arrows);
    for (const key of this.#drawn.keys()) {
      if (keys.has(key)) continue;
      this.#drawn.delete(key);
      this.#arrowIndex.delete(key);
    }
  }

  /** Where cards came or went; null if that is nearly everywhere. */
  #movedBoxes(graph: Graph, places: Map<string, Place>): Box[] | null {
    const boxes: Box[] = [];
    const add = (node: CanvasNode | undefined, place: Place | undefined) => {
      if (node && place) boxes.push(boxOf(node, place));
    };
    for (const id of new Set([...this.graph.nodes.keys(), ...graph.nodes.keys()])) {
      const [old, now] = [this.graph.nodes.get(id), graph.nodes.get(id)];
      const [from, to] = [this.places.get(id), places.get(id)];
      const isSame = old && now && from && to && old.width === now.width
        && old.height === now.height && from[0] === to[0] && from[1] === to[1];
      if (isSame) continue;
      add(old, from);
      add(now, to);
      if (boxes.length > MOST_MOVED) return null;
    }
    return boxes;
  }

  #draw(arrow: CanvasArrow, isStale: boolean): CanvasArrow {
    const from = this.graph.nodes.get(arrow.from);
    const to = this.graph.nodes.get(arrow.to);
    if (!from || !to) return arrow;
    const places = [...this.place(from.id), ...this.place(to.id)] as Drawn["places"];
    const old = this.#drawn.get(arrow.key);
    const isSame = old && old.from === from && old.to === to && sameArrow(old.arrow, arrow);
    if (isSame && !isStale && old.places.every((it, index) => it === places[index])) {
      return old.arrow;
    }
    const kept = isSame ? old.arrow : arrow;
    const shape = this.#shape(arrow, from, to);
    if (isSame && shape.d === old.shape.d) return old.arrow;
    this.#drawn.set(arrow.key, { arrow: kept, shape, from, to, places });
    this.#arrowIndex.set(arrow.key, grown(shape.bounds, 40));
    return kept;
  }

  #shape({ handle, lane, lanes, place }: CanvasArrow, from: CanvasNode, to: CanvasNode): Shape {
    const start = this.handle(from, handle);
    const [a, b] = [boxOf(from, this.place(from.id)), boxOf(to, this.place(to.id))];
    if (isBackward(start, b)) {
      const corridor = this.#corridor(a, start, b, lane, trackOf(to.id));
      return arrowShape(a, start, b, lane, lanes, place, corridor);
    }
    const straight = arrowShape(a, start, b, lane, lanes, place);
    const passage = this.#passage(straight, from.id, to.id, lane + trackOf(to.id));
    return passage ? arrowShape(a, start, b, lane, lanes, place, undefined, passage) : straight;
  }

  /** A way past the cards that an arrow would run below; nothing if there is none in its way. */
  #passage(shape: Shape, from: string, to: string, lane: number): Passage | undefined {
    const blockers = [...this.#nodeIndex.inside(shape.bounds)].flatMap((id) => {
      if (id === from || id === to || this.shift?.nodes.has(id)) return [];
      const box = this.box(id);
      return box && shape.points.some((point) => contains(box, point)) ? [box] : [];
    });
    const all = around(blockers);
    if (!all) return undefined;
    const span = {
      left: Math.max(all.x - 32, shape.start.x + 12),
      right: Math.min(right(all) + 32, shape.end.x - 12),
    };
    const wish = (shape.start.y + shape.end.y) / 2;
    const y = this.#freeLine(span.left, span.right, wish, lane);
    return y === undefined || Math.abs(y - wish) > MOST_DETOUR ? undefined : { y, ...span };
  }

  /** Where an arrow backwards can cross without running over cards, nearest to where it would. */
  #corridor(from: Box, start: Point, to: Box, lane: number, track: number): number {
    const wish = wishFor(from, start, to, lane);
    return this.#freeLine(wish.left, wish.right, wish.y + track * TRACK, lane + track) ?? wish.y;
  }

  /** The nearest height at which a line from left to right touches no card. */
  #freeLine(left: number, rightmost: number, wish: number, track: number): number | undefined {
    const blocking = (y: number) => {
      const line = { x: left, y: y - CLEAR, width: rightmost - left, height: 2 * CLEAR };
      for (const id of this.#nodeIndex.inside(line)) {
        const box = this.shift?.nodes.has(id) ? null : this.box(id);
        if (box && overlaps(box, line)) return box;
      }
      return null;
    };
    let [down, up] = [wish, wish];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const below = blocking(down);
      const above = blocking(up);
      if (!below && (above || down - wish <= wish - up)) return down;
      if (!above) return up;
      if (below) down = below.y + below.height + CLEAR + 2 + track * TRACK;
      up = above.y - CLEAR - 2 - track * TRACK;
    }
    return undefined;
  }

  /** Moves nodes for now; gives the arrows that follow. */
  move(shift: Shift | null): Set<CanvasArrow> {
    const nodes = new Set([...(this.shift?.nodes ?? []), ...(shift?.nodes ?? [])]);
    this.shift = shift;
    const arrows = new Set<CanvasArrow>();
    for (const id of nodes) {
      const box = this.box(id);
      if (box) this.#nodeIndex.set(id, box);
      for (const arrow of this.graph.arrowsAt.get(id) ?? []) arrows.add(arrow);
    }
    for (const arrow of arrows) this.#draw(arrow, false);
    return arrows;
  }

  place(id: string): Place {
    const [x, y] = this.places.get(id) ?? [0, 0];
    return this.shift?.nodes.has(id) ? [x + this.shift.dx, y + this.shift.dy] : [x, y];
  }

  box(id: string): Box | null {
    const node = this.graph.nodes.get(id);
    return node ? boxOf(node, this.place(id)) : null;
  }

  node(id: string): CanvasNode | undefined {
    return this.graph.nodes.get(id);
  }

  arrow(key: string): CanvasArrow | undefined {
    return this.#drawn.get(key)?.arrow;
  }

  shape(key: string): Shape | undefined {
    return this.#drawn.get(key)?.shape;
  }

  /** Where a node's port begins its arrows. */
  handle(node: CanvasNode, index: number): Point {
    const [x, y] = this.place(node.id);
    const inset = node.kind === "flow" ? flowHandleY(index, node.handles.length, node.height)
      : cardHandleY(index);
    return { x: x + node.width, y: y + clamp(inset, 0, node.height) };
  }

  nodesIn(box: Box): Set<string> {
    return this.#nodeIndex.inside(box);
  }

  arrowsIn(box: Box): CanvasArrow[] {
    return [...this.#arrowIndex.inside(box)].flatMap((key) => this.#drawn.get(key)?.arrow ?? []);
  }

  nodeAt(point: Point): CanvasNode | undefined {
    for (const id of this.#nodeIndex.inside({ ...point, width: 1, height: 1 })) {
      const box = this.box(id);
      if (box && contains(box, point)) return this.graph.nodes.get(id);
    }
    return undefined;
  }

  /** The arrow nearest to a point, if it is within reach. */
  arrowAt(point: Point, reach: number): CanvasArrow | undefined {
    const box = grown({ ...point, width: 0, height: 0 }, reach);
    let best: CanvasArrow | undefined;
    let least = reach;
    for (const key of this.#arrowIndex.inside(box)) {
      const drawn = this.#drawn.get(key);
      const far = drawn ? distanceTo(drawn.shape.points, point) : Infinity;
      if (far > least) continue;
      least = far;
      best = drawn?.arrow;
    }
    return best;
  }

  get bounds(): Box | null {
    return this.boundsOf(this.graph.nodes.keys());
  }

  boundsOf(ids: Iterable<string>): Box | null {
    return around([...ids].flatMap((id) => this.box(id) ?? []));
  }
}

/** Arrows to different nodes run beside each other where they share a way. */
function trackOf(to: string): number {
  let sum = 0;
  for (let index = 0; index < to.length; index += 1) sum = (sum * 31 + to.charCodeAt(index)) % 997;
  return sum % 4;
}

function regrouped(arrows: CanvasArrow[]): Map<string, CanvasArrow[]> {
  const all = new Map<string, CanvasArrow[]>();
  for (const arrow of arrows) {
    for (const id of arrow.from === arrow.to ? [arrow.from] : [arrow.from, arrow.to]) {
      const list = all.get(id);
      if (list) list.push(arrow);
      else all.set(id, [arrow]);
    }
  }
  return all;
}

function sameArrow(a: CanvasArrow, b: CanvasArrow): boolean {
  return a.from === b.from && a.to === b.to && a.handle === b.handle && a.lane === b.lane
    && a.lanes === b.lanes && a.chip === b.chip && a.title === b.title && a.kind === b.kind
    && a.style === b.style && a.place === b.place;
}
