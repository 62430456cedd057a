// A first layout at once, without waiting for the worker: columns from left to right along the
// edges. It takes time in proportion to nodes and edges.

import type { Graph } from "./graph";
import { GAP_X, GAP_Y } from "./sizes";

type Place = [number, number];

/** The height of the dummy node by which an edge passes a layer. */
const CHANNEL = 44;
const SWEEPS = 6;

/** Places for all nodes of a flow. The same flow gives the same places. */
export function layered(graph: Graph, gaps = { x: GAP_X, y: GAP_Y }): Map<string, Place> {
  const next = successors(graph);
  const order = depthFirst(graph, next);
  const layers = columns(graph, next, order);
  addDummyNodes(layers, next);
  const before = predecessors(next);
  sortLayers(layers, before, next);
  return placed(graph, layers, before, gaps);
}

type Links = Map<string, string[]>;

function successors(graph: Graph): Links {
  const next: Links = new Map();
  for (const id of graph.nodes.keys()) next.set(id, []);
  for (const edge of graph.edges) {
    const links = next.get(edge.from);
    if (edge.from !== edge.to && links && !links.includes(edge.to)) links.push(edge.to);
  }
  return next;
}

/** Nodes so that each stands before what it leads to; edges backwards are taken out of `next`. */
function depthFirst(graph: Graph, next: Links): string[] {
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

function columns(graph: Graph, next: Links, order: string[]): string[][] {
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

function placed(
  graph: Graph, layers: string[][], before: Links, gaps: { x: number; y: number },
): Map<string, Place> {
  const places = new Map<string, Place>();
  const centre = new Map<string, number>();
  const height = (id: string) => graph.nodes.get(id)?.height ?? CHANNEL;
  let x = 0;
  for (const layer of layers) {
    const wishes = layer.map((id) => {
      const middles = (before.get(id) ?? []).map((it) => centre.get(it) ?? 0);
      const mean = middles.reduce((sum, it) => sum + it, 0) / (middles.length || 1);
      return mean - height(id) / 2;
    });
    const tops = stacked(layer.map(height), wishes, gaps.y);
    const width = Math.max(0, ...layer.map((id) => graph.nodes.get(id)?.width ?? 0));
    layer.forEach((id, index) => {
      const y = Math.round((tops[index] as number) / 8) * 8;
      centre.set(id, y + height(id) / 2);
      if (!isDummyNode(id)) places.set(id, [x, y]);
    });
    x += Math.ceil(width / 8) * 8 + gaps.x;
  }
  return places;
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
