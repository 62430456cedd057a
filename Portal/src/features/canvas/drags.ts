// Gestures of a drag: panning, moving, connecting, and selecting with a marquee.

import { t } from "../../localization";
import { destinationOf, connectTo } from "./actions";
import type { CanvasModel, Source } from "./canvasModel";
import { boxBetween, type Box, type Point } from "./geometry";
import type { CanvasNode } from "./graph";
import { snap } from "./snapping";

/** A gesture from press to release. */
export interface Gesture {
  move(point: Point, event: PointerEvent): void;
  end(point: Point, event: PointerEvent): void;
  cancel(): void;
  /** The class of the canvas during the gesture, which sets the cursor; default `is-moving`. */
  cursor?: string;
}

/** Pans the view. */
export function panGesture(canvas: CanvasModel, start: Point): Gesture {
  let last = start;
  return {
    cursor: "is-panning",
    move: (point) => {
      canvas.viewport.panBy(point.x - last.x, point.y - last.y);
      last = point;
    },
    end: () => undefined,
    cancel: () => undefined,
  };
}

/** Moves the selection; if the node is not part of it, selects it, and with `adds` keeps others. */
export function moveGesture(
  canvas: CanvasModel, node: string, start: Point, adds: boolean,
): Gesture {
  const { scene, viewport } = canvas;
  if (!canvas.selected.has(node)) canvas.select(adds ? [...canvas.selected, node] : [node]);
  const nodes = canvas.selected;
  const bounds = scene.boundsOf(nodes) as Box;
  const origin = viewport.toCanvas(start);
  const others = [...scene.nodesIn(viewport.visibleBox(200))].filter((id) => !nodes.has(id))
    .flatMap((id) => scene.box(id) ?? []);
  let shift = { dx: 0, dy: 0 };
  const shiftTo = (dx: number, dy: number) => {
    shift = { dx, dy };
    const edges = scene.move({ nodes, dx, dy });
    for (const listener of canvas.motion) listener(nodes, edges);
  };
  return {
    move: (point, event) => {
      const current = viewport.toCanvas(point);
      let [dx, dy] = [current.x - origin.x, current.y - origin.y];
      if (event.shiftKey) [dx, dy] = Math.abs(dx) > Math.abs(dy) ? [dx, 0] : [0, dy];
      const isFree = event.ctrlKey || event.metaKey;
      const snapped = isFree ? { dx: 0, dy: 0, guides: [] } : snap(
        { ...bounds, x: bounds.x + dx, y: bounds.y + dy }, others, 6 / viewport.view.k);
      shiftTo(dx + snapped.dx, dy + snapped.dy);
      canvas.overlay.set({ guides: snapped.guides });
    },
    end: () => {
      scene.drag = null;
      if (shift.dx === 0 && shift.dy === 0) return;
      const moves = Object.fromEntries([...nodes].map((id): [string, [number, number]] => {
        const [x, y] = scene.positions.get(id) ?? [0, 0];
        return [id, [Math.round(x + shift.dx), Math.round(y + shift.dy)]];
      }));
      scene.drag = { nodes, ...shift };
      canvas.apply(t("canvas.do-move"), null, moves);
      canvas.announce(t("canvas.announce-moved", { count: nodes.size }));
    },
    cancel: () => {
      shiftTo(0, 0);
      scene.drag = null;
    },
  };
}

/** Draws a connection to its destination. */
export function connectGesture(canvas: CanvasModel, source: Source, start: Point): Gesture {
  const { scene, viewport } = canvas;
  const from = lineStart(canvas, source) ?? viewport.toCanvas(start);
  let target: CanvasNode | undefined;
  const { freeSize } = viewport;
  // A card under a sheet cannot be the destination.
  const isUncovered = ({ x, y }: Point) => x < freeSize.width && y < freeSize.height;
  const cancel = () => canvas.announce(t("canvas.announce-cancelled"));
  return {
    cursor: "is-connecting",
    move: (point) => {
      const end = viewport.toCanvas(point);
      target = isUncovered(point) ? scene.nodeAt(end) : undefined;
      if (target && !destinationOf(canvas, target)) target = undefined;
      canvas.overlay.set({ line: { start: from, end }, target: target?.id, source });
    },
    end: (point) => {
      const to = target && destinationOf(canvas, target);
      if (to) return connectTo(canvas, source, to);
      if (!isUncovered(point)) return cancel();
      const position = viewport.toCanvas(point);
      canvas.dialog.set({ kind: "choose", at: point, source, position });
    },
    cancel,
  };
}

/** Selects everything that a marquee touches. */
export function marqueeGesture(canvas: CanvasModel, start: Point, adds: boolean): Gesture {
  const { scene, viewport } = canvas;
  const origin = viewport.toCanvas(start);
  const before = adds ? canvas.selected : new Set<string>();
  return {
    cursor: "is-selecting",
    move: (point) => {
      const marquee = boxBetween(origin, viewport.toCanvas(point));
      const inside = scene.nodesIn(marquee);
      canvas.overlay.set({ marquee });
      canvas.select([...before, ...inside]);
    },
    end: () => canvas.announce(t("canvas.announce-selected", { count: canvas.selected.size })),
    cancel: () => canvas.select(before),
  };
}

/** Returns the start of a connection's line. */
function lineStart(canvas: CanvasModel, source: Source): Point | null {
  const node = canvas.scene.node(source.node);
  if (!node) return null;
  const name = source.kind === "port" ? source.port : source.ref.outcome ?? source.ref.port;
  const index = node.handles.findIndex((it) => it.name === name);
  return index < 0 ? null : canvas.scene.handle(node, index);
}
