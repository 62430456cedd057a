// The graph of a flow on the canvas: nodes with their ports, and the edges among them.

import type { Screen } from "../../api";
import {
  continuationsOf, edgesOf, isConditional, readSection, routeKey, type Edge, type Flow,
  type FlowDocument, type RouteRef, type Section, type Step,
} from "../../document";
import { shortCondition } from "../../model/conditionSummary";
import { formatShare, t } from "../../localization";
import { cardHeight, CARD_WIDTH, END_SIZE, flowSize, MISSING_SIZE } from "./sizes";

export type PortState = "connected" | "open" | "undeclared";

/** A port of a node, where edges start. */
export interface Handle {
  /** The port, or the outcome of a sub-flow. */
  name: string;
  state: PortState;
}

export interface CanvasNode {
  id: string;
  kind: "step" | "end" | "flow" | "missing" | "section";
  width: number;
  height: number;
  handles: Handle[];
  /** The title: the step's id, the outcome or the flow's id. */
  title: string;
  step?: Step;
  screen?: Screen;
  isStart?: boolean;
  /** The route that enters the sub-flow. */
  ref?: RouteRef;
  /** The sub-flow, while it is shown in place. */
  subflow?: Flow;
  /** The section that it is drawn in. */
  section?: string;
  /** The collapsed section that it represents. */
  info?: SectionInfo;
}

/** A section of the flow, with its nodes. */
export interface SectionInfo extends Section {
  id: string;
  members: string[];
  steps: number;
}

export type EdgeKind = "always" | "rule" | "split" | "outcome";

export interface CanvasEdge {
  key: string;
  ref: RouteRef;
  kind: EdgeKind;
  from: string;
  /** The index of the handle where it starts. */
  handle: number;
  to: string;
  /** The condition or the share, abbreviated. */
  chip: string;
  /** The full text, for the tooltip. */
  title: string;
  style: string;
  /** The index among the edges from the same node to the same node, and their number. */
  lane: number;
  lanes: number;
  /** The position of its chip along the edge, from 0 to 1, so that chips of one port stay apart. */
  chipOffset: number;
  /** The number of edges that it represents, if it leaves a collapsed section. */
  count?: number;
}

export interface Graph {
  flow: string;
  nodes: Map<string, CanvasNode>;
  edges: CanvasEdge[];
  /** The edges that start or end at a node. */
  edgesAt: Map<string, CanvasEdge[]>;
  sections: Map<string, SectionInfo>;
  /** The graph including the contents of collapsed sections. */
  all?: Graph;
}

const stepNode = (step: string) => step;
const endNode = (outcome: string) => `finish/${outcome}`;
const missingNode = (step: string) => `missing/${step}`;
/** The id of the node for the flow that an edge enters. */
export const subflowNode = (ref: RouteRef) =>
  ["flow", ref.step, ref.port, ref.route, ref.variant, ref.outcome]
    .filter((part) => part !== undefined).join("/");
export const isStepNode = (node: CanvasNode | undefined): node is CanvasNode & { step: Step } =>
  node?.kind === "step";

const emptyGraph = (flow: string): Graph => (
  { flow, nodes: new Map(), edges: [], edgesAt: new Map(), sections: new Map() });

interface Size { width: number; height: number }

/**
 * Everything that the canvas shows of a flow. Unchanged nodes keep their identity.
 *
 * @param measure Returns the size of a sub-flow that is shown in place.
 */
export function graphOf(
  document: FlowDocument, flow: Flow | undefined, screens: Map<string, Screen>,
  collapsed: Pick<Set<string>, "has">, measure: (flow: Flow) => Size, before?: Graph,
): Graph {
  if (!flow) return emptyGraph("");
  const builder = new GraphBuilder(document, flow, screens, collapsed, measure, before);
  return builder.build();
}

class GraphBuilder {
  readonly #graph: Graph;

  constructor(
    readonly document: FlowDocument, readonly flow: Flow, readonly screens: Map<string, Screen>,
    readonly collapsed: Pick<Set<string>, "has">, readonly measure: (flow: Flow) => Size,
    readonly before: Graph | undefined,
  ) {
    this.#graph = emptyGraph(flow.id);
  }

