// Works out what takes longer than a frame, away from the page: verification, differences, layout.

import { FlowCore } from "flowcore";
import wasm from "../../../Wasm/.build/flowcore.wasm";
import type { WorkerCall } from "./calls";

let engine: Promise<FlowCore> | null = null;

async function loaded(): Promise<FlowCore> {
  engine ??= FlowCore.load(wasm);
  const current = await engine;
  if (!current.isDead) return current;
  // NB: an engine that has stopped stays stopped; a new one takes a few milliseconds.
  engine = FlowCore.load(current.module);
  return engine;
}

async function run(call: WorkerCall): Promise<unknown> {
  switch (call.verb) {
    case "verify": return (await loaded()).verify(call.document, call.manifests);
    case "diff": return (await loaded()).diff(call.from, call.to);
    case "native": return (await loaded()).convert(call.document, "native").json;
    case "explain": return (await loaded()).explain(call.condition, call.context, call.groups);
    case "json": return (await loaded()).evaluate({}, call.text);
    case "arrange": return arrange(call.nodes, call.edges);
  }
}

async function arrange(
  nodes: { id: string; width: number; height: number }[], edges: [string, string][],
): Promise<Record<string, [number, number]>> {
  const dagre = await import("dagre");
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 48, ranksep: 140, marginx: 0, marginy: 0 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of nodes) graph.setNode(node.id, { width: node.width, height: node.height });
  for (const [from, to] of edges) graph.setEdge(from, to);
  dagre.layout(graph);
  return Object.fromEntries(nodes.map(({ id, width, height }) => {
    const { x, y } = graph.node(id);
    return [id, [Math.round(x - width / 2), Math.round(y - height / 2)]];
  }));
}

self.addEventListener("message", (event: MessageEvent<{ id: number; call: WorkerCall }>) => {
  const { id, call } = event.data;
  run(call).then(
    (value) => self.postMessage({ id, value }),
    (error: Error & { code?: string }) => self.postMessage({
      id, error: { ...error, message: error.message, name: error.name },
    }),
  );
});
