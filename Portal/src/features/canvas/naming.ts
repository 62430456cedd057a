// The name of an edge: its step, its port, its rule and its destination.

import { t } from "../../localization";
import type { Source } from "./canvasModel";
import type { CanvasEdge, Graph } from "./graph";

/** “Home · login → Login”; the condition of an arrow follows its port. */
export function edgeName(graph: Graph, edge: CanvasEdge): string {
  const { from, ref, chip, to, count } = edge;
  const label = count === undefined ? [portName(ref.outcome ?? ref.port), chip] : [];
  return named([titleOf(graph, from), ...label], titleOf(graph, to));
}

/** The name of the arrow being drawn: “Home · login → …” until it is over a card. */
export function sourceName(graph: Graph, source: Source, target?: string): string {
  const edge = source.kind === "edge" ? graph.edges.find((it) => it.ref === source.ref) : undefined;
  const port = source.kind === "port" ? source.port : source.ref.outcome ?? source.ref.port;
  const from = titleOf(graph, source.node);
  return named(
    [from, portName(port), edge?.chip ?? ""],
    target === undefined ? "…" : titleOf(graph, target));
}

const named = (parts: string[], to: string) =>
  `${parts.filter(Boolean).join(" · ")} → ${to}`;

const portName = (port: string) => (port === "*" ? t("canvas.any-outcome") : port);

const titleOf = (graph: Graph, id: string) => {
  const node = graph.nodes.get(id);
  return node?.kind === "end" ? t("canvas.end-named", { outcome: node.title }) : node?.title ?? id;
};
