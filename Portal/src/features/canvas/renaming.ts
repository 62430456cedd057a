// Matches nodes after a step was renamed.

import { endNode, type Graph } from "./graph";

/** Maps old names to new ones, if exactly one step of a flow was renamed. */
export function movedNames(before: Graph, after: Graph): Map<string, string> {
  const steps = (graph: Graph, other: Graph) =>
    [...graph.nodes.values()].filter((node) => node.kind === "step" && !other.nodes.has(node.id));
  const [gone, come] = [steps(before, after), steps(after, before)];
  const [old, renamed] = [gone[0], come[0]];
  const names = new Map<string, string>();
  if (!old || !renamed || gone.length > 1 || come.length > 1) return names;
  if (old.step?.screen !== renamed.step?.screen || old.handles.length !== renamed.handles.length) {
    return names;
  }
  names.set(old.id, renamed.id);
  const prefix = `flow/${old.id}/`;
  for (const id of before.nodes.keys()) {
    if (!id.startsWith(prefix) || id === endNode(old.id)) continue;
    const next = `flow/${renamed.id}/${id.slice(prefix.length)}`;
    if (after.nodes.has(next)) names.set(id, next);
  }
  return names;
}
