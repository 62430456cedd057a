// A synchronous layered layout: columns from left to right along the edges, broken into rows like
// lines of text if one row would be too long.

import type { Position } from "../../model/layout";
import { rowsOf } from "./rows";
import { GAP_X, GAP_Y } from "./sizes";

/** A box to be laid out: a node of a flow, or several nodes as one. */
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

/** The distances of nodes, and the width of an edge's chip between two columns. */
export interface Gaps {
  x: number;
  y: number;
  chip?: (text: string) => number;
  /** Whether all columns stay in one row, regardless of its length. */
  isOneRow?: boolean;
}

/** The height of the dummy node by which an edge passes a layer. */
const CHANNEL = 44;
/** The space between two rows, for the edges between them. */
const ROW_GAP = 136;
/** The space beside a chip, for the bend of its edge. */
const CHIP_MARGIN = 48;
const SWEEPS = 6;
/** The number of columns from which rows are straightened. */
const MIN_STRAIGHTENED = 8;
/** The share of its offset by which a column of such a row is pulled to the middle. */
const PULL = 0.35;

/** The nodes as numbers, for speed; those from `count` on are dummy nodes. */
interface NumberedNodes {
  ids: string[];
  count: number;
  width: number[];
  height: number[];
  start: number;
  /** The maximum width of the chips on each node's edges. */
  chip: number[];
}

/** The targets of each node. */
type Links = number[][];

/** Returns positions for all nodes, from the top left. The layout is deterministic. */
export function layered(
  graph: LayoutGraph, gaps: Gaps = { x: GAP_X, y: GAP_Y },
): Map<string, Position> {
  const [nodes, next] = numberNodes(graph, gaps);
  const order = topologicalOrder(nodes, next);
  const layers = columnsOf(nodes, next, order);
  const widths = layers.map((layer) => layerWidth(nodes, layer, gaps));
  const spans = edgeSpans(nodes, layers, next);
  const passing = passingCounts(spans, layers.length);
  const heights = layers.map((layer, at) => layer.reduce(
    (sum, node) => sum + (nodes.height[node] ?? 0) + gaps.y,
    (passing[at] ?? 0) * (CHANNEL + gaps.y) - gaps.y));
  const positions = new Map<string, Position>();
  let top = 0;
  const rows: [number, number][] = gaps.isOneRow ? [[0, layers.length]]
    : rowsOf(widths, heights, spans, ROW_GAP);
  for (const [first, end] of rows) {
    const row = layers.slice(first, end).map((layer) => [...layer]);
    const links = linksWithin(nodes, row, next);
    addDummyNodes(nodes, row, links);
    const before = predecessors(links);
    sortLayers(row, before, links);
    const spacing = { ...gaps, top, widths: widths.slice(first, end) };
    top += placeRow(nodes, row, before, spacing, positions);
    top += ROW_GAP;
  }
  return positions;
}

function numberNodes(graph: LayoutGraph, gaps: Gaps): [NumberedNodes, Links] {
  const all = [...graph.nodes.values()];
  const numbers = new Map(all.map((node, index) => [node.id, index]));
  const next: Links = all.map(() => []);
  const chip = all.map(() => 0);
  for (const edge of graph.edges) {
    const from = numbers.get(edge.from);
    if (from === undefined) continue;
    const to = numbers.get(edge.to);
    const links = next[from] as number[];
    if (to !== undefined && from !== to && !links.includes(to)) links.push(to);
    if (edge.chip && gaps.chip) chip[from] = Math.max(chip[from] as number, gaps.chip(edge.chip));
  }
  return [{
    ids: all.map((node) => node.id), count: all.length, chip,
    width: all.map((node) => node.width), height: all.map((node) => node.height),
    start: all.findIndex((node) => node.isStart),
  }, next];
}

/** The width of a column including the space after it, which is wider if it contains chips. */
function layerWidth({ width, chip }: NumberedNodes, layer: number[], gaps: Gaps): number {
  const widest = Math.max(0, ...layer.map((node) => width[node] ?? 0));
  const label = Math.max(0, ...layer.map((node) => chip[node] ?? 0));
  const gap = Math.max(gaps.x, label === 0 ? 0 : label + CHIP_MARGIN);
  return Math.ceil(widest / 8) * 8 + Math.ceil(gap / 8) * 8;
}

/** The column of each node. */
function columnOfNodes(count: number, layers: number[][]): number[] {
  const depth = Array.from({ length: count }, () => 0);
  layers.forEach((layer, index) => layer.forEach((node) => {
    depth[node] = index;
  }));
  return depth;
}

/** The source and target columns of the edges. */
function edgeSpans({ count }: NumberedNodes, layers: number[][], next: Links): [number, number][] {
  const depth = columnOfNodes(count, layers);
  return next.flatMap((links, from) => links.map((to): [number, number] => (
    [depth[from] ?? 0, depth[to] ?? 0])));
}

/** Returns the number of edges that pass each column. */
function passingCounts(spans: [number, number][], columns: number): number[] {
  const passing = Array.from({ length: columns }, () => 0);
  for (const [from, to] of spans) {
    for (let at = from + 1; at < to; at += 1) passing[at] = (passing[at] ?? 0) + 1;
  }
  return passing;
}

/** The links among the nodes of a row. */
function linksWithin({ count }: NumberedNodes, row: number[][], next: Links): Links {
  const isInside = Array.from({ length: count }, () => false);
  for (const layer of row) for (const node of layer) isInside[node] = true;
  return next.map((links, node) => (isInside[node] ? links.filter((to) => isInside[to]) : []));
}

