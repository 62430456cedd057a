// A layout at once, without waiting for anything: columns from left to right along the edges, and
// rows of columns, as a text has lines, where one row would be a ribbon. It takes time in
// proportion to nodes and edges.

import { rowsOf } from "./rows";
import { GAP_X, GAP_Y } from "./sizes";

type Place = [number, number];

/** What is put somewhere: the nodes of a flow, or what stands for several of them. */
export interface LayoutNode {
  id: string;
  width: number;
  height: number;
  isStart?: boolean;
}

export interface LayoutGraph {
  nodes: ReadonlyMap<string, LayoutNode>;
  edges: readonly { from: string; to: string; chip?: string }[];
}

/** The distances of nodes, and how wide the chip of an edge is that stands between two columns. */
export interface Gaps {
  x: number;
  y: number;
  chip?: (text: string) => number;
  /** Keeps everything in one row, however long it gets. */
  isOneRow?: boolean;
}

/** The height of the dummy node by which an edge passes a layer. */
const CHANNEL = 44;
/** The room between two rows, for the edges that lead from one to the other. */
const ROW_GAP = 136;
/** The room that a chip needs beside itself, for the bend of its edge. */
const CHIP_ROOM = 48;
const SWEEPS = 6;
/** Rows of more columns than this are kept straight, and how much. */
const MOST_FREE = 8;
const PULL = 0.35;

/** Places for all nodes, from the top left. The same graph gives the same places. */
export function layered(
  graph: LayoutGraph, gaps: Gaps = { x: GAP_X, y: GAP_Y },
): Map<string, Place> {
  const next = successors(graph);
  const order = depthFirst(graph, next);
  const layers = columns(graph, next, order);
  const chips = widestChips(graph, gaps);
  const widths = layers.map((layer) => layerWidth(graph, layer, gaps, chips));
  const spans = depthsOf(layers, next);
  const passing = passingOf(spans, layers.length);
  const heights = layers.map((layer, at) => layer.reduce(
    (sum, id) => sum + (graph.nodes.get(id)?.height ?? 0) + gaps.y,
    (passing[at] ?? 0) * (CHANNEL + gaps.y) - gaps.y));
  const places = new Map<string, Place>();
  let top = 0;
  const rows: [number, number][] = gaps.isOneRow ? [[0, layers.length]]
    : rowsOf(widths, heights, spans, ROW_GAP);
  for (const [first, end] of rows) {
    const row = layers.slice(first, end).map((layer) => [...layer]);
    const links = within(row, next);
    addDummyNodes(row, links);
    const before = predecessors(links);
    sortLayers(row, before, links);
    top += placeRow(graph, row, before, { ...gaps, top, widths: widths.slice(first, end) }, places);
    top += ROW_GAP;
  }
  return places;
}

/** How wide the chips of a node's edges are at most. */
function widestChips(graph: LayoutGraph, gaps: Gaps): Map<string, number> {
  const widest = new Map<string, number>();
  for (const { from, chip } of gaps.chip ? graph.edges : []) {
    if (!chip) continue;
    widest.set(from, Math.max(widest.get(from) ?? 0, gaps.chip?.(chip) ?? 0));
  }
  return widest;
}

/** A column with the room behind it, which is wider where chips stand there. */
function layerWidth(
  graph: LayoutGraph, layer: string[], gaps: Gaps, chips: ReadonlyMap<string, number>,
): number {
  const width = Math.max(0, ...layer.map((id) => graph.nodes.get(id)?.width ?? 0));
  const chip = Math.max(0, ...layer.map((id) => chips.get(id) ?? 0));
  const gap = Math.max(gaps.x, chip === 0 ? 0 : chip + CHIP_ROOM);
  return Math.ceil(width / 8) * 8 + Math.ceil(gap / 8) * 8;
}

/** From which column to which the edges lead. */
function depthsOf(layers: string[][], next: Links): [number, number][] {
  const depth = new Map<string, number>();
  layers.forEach((layer, index) => layer.forEach((id) => depth.set(id, index)));
  return [...next].flatMap(([from, links]) => links.map((to): [number, number] => (
    [depth.get(from) ?? 0, depth.get(to) ?? 0])));
}

/** How many edges pass each column on their way. */
function passingOf(spans: [number, number][], columns: number): number[] {
  const passing = Array.from({ length: columns }, () => 0);
  for (const [from, to] of spans) {
    for (let at = from + 1; at < to; at += 1) passing[at] = (passing[at] ?? 0) + 1;
  }
  return passing;
}

/** The links among the nodes of a row. */
function within(row: string[][], next: Links): Links {
  const inside = new Set(row.flat());
  return new Map([...inside].map((id) => (
    [id, (next.get(id) ?? []).filter((to) => inside.has(to))])));
}

type Links = Map<string, string[]>;

function successors(graph: LayoutGraph): Links {
  const next: Links = new Map();
  for (const id of graph.nodes.keys()) next.set(id, []);
  for (const edge of graph.edges) {
    const links = next.get(edge.from);
    if (edge.from !== edge.to && links && !links.includes(edge.to)) links.push(edge.to);
  }
  return next;
}

