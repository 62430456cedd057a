// The scene: nodes with their positions, and edges with their shapes and chips.

import type { Position } from "../../model/layout";
import { boxOfChip, chipPosition, intersectionArea } from "./chips";
import { distributedEnds } from "./edgeEnds";
import {
  boundingBox, crossingFor, edgeShape, clamp, contains, distance, distanceToLine, expanded,
  isBackward, overlaps, right, type Box, type Channel, type Point, type EdgeShape,
} from "./geometry";
import { push, type CanvasEdge, type CanvasNode, type Graph } from "./graph";
import { boxOf } from "./placement";
import { cardHandleY, flowHandleY } from "./sizes";
import { SpatialIndex } from "./spatial";

/** Nodes being dragged, and their offset; nothing is stored before the release. */
export interface NodeDrag {
  nodes: Set<string>;
  dx: number;
  dy: number;
}

interface EdgeLayout {
  edge: CanvasEdge;
  shape: EdgeShape;
  from: CanvasNode;
  to: CanvasNode;
  /** The positions of its two nodes: x and y of the source, then of the target. */
  ends: [number, number, number, number];
  /** The position of its end at its node. */
  endOffset: number | undefined;
  /** The preferred position of its chip. */
  preferred: Point;
}

/** The distance of an edge from the cards that it goes around. */
const CLEARANCE = 14;
/** The distance of parallel edges. */
const TRACK = 8;
/** The maximum detour of a forward edge around cards; beyond it, the edge runs behind them. */
const MAX_DETOUR = 640;
/** The number of changed boxes, about two for each card, above which all edges are rerouted. */
const MAX_MOVED = 80;
/**
 * The distance from the end of the selected edge within which the pointer grabs it, even over its
 * card, in pixels.
 */
const RECONNECT_RADIUS = 14;

export class Scene {
  graph: Graph = {
    flow: "", nodes: new Map(), edges: [], edgesAt: new Map(), sections: new Map(),
  };
  positions = new Map<string, Position>();
  drag: NodeDrag | null = null;
  /** Returns the width of a chip with a text. */
  measureChip = (text: string): number => Math.min(168, 20 + text.length * 6);
  #chipScale = 1;
  readonly #layouts = new Map<string, EdgeLayout>();
  /** The positions of edges' ends, by their keys. */
  readonly #endOffsets = new Map<string, number>();
  readonly #nodeIndex = new SpatialIndex<string>();
  readonly #edgeIndex = new SpatialIndex<string>();

