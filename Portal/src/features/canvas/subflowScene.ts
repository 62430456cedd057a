// A sub-flow shown in place: its nodes and edges, scaled down.

import type { Screen } from "../../api";
import type { Flow, FlowDocument } from "../../document";
import { boundingBox } from "./geometry";
import { graphOf } from "./graph";
import { layered } from "./layered";
import { Scene } from "./scene";
import { FLOW_PADDING, MAX_FLOW_CONTENT } from "./sizes";

export interface SubflowScene {
  scene: Scene;
  /** Its scale, and the position of its origin. */
  k: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAPS = { x: 72, y: 40, isOneRow: true };
const MAX_SCALE = 0.42;

let cache = new WeakMap<Flow, SubflowScene>();
let cachedScreens: unknown = null;

/** The scene inside a flow, cached by flow. */
export function subflowScene(
  document: FlowDocument, flow: Flow, screens: Map<string, Screen>, all: unknown,
): SubflowScene {
  if (cachedScreens !== all) {
    cache = new WeakMap();
    cachedScreens = all;
  }
  const cached = cache.get(flow);
  if (cached) return cached;
  const scene = createScene(document, flow, screens);
  cache.set(flow, scene);
  return scene;
}

function createScene(
  document: FlowDocument, flow: Flow, screens: Map<string, Screen>,
): SubflowScene {
  // Sub-flows inside a sub-flow stay collapsed, so that recursive flows terminate.
  const graph = graphOf(document, flow, screens, allCollapsed, () => ({ width: 0, height: 0 }));
  const scene = new Scene();
  scene.update(graph, layered(graph, GAPS));
  const bounds = boundingBox([...graph.nodes.keys()].flatMap((id) => scene.box(id) ?? []))
    ?? { x: 0, y: 0, width: 1, height: 1 };
  const available = {
    width: MAX_FLOW_CONTENT.width - 2 * FLOW_PADDING,
    height: MAX_FLOW_CONTENT.height - 2 * FLOW_PADDING,
  };
  const k = Math.min(MAX_SCALE, available.width / bounds.width, available.height / bounds.height);
  return {
    scene, k, x: FLOW_PADDING - bounds.x * k, y: FLOW_PADDING - bounds.y * k,
    width: Math.ceil(bounds.width * k / 4) * 4 + 2 * FLOW_PADDING,
    height: Math.ceil(bounds.height * k / 4) * 4 + 2 * FLOW_PADDING,
  };
}

const allCollapsed = { has: () => true };