/** Nodes so that each stands before what it leads to; edges backwards are taken out of `next`. */
function depthFirst(graph: LayoutGraph, next: Links): string[] {
  const state = new Map<string, "open" | "done">();
  const order: string[] = [];
  const start = [...graph.nodes.values()].find((node) => node.isStart);
  const roots = [...(start ? [start.id] : []), ...graph.nodes.keys()];
  for (const root of roots) {
    if (state.has(root)) continue;
    const path: { id: string; at: number }[] = [{ id: root, at: 0 }];
    state.set(root, "open");
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const links = next.get(top.id) ?? [];
      const to = links[top.at];
      if (to === undefined) {
        state.set(top.id, "done");
        order.push(top.id);
        path.pop();
      } else if (state.get(to) === "open") {
        links.splice(top.at, 1);
      } else {
        top.at += 1;
        if (state.has(to)) continue;
        state.set(to, "open");
        path.push({ id: to, at: 0 });
      }
    }
  }
  return order.reverse();
}

function columns(graph: LayoutGraph, next: Links, order: string[]): string[][] {
  const depth = new Map<string, number>();
  for (const id of order) {
    const mine = depth.get(id) ?? 0;
    depth.set(id, mine);
    for (const to of next.get(id) ?? []) depth.set(to, Math.max(depth.get(to) ?? 0, mine + 1));
  }
  const layers: string[][] = [];
  // NB: in the document's order, so that steps that were written side by side stand so.
  for (const id of graph.nodes.keys()) (layers[depth.get(id) ?? 0] ??= []).push(id);
  return Array.from(layers, (layer) => layer ?? []);
}

function predecessors(next: Links): Links {
  const before: Links = new Map();
  for (const [from, links] of next) {
    for (const to of links) before.set(to, [...(before.get(to) ?? []), from]);
  }
  return before;
}

/** Where an edge leads past columns, it gets a place of its own in each of them. */
function addDummyNodes(layers: string[][], next: Links): void {
  const depth = new Map<string, number>();
  layers.forEach((layer, index) => layer.forEach((id) => depth.set(id, index)));
  for (const [from, links] of [...next]) {
    const start = depth.get(from) ?? 0;
    links.forEach((to, index) => {
      let last = from;
      for (let layer = start + 1; layer < (depth.get(to) ?? 0); layer += 1) {
        const channel = `\n${from}\n${to}\n${layer}`;
        layers[layer]?.push(channel);
        if (last === from) links[index] = channel;
        else next.set(last, [channel]);
        last = channel;
      }
      if (last !== from) next.set(last, [to]);
    });
  }
}

const isDummyNode = (id: string) => id.startsWith("\n");

/** Puts each column in the order of its neighbours, forwards and backwards in turns. */
function sortLayers(layers: string[][], before: Links, next: Links): void {
  const rank = new Map<string, number>();
  const number = (layer: string[]) => layer.forEach((id, index) => rank.set(id, index));
  layers.forEach(number);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isForward = sweep % 2 === 0;
    const links = isForward ? before : next;
    for (const layer of isForward ? layers : [...layers].reverse()) {
      const wish = new Map(layer.map((id) => {
        const ranks = (links.get(id) ?? []).map((it) => rank.get(it) ?? 0);
        const mean = ranks.reduce((sum, it) => sum + it, 0) / (ranks.length || 1);
        return [id, ranks.length > 0 ? mean : rank.get(id) ?? 0];
      }));
      layer.sort((a, b) => (wish.get(a) as number) - (wish.get(b) as number));
      number(layer);
    }
  }
}

/** Puts a row of columns somewhere; gives its height. */
function placeRow(
  graph: LayoutGraph, layers: string[][], before: Links,
  room: { y: number; top: number; widths: number[] }, places: Map<string, Place>,
): number {
  const centre = new Map<string, number>();
  const row = new Map<string, Place>();
  const height = (id: string) => graph.nodes.get(id)?.height ?? CHANNEL;
  let x = 0;
  for (const [at, layer] of layers.entries()) {
    const wishes = layer.map((id) => {
      const middles = (before.get(id) ?? []).map((it) => centre.get(it) ?? 0);
      const mean = middles.reduce((sum, it) => sum + it, 0) / (middles.length || 1);
      return mean - height(id) / 2;
    });
    const heights = layer.map(height);
    const straight = stacked(heights, wishes, room.y);
    // Long rows would wander up and down: each column is pulled a little to the middle.
    const middle = ((straight[0] ?? 0) + (straight.at(-1) ?? 0) + (heights.at(-1) ?? 0)) / 2;
    const pull = layers.length < MOST_FREE ? 0 : middle * PULL;
    const tops = straight.map((top) => top - pull);
    layer.forEach((id, index) => {
      const y = Math.round((tops[index] as number) / 8) * 8;
      centre.set(id, y + height(id) / 2);
      if (!isDummyNode(id)) row.set(id, [x, y]);
    });
    x += room.widths[at] ?? 0;
  }
  const highest = Math.min(...[...row.values()].map(([, y]) => y));
  let lowest = 0;
  for (const [id, [left, y]] of row) {
    places.set(id, [left, y - highest + room.top]);
    lowest = Math.max(lowest, y - highest + height(id));
  }
  return lowest;
}

/** Tops near their wishes, one below the other without touching. */
function stacked(heights: number[], wishes: number[], gap: number): number[] {
  const tops: number[] = [];
  let lowest = -Infinity;
  let shift = 0;
  heights.forEach((height, index) => {
    const wish = wishes[index] as number;
    const top = Math.max(wish, lowest);
    tops.push(top);
    shift += wish - top;
    lowest = top + height + gap;
  });
  const up = heights.length > 0 ? shift / heights.length : 0;
  return tops.map((top) => top + up);
}