  /** Sets a new graph and new positions; edges that did not move keep their shapes. */
  update(graph: Graph, positions: Map<string, Position>): void {
    const moved = this.#movedBoxes(graph, positions);
    const removed = [...this.graph.nodes.keys()].filter((id) => !graph.nodes.has(id));
    this.graph = graph;
    this.positions = positions;
    for (const id of removed) this.#nodeIndex.delete(id);
    for (const id of graph.nodes.keys()) {
      const box = this.box(id);
      if (box) this.#nodeIndex.set(id, box);
    }
    // Edges avoid cards, so those that pass an added or removed box are rerouted.
    const stale = moved === null ? null
      : new Set(moved.flatMap((box) => [...this.#edgeIndex.overlapping(box)]));
    const keys = new Set<string>();
    this.#endOffsets.clear();
    for (const [id, edges] of graph.edgesAt) this.#distributeEnds(id, edges);
    graph.edges = graph.edges.map((edge) => {
      keys.add(edge.key);
      return this.#updateShape(edge, stale === null || stale.has(edge.key));
    });
    graph.edgesAt = edgesByNode(graph.edges);
    for (const key of this.#layouts.keys()) {
      if (keys.has(key)) continue;
      this.#layouts.delete(key);
      this.#edgeIndex.delete(key);
    }
    this.#placeChips(graph.edges);
  }

  /** Distributes the ends of edges at a node; returns the edges whose ends have moved. */
  #distributeEnds(id: string, edges: CanvasEdge[]): CanvasEdge[] {
    const to = this.box(id);
    if (!to) return [];
    const incoming = edges.flatMap((edge) => {
      const from = edge.to === id ? this.graph.nodes.get(edge.from) : undefined;
      return from ? [{
        key: edge.key, from: boxOf(from, this.position(from.id)),
        start: this.handle(from, edge.handle), lane: edge.lane, lanes: edge.lanes,
      }] : [];
    });
    const ends = distributedEnds(incoming, to);
    const changed = edges.filter((edge) => (
      edge.to === id && this.#endOffsets.get(edge.key) !== ends.get(edge.key)));
    for (const [key, end] of ends) this.#endOffsets.set(key, end);
    return changed;
  }

  /** Scales chips, so that they are legible when zoomed out. */
  scaleChips(scale: number): void {
    if (scale === this.#chipScale) return;
    this.#chipScale = scale;
    this.#placeChips(this.graph.edges);
  }

  /** Places the chips so that they cover as little of the cards and of each other as possible. */
  #placeChips(edges: Iterable<CanvasEdge>): void {
    const taken = new SpatialIndex<string>();
    const boxes = new Map<string, Box>();
    const coveredArea = (box: Box) => {
      let sum = 0;
      for (const id of this.#nodeIndex.overlapping(box)) {
        sum += intersectionArea(box, this.box(id) ?? box);
      }
      for (const key of taken.overlapping(box)) sum += intersectionArea(box, boxes.get(key) ?? box);
      return sum;
    };
    for (const { key, chip } of edges) {
      const layout = chip ? this.#layouts.get(key) : undefined;
      if (!layout) continue;
      const { shape, preferred } = layout;
      const scale = this.#chipScale;
      const position = chipPosition(
        shape.points, preferred, this.measureChip(chip) * scale, coveredArea, scale);
      const box = boxOfChip(position, scale);
      boxes.set(key, box);
      taken.set(key, box);
      const isSame = shape.label.x === position.x && shape.label.y === position.y
        && shape.chipWidth === position.width;
      if (isSame) continue;
      const { x, y, width } = position;
      layout.shape = { ...shape, label: { x, y }, chipWidth: width };
      this.#edgeIndex.set(key, boundingBox([expanded(shape.bounds, 40), box]) as Box);
    }
  }

  /** Returns the boxes of cards that were added, moved or removed; null if there are too many. */
  #movedBoxes(graph: Graph, positions: Map<string, Position>): Box[] | null {
    const boxes: Box[] = [];
    const add = (node: CanvasNode | undefined, position: Position | undefined) => {
      if (node && position) boxes.push(boxOf(node, position));
    };
    for (const id of new Set([...this.graph.nodes.keys(), ...graph.nodes.keys()])) {
      const [old, current] = [this.graph.nodes.get(id), graph.nodes.get(id)];
      const [from, to] = [this.positions.get(id), positions.get(id)];
      const isSame = old && current && from && to && old.width === current.width
        && old.height === current.height && from[0] === to[0] && from[1] === to[1];
      if (isSame) continue;
      add(old, from);
      add(current, to);
      if (boxes.length > MAX_MOVED) return null;
    }
    return boxes;
  }

  #updateShape(edge: CanvasEdge, isStale: boolean): CanvasEdge {
    const from = this.graph.nodes.get(edge.from);
    const to = this.graph.nodes.get(edge.to);
    if (!from || !to) return edge;
    const ends = [...this.position(from.id), ...this.position(to.id)] as EdgeLayout["ends"];
    const old = this.#layouts.get(edge.key);
    const endOffset = this.#endOffsets.get(edge.key);
    const isSame = old && old.from === from && old.to === to && old.endOffset === endOffset
      && sameEdge(old.edge, edge);
    if (isSame && !isStale && old.ends.every((it, index) => it === ends[index])) {
      return old.edge;
    }
    const current = isSame ? old.edge : edge;
    const shape = this.#route(edge, from, to);
    if (isSame && shape.d === old.shape.d) return old.edge;
    this.#layouts.set(edge.key, {
      edge: current, shape, from, to, ends, endOffset, preferred: shape.label,
    });
    this.#edgeIndex.set(edge.key, expanded(shape.bounds, 40));
    return current;
  }

