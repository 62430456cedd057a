// Pointer gestures: pan, zoom, move, connect, re-route and select. drags.ts has the part during a
// drag.

import { openFlow, sourceOf } from "./actions";
import type { CanvasModel } from "./canvasModel";
import { connectGesture, marqueeGesture, moveGesture, panGesture, type Gesture } from "./drags";
import { distance, borderPan, type Point } from "./geometry";
import type { CanvasEdge, CanvasNode } from "./graph";
import { collapseSection } from "./sectionActions";

/** The maximum movement of the pointer in a click, in window pixels. */
const CLICK_TOLERANCE = 4;
const TAP_TOLERANCE = 8;
const toleranceOf = (event: PointerEvent) =>
  (event.pointerType === "touch" ? TAP_TOLERANCE : CLICK_TOLERANCE);
/** The maximum distance of the pointer from an edge that it hits, in window pixels. */
const EDGE_TOLERANCE = 9;
/** The reach of a finger around a handle, in window pixels, and the minimum zoom for it. */
const TOUCH_TARGET = { reach: 22, minZoom: 0.25 };
/** The pause between events after which the canvas is measured again, in milliseconds. */
const MEASURE_PAUSE = 200;
/** The duration of a long press, which opens the menu, in milliseconds. */
const LONG_PRESS = 500;

/** The target of a press. */
interface Hit {
  node?: CanvasNode;
  /** The handle's name, if the press was on one. */
  handle?: string;
  edge?: CanvasEdge;
  /** The step of a sub-flow, if the press was on one that is shown in place. */
  subflowStep?: string;
  /** The text of a drawn screen, if the press was on one. */
  text?: string;
  /** The section, if the press was on its title. */
  section?: string;
}

export class Gestures {
  #canvas: CanvasModel;
  #element: HTMLElement;
  #abort = new AbortController();
  #bounds = new DOMRect();
  #lastEvent = -Infinity;
  #gesture: Gesture | null = null;
  #pressed: { at: Point; hit: Hit; event: PointerEvent } | null = null;
  #pointers = new Map<number, Point>();
  #pinch: { distance: number; middle: Point } | null = null;
  #isSpaceDown = false;
  #autoPan = 0;
  #freeSize = { width: 0, height: 0 };
  #longPressTimer: ReturnType<typeof setTimeout> | undefined;
  #lastClick: { at: Point; time: number; target: string } | null = null;

