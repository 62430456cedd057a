// Keyboard navigation between cards: along the edges, and to the cards above and below.

import { middle } from "./geometry";
import type { Scene } from "./scene";

export type Direction = "left" | "right" | "up" | "down";

/** The next card in a direction from another one; null if there is none. */
export function neighbor(scene: Scene, from: string, direction: Direction): string | null {
  const linked = (scene.graph.edgesAt.get(from) ?? []).flatMap((edge) => {
    if (direction === "right" && edge.from === from && edge.to !== from) return [edge.to];
    if (direction === "left" && edge.to === from && edge.from !== from) return [edge.from];
    return [];
  });
  return nearestCard(scene, from, direction, linked)
    ?? nearestCard(scene, from, direction, scene.graph.nodes.keys()) ?? linked[0] ?? null;
}

/** The nearest card in a direction, preferring cards straight ahead. */
function nearestCard(
  scene: Scene, from: string, direction: Direction, candidates: Iterable<string>,
): string | null {
  const box = scene.box(from);
  if (!box) return null;
  const start = middle(box);
  let nearest: string | null = null;
  let least = Infinity;
  for (const id of candidates) {
    const candidate = scene.box(id);
    if (id === from || !candidate) continue;
    const at = middle(candidate);
    const [dx, dy] = [at.x - start.x, at.y - start.y];
    const [ahead, sideways] = direction === "left" ? [-dx, dy] : direction === "right" ? [dx, dy]
      : direction === "up" ? [-dy, dx] : [dy, dx];
    if (ahead < 8) continue;
    const cost = ahead + Math.abs(sideways) * 2;
    if (cost >= least) continue;
    least = cost;
    nearest = id;
  }
  return nearest;
}

/** The next card in reading order: columns from the left, each from the top. */
export function nextInOrder(scene: Scene, from: string | null, isBack: boolean): string | null {
  const order = [...scene.graph.nodes.keys()].sort((a, b) => {
    const [[ax, ay], [bx, by]] = [scene.position(a), scene.position(b)];
    return ax - bx || ay - by;
  });
  if (from === null) return isBack ? null : order[0] ?? null;
  return order[order.indexOf(from) + (isBack ? -1 : 1)] ?? null;
}