  build(): Graph {
    for (const step of this.flow.steps) this.#addStep(step);
    for (const step of this.flow.steps) {
      for (const edge of edgesOf(this.flow.id, step)) this.#addEdge(step, edge);
    }
    this.#addSections();
    indexEdges(this.#graph);
    return this.#graph;
  }

  /** Adds the sections. A sub-flow is in the section of the step that enters it. */
  #addSections(): void {
    for (const node of this.#graph.nodes.values()) {
      const id = node.section;
      const known = id === undefined ? undefined
        : this.#graph.sections.get(id) ?? readSection(this.flow, id);
      if (id === undefined || !known) continue;
      const info: SectionInfo = "members" in known ? known as SectionInfo
        : { ...known, id, members: [], steps: 0 };
      info.members.push(node.id);
      if (node.kind === "step") info.steps += 1;
      this.#graph.sections.set(id, info);
    }
  }

  /** The section of a step, if the flow has it. */
  #sectionOf(step: string): string | undefined {
    const section = this.#graph.nodes.get(stepNode(step))?.step?.section;
    return section !== undefined && readSection(this.flow, section) ? section : undefined;
  }

  #add(node: CanvasNode): CanvasNode {
    const old = this.before?.nodes.get(node.id);
    const result = old && isSame(old, node) ? old : node;
    this.#graph.nodes.set(node.id, result);
    return result;
  }

  #addStep(step: Step): void {
    const screen = this.screens.get(step.screen);
    const handles = handlesOf(step, screen);
    this.#add({
      id: stepNode(step.id), kind: "step", width: CARD_WIDTH, height: cardHeight(handles.length),
      handles, title: step.id, step, screen, isStart: step.id === this.flow.start,
      section: readSection(this.flow, step.section ?? "") && step.section,
    });
  }

  #addEdge(step: Step, edge: Edge): void {
    const { ref } = edge;
    let from = stepNode(step.id);
    let handle = this.#graph.nodes.get(from)?.handles.findIndex((it) => it.name === ref.port) ?? 0;
    if (ref.outcome !== undefined) {
      from = subflowNode({ ...ref, outcome: undefined });
      handle = this.#graph.nodes.get(from)?.handles.findIndex((it) => it.name === ref.outcome) ?? 0;
    }
    const to = this.#targetNode(edge);
    const { chip, title } = edgeLabel(step, edge);
    this.#graph.edges.push({
      key: routeKey(ref), ref, from, handle: Math.max(0, handle), to, chip, title,
      kind: kindOf(edge), style: edge.style, lane: 0, lanes: 1, chipOffset: 0.5,
    });
  }

  /** Returns the id of an edge's target node, and adds the node if necessary. */
  #targetNode({ target, ref }: Edge): string {
    if (target.kind === "finish") {
      const id = endNode(target.outcome);
      if (!this.#graph.nodes.has(id)) {
        this.#add({ id, kind: "end", ...END_SIZE, handles: [], title: target.outcome });
      }
      return id;
    }
    if (target.kind === "flow") return this.#addSubflow(target.flow, ref);
    const id = stepNode(target.step);
    if (this.#graph.nodes.has(id)) return id;
    const missing = missingNode(target.step);
    if (!this.#graph.nodes.has(missing)) {
      this.#add({ id: missing, kind: "missing", ...MISSING_SIZE, handles: [], title: target.step });
    }
    return missing;
  }

  /**
   * A sub-flow has one node for each route that enters it, because the route determines its
   * continuations.
   */
  #addSubflow(flow: string, ref: RouteRef): string {
    const id = subflowNode(ref);
    const subflow = this.document.flows.find((it) => it.id === flow);
    const handles = ref.outcome === undefined ? this.#outcomesOf(ref, subflow) : [];
    const isOpen = subflow !== undefined && !this.collapsed.has(id) && subflow.steps.length > 0;
    const contentSize = isOpen ? this.measure(subflow) : undefined;
    const size = flowSize(handles.length, contentSize);
    this.#add({
      id, kind: "flow", ...size, handles, title: flow, ref, subflow: isOpen ? subflow : undefined,
      section: this.#sectionOf(ref.step),
    });
    return id;
  }

  #outcomesOf(ref: RouteRef, subflow: Flow | undefined): Handle[] {
    const route = this.flow.steps.find((it) => it.id === ref.step)?.ports?.[ref.port]?.[ref.route];
    const destination = ref.variant === undefined || !route || !("split" in route)
      ? route : route.split.variants[ref.variant];
    const then = destination && "flow" in destination ? continuationsOf(destination.then) : [];
    const handled = then.map(([outcome]) => outcome);
    const outcomes = subflow ? outcomesOf(subflow) : [];
    const all = [...new Set([...outcomes, ...handled])];
    return all.map((name) => ({
      name,
      state: !handled.includes(name) ? "open"
        : name === "*" || outcomes.includes(name) ? "connected" : "undeclared",
    }));
  }
}

