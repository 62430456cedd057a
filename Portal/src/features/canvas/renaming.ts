// Matches nodes after a step was renamed.

import type { Graph } from "./graph";

/** Maps old node ids to new ones, if exactly one step of a flow was renamed. */
export function renamedNodes(before: Graph, after: Graph): Map<string, string> {
  const steps = (graph: Graph, other: Graph) =>
    [...graph.nodes.values()].filter((node) => node.kind === "step" && !other.nodes.has(node.id));
  const [removed, added] = [steps(before, after), steps(after, before)];
  const [old, renamed] = [removed[0], added[0]];
  const ids = new Map<string, string>();
  if (!old || !renamed || removed.length > 1 || added.length > 1) return ids;
  if (old.step?.screen !== renamed.step?.screen || old.handles.length !== renamed.handles.length) {
    return ids;
  }
  ids.set(old.id, renamed.id);
  const prefix = `flow/${old.id}/`;
  for (const id of before.nodes.keys()) {
    if (!id.startsWith(prefix)) continue;
    const next = `flow/${renamed.id}/${id.slice(prefix.length)}`;
    if (after.nodes.has(next)) ids.set(id, next);
  }
  return ids;
}