/** Returns the nodes in topological order; backward edges are removed from `next`. */
function topologicalOrder({ count, start }: NumberedNodes, next: Links): number[] {
  const state: ("open" | "done" | undefined)[] = Array.from({ length: count });
  const order: number[] = [];
  for (let at = -1; at < count; at += 1) {
    const root = at < 0 ? start : at;
    if (root < 0 || state[root]) continue;
    const path: { node: number; at: number }[] = [{ node: root, at: 0 }];
    state[root] = "open";
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const links = next[top.node] as number[];
      const to = links[top.at];
      if (to === undefined) {
        state[top.node] = "done";
        order.push(top.node);
        path.pop();
      } else if (state[to] === "open") {
        links.splice(top.at, 1);
      } else {
        top.at += 1;
        if (state[to]) continue;
        state[to] = "open";
        path.push({ node: to, at: 0 });
      }
    }
  }
  return order.reverse();
}

function columnsOf({ count }: NumberedNodes, next: Links, order: number[]): number[][] {
  const depth = Array.from({ length: count }, () => 0);
  for (const node of order) {
    const nextDepth = (depth[node] as number) + 1;
    for (const to of next[node] as number[]) depth[to] = Math.max(depth[to] as number, nextDepth);
  }
  const layers: number[][] = [];
  // NB: in document order, so that adjacent steps stay adjacent.
  for (let node = 0; node < count; node += 1) (layers[depth[node] as number] ??= []).push(node);
  return Array.from(layers, (layer) => layer ?? []);
}

function predecessors(next: Links): Links {
  const before: Links = next.map(() => []);
  next.forEach((links, from) => links.forEach((to) => before[to]?.push(from)));
  return before;
}

/** Adds a dummy node in each column that an edge passes. */
function addDummyNodes({ count }: NumberedNodes, layers: number[][], next: Links): void {
  const depth = columnOfNodes(count, layers);
  for (const from of layers.flat()) {
    const links = next[from] as number[];
    links.forEach((to, index) => {
      let last = from;
      for (let layer = (depth[from] as number) + 1; layer < (depth[to] as number); layer += 1) {
        const channel = next.push([]) - 1;
        layers[layer]?.push(channel);
        if (last === from) links[index] = channel;
        else next[last] = [channel];
        last = channel;
      }
      if (last !== from) next[last] = [to];
    });
  }
}

/** Sorts each column by the barycenters of its neighbors, in alternating directions. */
function sortLayers(layers: number[][], before: Links, next: Links): void {
  const rank = new Float64Array(next.length);
  const preferred = new Float64Array(next.length);
  const assignRanks = (layer: number[]) => layer.forEach((node, index) => {
    rank[node] = index;
  });
  layers.forEach(assignRanks);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isForward = sweep % 2 === 0;
    const links = isForward ? before : next;
    for (const layer of isForward ? layers : [...layers].reverse()) {
      for (const node of layer) {
        preferred[node] = meanOf(links[node] as number[], rank) ?? (rank[node] as number);
      }
      layer.sort((a, b) => (preferred[a] as number) - (preferred[b] as number));
      assignRanks(layer);
    }
  }
}

/** The mean of some nodes' values; undefined if there are none. */
function meanOf(nodes: number[], values: Float64Array): number | undefined {
  if (nodes.length === 0) return undefined;
  let sum = 0;
  for (const node of nodes) sum += values[node] as number;
  return sum / nodes.length;
}

/** Positions a row of columns; returns its height. */
function placeRow(
  nodes: NumberedNodes, layers: number[][], before: Links,
  spacing: { y: number; top: number; widths: number[] }, positions: Map<string, Position>,
): number {
  const center = new Float64Array(before.length);
  const row: [number, Position][] = [];
  const height = (node: number) => nodes.height[node] ?? CHANNEL;
  let x = 0;
  for (const [at, layer] of layers.entries()) {
    const preferences = layer.map((node) => (
      (meanOf(before[node] as number[], center) ?? 0) - height(node) / 2));
    const heights = layer.map(height);
    const straight = stackPositions(heights, preferences, spacing.y);
    // Long rows would drift up and down, so each column is pulled slightly to the middle.
    const middle = ((straight[0] ?? 0) + (straight.at(-1) ?? 0) + (heights.at(-1) ?? 0)) / 2;
    const pull = layers.length < MIN_STRAIGHTENED ? 0 : middle * PULL;
    for (const [index, node] of layer.entries()) {
      const y = Math.round(((straight[index] as number) - pull) / 8) * 8;
      center[node] = y + height(node) / 2;
      if (node < nodes.count) row.push([node, [x, y]]);
    }
    x += spacing.widths[at] ?? 0;
  }
  const highest = Math.min(...row.map(([, [, y]]) => y));
  let lowest = 0;
  for (const [node, [left, y]] of row) {
    positions.set(nodes.ids[node] as string, [left, y - highest + spacing.top]);
    lowest = Math.max(lowest, y - highest + height(node));
  }
  return lowest;
}

/** Vertical positions near the preferred ones, without overlaps. */
function stackPositions(heights: number[], preferences: number[], gap: number): number[] {
  const tops: number[] = [];
  let lowest = -Infinity;
  let shift = 0;
  heights.forEach((height, index) => {
    const preferred = preferences[index] as number;
    const top = Math.max(preferred, lowest);
    tops.push(top);
    shift += preferred - top;
    lowest = top + height + gap;
  });
  const up = heights.length > 0 ? shift / heights.length : 0;
  return tops.map((top) => top + up);
}