/** Numbers parallel edges, spreads the chips of each port, and lists the edges at each node. */
export function indexEdges({ edges, edgesAt }: Graph): void {
  const pairs = new Map<string, CanvasEdge[]>();
  const ports = new Map<string, CanvasEdge[]>();
  for (const edge of edges) {
    push(pairs, `${edge.from}\n${edge.to}`, edge);
    if (edge.chip) push(ports, `${edge.from}\n${edge.handle}`, edge);
    push(edgesAt, edge.from, edge);
    if (edge.to !== edge.from) push(edgesAt, edge.to, edge);
  }
  for (const pair of pairs.values()) {
    pair.forEach((edge, lane) => Object.assign(edge, { lane, lanes: pair.length }));
  }
  for (const port of ports.values()) {
    port.forEach((edge, index) => {
      edge.chipOffset = port.length > 1 ? 0.3 + 0.4 * index / (port.length - 1) : 0.5;
    });
  }
}

/** Appends a value to the list of a key. */
export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function isSame(a: CanvasNode, b: CanvasNode): boolean {
  return a.step === b.step && a.screen === b.screen && a.isStart === b.isStart
    && a.subflow === b.subflow && a.height === b.height && a.width === b.width
    && a.title === b.title && a.kind === b.kind && a.section === b.section
    && a.handles.length === b.handles.length
    && a.handles.every((it, index) => it.name === b.handles[index]?.name
      && it.state === b.handles[index]?.state)
    && JSON.stringify(a.ref) === JSON.stringify(b.ref);
}

/** The ports that a screen declares, then those that only the document has. */
export function handlesOf(step: Step, screen: Screen | undefined): Handle[] {
  const declared = screen?.ports ?? [];
  const used = Object.keys(step.ports ?? {});
  const others = used.filter((port) => !declared.includes(port));
  const isUsed = (port: string) => (step.ports?.[port]?.length ?? 0) > 0;
  return [
    ...declared.map((name): Handle => ({ name, state: isUsed(name) ? "connected" : "open" })),
    ...others.map((name): Handle => ({
      name, state: screen ? "undeclared" : isUsed(name) ? "connected" : "open",
    })),
  ];
}

/** Returns the outcomes of a flow. */
export function outcomesOf(flow: Flow): string[] {
  const outcomes = new Set<string>();
  for (const step of flow.steps) {
    for (const { target } of edgesOf(flow.id, step)) {
      if (target.kind === "finish") outcomes.add(target.outcome);
    }
  }
  return [...outcomes];
}

function kindOf(edge: Edge): EdgeKind {
  if (edge.ref.outcome !== undefined) return "outcome";
  if (edge.share !== undefined) return "split";
  return isConditional(edge) ? "rule" : "always";
}

/** Returns the label of an edge's chip, which may be empty, and the full text. */
function edgeLabel(step: Step, edge: Edge): { chip: string; title: string } {
  const { ref } = edge;
  const condition = shortCondition(edge.when);
  const parts: string[] = [];
  // The share first, because the end of a long name is truncated.
  if (edge.share !== undefined) parts.push(formatShare(edge.share), edge.variantKey ?? "");
  if (condition) parts.push(condition);
  const routes = step.ports?.[ref.port]?.length ?? 0;
  if (parts.length === 0 && ref.outcome === undefined && routes > 1) {
    parts.push(t("canvas.otherwise"));
  }
  if (ref.outcome === "*") parts.push(t("canvas.any-outcome"));
  const chip = parts.filter(Boolean).join(" · ");
  return { chip, title: [chip, edge.experiment ?? ""].filter(Boolean).join(" · ") };
}