  #route(edge: CanvasEdge, from: CanvasNode, to: CanvasNode): EdgeShape {
    const { handle, lane, lanes, chipOffset } = edge;
    const start = this.handle(from, handle);
    const [a, b] = [boxOf(from, this.position(from.id)), boxOf(to, this.position(to.id))];
    const options = { lane, lanes, chipOffset, endOffset: this.#endOffsets.get(edge.key) };
    if (isBackward(start, b)) {
      const corridor = this.#corridor(a, start, b, options, trackOf(to.id));
      return edgeShape(a, start, b, { ...options, corridor });
    }
    const straight = edgeShape(a, start, b, options);
    const channel = this.#channel(straight, from.id, to.id, lane + trackOf(to.id));
    return channel ? edgeShape(a, start, b, { ...options, channel }) : straight;
  }

  /** A channel around the cards that an edge would run behind; undefined for none. */
  #channel(shape: EdgeShape, from: string, to: string, lane: number): Channel | undefined {
    const blockers = [...this.#nodeIndex.overlapping(shape.bounds)].flatMap((id) => {
      if (id === from || id === to || this.drag?.nodes.has(id)) return [];
      const box = this.box(id);
      return box && shape.points.some((point) => contains(box, point)) ? [box] : [];
    });
    const all = boundingBox(blockers);
    if (!all) return undefined;
    const span = {
      left: Math.max(all.x - 32, shape.start.x + 12),
      right: Math.min(right(all) + 32, shape.end.x - 12),
    };
    const preferred = (shape.start.y + shape.end.y) / 2;
    const y = this.#freeLine(span.left, span.right, preferred, lane);
    return y === undefined || Math.abs(y - preferred) > MAX_DETOUR ? undefined : { y, ...span };
  }

  /**
   * Returns a corridor near the preferred one in which a backward edge covers no cards; if none is
   * found, the preferred one.
   */
  #corridor(
    from: Box, start: Point, to: Box, options: { lane: number; endOffset?: number }, track: number,
  ): number {
    const preferred = crossingFor(from, start, to, options);
    const line = options.lane + track;
    const { left, right, y } = preferred;
    return this.#freeLine(left, right, y + track * TRACK, line) ?? y;
  }

  /** A y coordinate near the preferred one where a line touches no card; undefined if not found. */
  #freeLine(left: number, rightmost: number, preferred: number, track: number): number | undefined {
    const blocking = (y: number) => {
      const line = { x: left, y: y - CLEARANCE, width: rightmost - left, height: 2 * CLEARANCE };
      for (const id of this.#nodeIndex.overlapping(line)) {
        const box = this.drag?.nodes.has(id) ? null : this.box(id);
        if (box && overlaps(box, line)) return box;
      }
      return null;
    };
    let [down, up] = [preferred, preferred];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const below = blocking(down);
      const above = blocking(up);
      if (!below && (above || down - preferred <= preferred - up)) return down;
      if (!above) return up;
      if (below) down = below.y + below.height + CLEARANCE + 2 + track * TRACK;
      up = above.y - CLEARANCE - 2 - track * TRACK;
    }
    return undefined;
  }

  /** Moves nodes temporarily; returns the affected edges. */
  move(drag: NodeDrag | null): Set<CanvasEdge> {
    const nodes = new Set([...(this.drag?.nodes ?? []), ...(drag?.nodes ?? [])]);
    this.drag = drag;
    const edges = new Set<CanvasEdge>();
    for (const id of nodes) {
      const box = this.box(id);
      if (box) this.#nodeIndex.set(id, box);
      for (const edge of this.graph.edgesAt.get(id) ?? []) edges.add(edge);
    }
    // Other edges to the same card make room.
    for (const id of new Set([...edges].map((edge) => edge.to))) {
      const changed = this.#distributeEnds(id, this.graph.edgesAt.get(id) ?? []);
      for (const edge of changed) edges.add(edge);
    }
    for (const edge of edges) this.#updateShape(edge, false);
    this.#placeChips(edges);
    return edges;
  }

  position(id: string): Position {
    const [x, y] = this.positions.get(id) ?? [0, 0];
    return this.drag?.nodes.has(id) ? [x + this.drag.dx, y + this.drag.dy] : [x, y];
  }

  box(id: string): Box | null {
    const node = this.graph.nodes.get(id);
    return node ? boxOf(node, this.position(id)) : null;
  }

  node(id: string): CanvasNode | undefined {
    return this.graph.nodes.get(id);
  }

  edge(key: string): CanvasEdge | undefined {
    return this.#layouts.get(key)?.edge;
  }

  shape(key: string): EdgeShape | undefined {
    return this.#layouts.get(key)?.shape;
  }

  /** Returns the start of the edges of a node's port. */
  handle(node: CanvasNode, index: number): Point {
    const [x, y] = this.position(node.id);
    const inset = node.kind === "section" ? node.height / 2
      : node.kind === "flow" ? flowHandleY(index, node.handles.length, node.height)
      : cardHandleY(index);
    return { x: x + node.width, y: y + clamp(inset, 0, node.height) };
  }

  nodesIn(box: Box): Set<string> {
    return this.#nodeIndex.overlapping(box);
  }

  edgesIn(box: Box): CanvasEdge[] {
    return [...this.#edgeIndex.overlapping(box)]
      .flatMap((key) => this.#layouts.get(key)?.edge ?? []);
  }

  nodeAt(point: Point): CanvasNode | undefined {
    for (const id of this.#nodeIndex.overlapping({ ...point, width: 1, height: 1 })) {
      const box = this.box(id);
      if (box && contains(box, point)) return this.graph.nodes.get(id);
    }
    return undefined;
  }

  /** The edge nearest to a point, if it is within reach; the selected one takes precedence. */
  edgeAt(point: Point, reach: number, selected: string | null = null): CanvasEdge | undefined {
    const box = expanded({ ...point, width: 0, height: 0 }, reach);
    const layout = selected === null ? undefined : this.#layouts.get(selected);
    if (layout && distanceToLine(layout.shape.points, point) <= reach * 1.5) return layout.edge;
    let best: CanvasEdge | undefined;
    let least = reach;
    for (const key of this.#edgeIndex.overlapping(box)) {
      const layout = this.#layouts.get(key);
      const away = layout ? distanceToLine(layout.shape.points, point) : Infinity;
      if (away > least) continue;
      least = away;
      best = layout?.edge;
    }
    return best;
  }

  /** The selected edge, if a point is at its end, where it takes precedence over its card. */
  reconnectAnchorAt(point: Point, selected: string | null, zoom: number): CanvasEdge | undefined {
    const layout = selected === null ? undefined : this.#layouts.get(selected);
    const isNear = layout && distance(layout.shape.end, point) <= RECONNECT_RADIUS / zoom;
    return isNear ? layout.edge : undefined;
  }

  get bounds(): Box | null {
    return this.boundsOf(this.graph.nodes.keys());
  }

  /** The bounds of the nodes at other positions. */
  boundsAt(positions: ReadonlyMap<string, Position>): Box | null {
    return boundingBox([...positions].flatMap(([id, position]) => {
      const node = this.graph.nodes.get(id);
      return node ? [boxOf(node, position)] : [];
    }));
  }

  boundsOf(ids: Iterable<string>): Box | null {
    return boundingBox([...ids].flatMap((id) => this.box(id) ?? []));
  }
}

/** The track of edges to a node, from 0 to 3, so that edges to different nodes run in parallel. */
function trackOf(to: string): number {
  let sum = 0;
  for (let index = 0; index < to.length; index += 1) sum = (sum * 31 + to.charCodeAt(index)) % 997;
  return sum % 4;
}

function edgesByNode(edges: CanvasEdge[]): Map<string, CanvasEdge[]> {
  const all = new Map<string, CanvasEdge[]>();
  for (const edge of edges) {
    for (const id of edge.from === edge.to ? [edge.from] : [edge.from, edge.to]) {
      push(all, id, edge);
    }
  }
  return all;
}

function sameEdge(a: CanvasEdge, b: CanvasEdge): boolean {
  return a.from === b.from && a.to === b.to && a.handle === b.handle && a.lane === b.lane
    && a.lanes === b.lanes && a.chip === b.chip && a.title === b.title && a.kind === b.kind
    && a.style === b.style && a.chipOffset === b.chipOffset && a.count === b.count;
}