  constructor(canvas: CanvasModel, element: HTMLElement) {
    this.#canvas = canvas;
    this.#element = element;
    const on = <K extends keyof HTMLElementEventMap>(
      type: K, listener: (event: HTMLElementEventMap[K]) => void,
    ) => element.addEventListener(type, listener, { passive: false, signal: this.#abort.signal });
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", (event) => this.#pointerCancel(event));
    on("pointerleave", () => this.#canvas.hover.set(null));
    on("wheel", (event) => this.#wheel(event));
    on("contextmenu", (event) => this.#menu(event));
  }

  close(): void {
    this.#finish(() => this.#gesture?.cancel());
    this.#abort.abort();
  }

  set isSpaceDown(isDown: boolean) {
    this.#isSpaceDown = isDown;
    this.#element.classList.toggle("pans", isDown || this.#canvas.tool.get() === "hand");
  }

  /** Cancels a drag with Escape; returns whether there was one. */
  cancel(): boolean {
    const wasActive = this.#gesture !== null;
    this.#finish(() => this.#gesture?.cancel());
    return wasActive;
  }

  // Pointer position ---------------------------------------------------------------------------

  #point(event: { clientX: number; clientY: number; timeStamp: number }): Point {
    // NB: measuring forces a synchronous layout, so not for each of many wheel events.
    if (event.timeStamp - this.#lastEvent > MEASURE_PAUSE) {
      this.#bounds = this.#element.getBoundingClientRect();
    }
    this.#lastEvent = event.timeStamp;
    const { left, top } = this.#bounds;
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #hit(event: { target: EventTarget | null }, point: Point): Hit {
    const { scene, viewport } = this.#canvas;
    const element = event.target as Element;
    const position = viewport.toCanvas(point);
    const { selectedEdge } = this.#canvas;
    const anchored = scene.reconnectAnchorAt(position, selectedEdge, viewport.view.k);
    if (anchored) return { edge: anchored };
    const at = (name: string) => element.closest?.<HTMLElement>(`[data-${name}]`)?.dataset[name];
    const id = at("node");
    if (id !== undefined) {
      return {
        node: scene.node(id), handle: at("handle"), subflowStep: at("inside"), text: at("text"),
      };
    }
    const section = at("section");
    if (section !== undefined) return { section };
    const key = at("edge");
    if (key !== undefined) return { edge: scene.edge(key) };
    const node = scene.nodeAt(position);
    if (node) return { node };
    return { edge: scene.edgeAt(position, EDGE_TOLERANCE / viewport.view.k, selectedEdge) };
  }

  // Presses ------------------------------------------------------------------------------------

  #down(event: PointerEvent): void {
    if ((event.target as Element).closest("[data-chrome]")) return;
    const point = this.#point(event);
    this.#pointers.set(event.pointerId, point);
    this.#canvas.viewport.stop();
    if (this.#pointers.size === 2) return this.#beginPinch();
    if (this.#pointers.size > 2 || event.button > 1) return;
    const hit = this.#hit(event, point);
    this.#pressed = { at: point, hit, event };
    this.#element.setPointerCapture(event.pointerId);
    if (event.pointerType === "touch") this.#startLongPress(hit, point);
    const isPan = event.button === 1 || this.#isSpaceDown;
    if (isPan) this.#begin(panGesture(this.#canvas, point));
    this.#takeFocus(hit);
    // NB: prevents text selection and scrolling with the middle button.
    event.preventDefault();
  }

  /** A long press opens the menu, like the right button. */
  #startLongPress(hit: Hit, point: Point): void {
    clearTimeout(this.#longPressTimer);
    this.#longPressTimer = setTimeout(() => {
      if (this.#gesture || this.#pressed?.hit !== hit) return;
      this.#pressed = null;
      this.#openMenu(hit, point);
    }, LONG_PRESS);
  }

  #takeFocus({ node }: Hit): void {
    this.#canvas.active.set(node?.id ?? null);
    const card = node && this.#element.querySelector<HTMLElement>(
      `[data-node="${CSS.escape(node.id)}"]`);
    (card ?? this.#element).focus({ preventScroll: true });
  }

  #begin(gesture: Gesture): void {
    this.#gesture = gesture;
    this.#freeSize = this.#canvas.viewport.freeSize;
    this.#canvas.hover.set(null);
    this.#element.classList.add("is-dragging", gesture.cursor ?? "is-moving");
  }

  #finish(action: () => void): void {
    action();
    if (this.#gesture) {
      this.#element.classList.remove("is-dragging", this.#gesture.cursor ?? "is-moving");
    }
    this.#gesture = null;
    this.#pressed = null;
    clearTimeout(this.#longPressTimer);
    cancelAnimationFrame(this.#autoPan);
    this.#canvas.overlay.set({});
  }

  #move(event: PointerEvent): void {
    const point = this.#point(event);
    if (this.#pointers.has(event.pointerId)) this.#pointers.set(event.pointerId, point);
    if (this.#pinch) return this.#movePinch();
    if (this.#pressed && !this.#gesture
      && distance(point, this.#pressed.at) > toleranceOf(event)) {
      const gesture = this.#gestureFor(this.#pressed.hit, this.#pressed.at, event);
      if (gesture) this.#begin(gesture);
    }
    if (this.#gesture) {
      this.#gesture.move(point, event);
      this.#autoPanFrom(point, event);
    } else if (!this.#pressed && event.pointerType !== "touch") this.#updateHover(event, point);
  }

  /** Updates the element under the pointer. */
  #updateHover(event: PointerEvent, point: Point): void {
    if ((event.target as Element).closest("[data-chrome]")) return this.#canvas.hover.set(null);
    const { node, handle, edge } = this.#hit(event, point);
    const before = this.#canvas.hover.get();
    const next = edge ? { edge: edge.key, at: point }
      : node ? { node: node.id, port: handle } : null;
    if (before?.edge === next?.edge && before?.node === next?.node
      && before?.port === next?.port) return;
    this.#canvas.hover.set(next);
    this.#element.classList.toggle("at-edge", edge !== undefined);
  }

  #up(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    if (this.#pinch) {
      if (this.#pointers.size < 2) this.#pinch = null;
      this.#pressed = null;
      return;
    }
    const point = this.#point(event);
    const pressed = this.#pressed;
    if (this.#gesture) this.#finish(() => this.#gesture?.end(point, event));
    else if (pressed && event.button === 0) {
      this.#pressed = null;
      this.#click(pressed.hit, point, event);
    } else this.#pressed = null;
  }

  #pointerCancel(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    this.#pinch = null;
    this.#finish(() => this.#gesture?.cancel());
  }

  #click(hit: Hit, point: Point, event: PointerEvent): void {
    const target = hit.node?.id ?? hit.edge?.key ?? hit.section ?? "";
    const last = this.#lastClick;
    const isDouble = last !== null && last.target === target && event.timeStamp - last.time < 400
      && distance(last.at, point) < (event.pointerType === "touch" ? 24 : 8);
    this.#lastClick = isDouble ? null : { at: point, time: event.timeStamp, target };
    const { node, handle, edge } = hit;
    if (isDouble) return this.#doubleClick(hit, point);
    if (hit.section !== undefined) return this.#canvas.select(this.#membersOf(hit.section));
    if (edge?.count !== undefined) return this.#canvas.select([edge.from]);
    if (edge) return this.#canvas.selectEdge(edge.ref);
    if (!node) {
      if (!event.shiftKey) this.#canvas.select([]);
      return;
    }
    const selected = this.#canvas.selected;
    if (event.shiftKey || event.metaKey || event.ctrlKey) {
      if (!selected.delete(node.id)) selected.add(node.id);
      this.#canvas.select(selected);
    } else if (handle !== undefined && node.kind === "step") {
      this.#canvas.selectPort(node.id, handle);
    } else this.#canvas.select([node.id], true);
  }

  #membersOf(section: string): string[] {
    return this.#canvas.scene.graph.sections.get(section)?.members ?? [];
  }

  #doubleClick({ node, edge, subflowStep, section, text }: Hit, point: Point): void {
    const { editor } = this.#canvas;
    if (section !== undefined) {
      if (this.#canvas.canEdit) this.#canvas.dialog.set({ kind: "edit-section", section });
    } else if (node?.info) collapseSection(this.#canvas, node.info.id, false);
    else if (node?.kind === "step") editor.command({ kind: "edit", step: node.id, text });
    else if (node?.kind === "flow") openFlow(this.#canvas, node, subflowStep);
    else if (!node && !edge && this.#canvas.canEdit) {
      this.#canvas.dialog.set(
        { kind: "choose", at: point, position: this.#canvas.viewport.toCanvas(point) });
    }
  }

  #menu(event: MouseEvent): void {
    if ((event.target as Element).closest("[data-chrome]")) return;
    event.preventDefault();
    // NB: the event is also sent for the keyboard's menu key, which keys.ts handles, and in some
    // browsers for a long press.
    if (event.button !== 2 || (event as PointerEvent).pointerType === "touch") return;
    const point = this.#point(event);
    this.#openMenu(this.#hit(event, point), point);
  }

  /** Opens the menu for the element at a point. */
  #openMenu({ node, edge, section }: Hit, at: Point): void {
    if (node && !this.#canvas.selected.has(node.id)) this.#canvas.select([node.id]);
    // An edge that represents several cannot be changed.
    if (edge?.count !== undefined) return;
    if (edge) this.#canvas.selectEdge(edge.ref, false);
    this.#canvas.dialog.set({ kind: "menu", at, node: node?.id, edge: edge?.key, section });
  }

  // Gestures of a press ------------------------------------------------------------------------

  #gestureFor(hit: Hit, start: Point, event: PointerEvent): Gesture | null {
    const { node, handle, edge, section } = hit;
    const { canEdit } = this.#canvas;
    const isTouch = event.pointerType === "touch";
    const isHand = this.#isHand(isTouch);
    const isSelected = node !== undefined && this.#canvas.selected.has(node.id);
    const from = isTouch ? this.#handleAt(start) : { node, handle };
    if (from?.node && canEdit && from.handle !== undefined) {
      return connectGesture(this.#canvas, sourceOf(from.node, from.handle), start);
    }
    const members = this.#membersOf(section ?? "");
    const [first] = members;
    if (first !== undefined && canEdit) {
      this.#canvas.select(members);
      return moveGesture(this.#canvas, first, start, false);
    }
    if (edge && edge.count === undefined && canEdit && !(isTouch && isHand)) {
      return connectGesture(this.#canvas, { kind: "edge", node: edge.from, ref: edge.ref }, start);
    }
    // A finger pans, unless the card is selected or the selection tool is active.
    if (node && canEdit && (!(isTouch && isHand) || isSelected)) {
      return moveGesture(this.#canvas, node.id, start, event.shiftKey);
    }
    if (isHand) return panGesture(this.#canvas, start);
    return marqueeGesture(this.#canvas, start, event.shiftKey);
  }

  /** Whether dragging the background pans. If there is also a mouse, a finger always pans. */
  #isHand(isTouch: boolean): boolean {
    return this.#canvas.tool.get() === "hand"
      || (isTouch && !matchMedia("(pointer: coarse)").matches);
  }

  /** The handle that a finger probably aims at, since handles are small. */
  #handleAt(point: Point): Hit | null {
    const { scene, viewport } = this.#canvas;
    const { k } = viewport.view;
    if (k < TOUCH_TARGET.minZoom) return null;
    const { x, y } = viewport.toCanvas(point);
    const reach = TOUCH_TARGET.reach / k;
    const near = { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach };
    const handles = [...scene.nodesIn(near)].flatMap((id) => scene.node(id) ?? [])
      .flatMap((node) => node.handles.map(({ name }, index) => (
        { node, handle: name, away: distance(scene.handle(node, index), { x, y }) })));
    const [nearest] = handles.sort((a, b) => a.away - b.away);
    return nearest && nearest.away <= reach ? nearest : null;
  }

  /** Keeps panning while something is dragged to the edge of the view. */
  #autoPanFrom(point: Point, event: PointerEvent): void {
    cancelAnimationFrame(this.#autoPan);
    const gesture = this.#gesture;
    if (!gesture || gesture.cursor === "is-panning") return;
    const { width, height } = this.#freeSize;
    const [dx, dy] = [borderPan(point.x, width), borderPan(point.y, height)];
    if (dx === 0 && dy === 0) return;
    this.#autoPan = requestAnimationFrame(() => {
      if (this.#gesture !== gesture) return;
      this.#canvas.viewport.panBy(dx, dy);
      gesture.move(point, event);
      this.#autoPanFrom(point, event);
    });
  }

  // Zooming ------------------------------------------------------------------------------------

  #wheel(event: WheelEvent): void {
    if ((event.target as Element).closest("[data-chrome]")) return;
    event.preventDefault();
    const { viewport } = this.#canvas;
    const scale = event.deltaMode === 1 ? 24 : event.deltaMode === 2 ? viewport.height : 1;
    const [dx, dy] = [event.deltaX * scale, event.deltaY * scale];
    // NB: measures the position only if necessary, because that forces a synchronous layout.
    const point = () => this.#point(event);
    if (event.ctrlKey || event.metaKey) {
      viewport.zoomAt(point(), Math.exp(-Math.max(-60, Math.min(60, dy)) * 0.01));
    } else if (event.shiftKey && dx === 0) viewport.panBy(-dy, 0);
    else if (isMouseWheel(event)) viewport.zoomAt(point(), Math.exp(-Math.sign(dy) * 0.18));
    else viewport.panBy(-dx, -dy);
  }

  #beginPinch(): void {
    this.#finish(() => this.#gesture?.cancel());
    this.#pinch = pinchOf(this.#pointers);
  }

  #movePinch(): void {
    const before = this.#pinch;
    if (!before || this.#pointers.size < 2) return;
    const now = pinchOf(this.#pointers);
    this.#pinch = now;
    const { viewport } = this.#canvas;
    viewport.panBy(now.middle.x - before.middle.x, now.middle.y - before.middle.y);
    viewport.zoomAt(now.middle, now.distance / Math.max(1, before.distance));
  }
}

/**
 * Whether a wheel event comes from a mouse wheel, which zooms, and not from a touchpad, which pans:
 * a notch of a wheel is reported as 120, and a touchpad's `wheelDeltaY` is three times `deltaY`.
 */
function isMouseWheel(event: WheelEvent): boolean {
  const notches = (event as unknown as { wheelDeltaY?: number }).wheelDeltaY ?? 0;
  return event.deltaX === 0 && notches !== 0 && notches % 120 === 0
    && Math.abs(notches) !== Math.abs(event.deltaY) * 3;
}

function pinchOf(pointers: Map<number, Point>): { distance: number; middle: Point } {
  const [a, b] = [...pointers.values()] as [Point, Point];
  return { distance: distance(a, b), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
}
