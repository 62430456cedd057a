// Dragging a block: from the palette, in the preview and in the structure, with a mouse, a pen, or
// a finger after a long press, because a moving finger scrolls.

import type { PointerEvent } from "react";
import type { BlockPath, InsertionPoint } from "../../document/blocks";
import { t } from "../../localization";
import { phoneRoot } from "./design";
import { atEnd, targetInTree, targetOnPhone } from "./dropping";
import { BoxCache } from "./boxCache";
import type { ScreenModel } from "./screenModel";

/** The distance after which a pointer drags, in pixels. */
const THRESHOLD = 6;
/** The duration of a long press before dragging, in milliseconds. */
const LONG_PRESS = 450;
/**
 * The distance from the edge within which a drag scrolls, and the scroll step of a frame, in
 * pixels.
 */
const SCROLL_EDGE = 48;
const SCROLL_STEP = 10;

/** A new block of a type, or the blocks at paths. */
export type DraggedBlocks = { type: string } | { paths: BlockPath[] };

/** Whether a block is being dragged, so that touch does not scroll. */
let isDraggingBlock = false;

/** Prevents a finger that drags from scrolling an element; returns a function that stops that. */
export function preventScrolling(element: HTMLElement | null): () => void {
  // NB: the listener must be added before the touch starts, and must not be passive.
  const onTouchMove = (event: TouchEvent) => {
    if (isDraggingBlock && event.cancelable) event.preventDefault();
  };
  element?.addEventListener("touchmove", onTouchMove, { passive: false });
  return () => element?.removeEventListener("touchmove", onTouchMove);
}

/** Follows a pointer that was pressed on a draggable element. */
export function startDrag(event: PointerEvent, model: ScreenModel, dragged: DraggedBlocks): void {
  if (event.button !== 0 || !model.editor.canEdit) return;
  new Drag(event, model, dragged);
}

class Drag {
  readonly #model: ScreenModel;
  readonly #dragged: DraggedBlocks;
  readonly #pointer: number;
  readonly #isFinger: boolean;
  readonly #start: { x: number; y: number };
  readonly #end = new AbortController();
  #position: { x: number; y: number };
  #isDragging = false;
  #longPressTimer = 0;
  #frame = 0;
  #boxes: BoxCache | null = null;

  constructor(event: PointerEvent, model: ScreenModel, dragged: DraggedBlocks) {
    this.#model = model;
    this.#dragged = dragged;
    this.#pointer = event.pointerId;
    this.#isFinger = event.pointerType === "touch";
    this.#start = this.#position = { x: event.clientX, y: event.clientY };
    const { signal } = this.#end;
    addEventListener("pointermove", this.#onMove, { signal });
    addEventListener("pointerup", this.#onUp, { signal });
    addEventListener("pointercancel", this.#onCancel, { signal });
    addEventListener("keydown", this.#onKey, { signal, capture: true });
    addEventListener("contextmenu", this.#onMenu, { signal, capture: true });
    if (this.#isFinger) this.#longPressTimer = window.setTimeout(() => this.#lift(), LONG_PRESS);
  }

  #isOther(event: globalThis.PointerEvent): boolean {
    return event.pointerId !== this.#pointer;
  }

  #lift(): void {
    const { paths } = this.#dragged as { paths?: BlockPath[] };
    this.#begin();
    if (!this.#isFinger) return;
    if (paths && !paths.every((path) => this.#model.selected.get().includes(path))) {
      this.#model.selected.set(paths);
    }
    this.#model.announcement.set(t("screens.announce-lifted"));
    navigator.vibrate?.(15);
  }

  #begin(): void {
    this.#isDragging = isDraggingBlock = true;
    document.documentElement.classList.add("dragging-block");
    this.#boxes = new BoxCache();
  }

  readonly #onMove = (event: globalThis.PointerEvent): void => {
    if (this.#isOther(event)) return;
    this.#position = { x: event.clientX, y: event.clientY };
    if (!this.#isDragging) {
      const { x, y } = this.#position;
      const distance = Math.hypot(x - this.#start.x, y - this.#start.y);
      if (distance < THRESHOLD) return;
      if (this.#isFinger) return this.#stop();
      this.#lift();
    }
    // One target for each frame, whatever the number of pointer events.
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#update);
  };

  readonly #update = (): void => {
    this.#frame = 0;
    if (!this.#boxes) return;
    const { x, y } = this.#position;
    const isScrolling = autoscroll(x, y);
    if (isScrolling) {
      this.#boxes.invalidate();
      this.#frame = requestAnimationFrame(this.#update);
    }
    const target = targetAt(this.#model, this.#boxes, x, y);
    this.#model.dropTarget.update((old) => (isSame(old, target) ? old : target));
  };

  readonly #onUp = (event: globalThis.PointerEvent): void => {
    if (this.#isOther(event)) return;
    const wasDragging = this.#isDragging;
    if (wasDragging && this.#frame !== 0) this.#update();
    const target = this.#model.dropTarget.get();
    this.#stop();
    if (!wasDragging) return;
    // Suppresses the click after a drag.
    const suppress = (click: Event) => {
      click.stopPropagation();
      click.preventDefault();
    };
    addEventListener("click", suppress, true);
    setTimeout(() => removeEventListener("click", suppress, true));
    if (!target) return;
    if ("type" in this.#dragged) this.#model.add(this.#dragged.type, target);
    else this.#model.moveTo(this.#dragged.paths, target);
  };

  readonly #onCancel = (event: globalThis.PointerEvent): void => {
    if (!this.#isOther(event)) this.#stop();
  };

  readonly #onKey = (key: KeyboardEvent): void => {
    if (key.key !== "Escape") return;
    key.stopPropagation();
    this.#stop();
  };

  // Otherwise a long press would open the browser's context menu.
  readonly #onMenu = (event: Event): void => {
    if (this.#isFinger) event.preventDefault();
  };

  #stop(): void {
    clearTimeout(this.#longPressTimer);
    cancelAnimationFrame(this.#frame);
    this.#end.abort();
    this.#boxes = null;
    if (!this.#isDragging) return;
    this.#isDragging = isDraggingBlock = false;
    this.#model.dropTarget.set(null);
    document.documentElement.classList.remove("dragging-block");
  }
}

const isSame = (a: InsertionPoint | null, b: InsertionPoint | null) =>
  a?.slot === b?.slot && a?.index === b?.index;

/** Scrolls the element under a pointer near its upper or lower edge; returns whether it did. */
function autoscroll(x: number, y: number): boolean {
  const pane = document.elementFromPoint(x, y)?.closest<HTMLElement>(".stage-phone, .screen-tree");
  if (!pane) return false;
  const { top, bottom } = pane.getBoundingClientRect();
  const by = y < top + SCROLL_EDGE ? -SCROLL_STEP : y > bottom - SCROLL_EDGE ? SCROLL_STEP : 0;
  const before = pane.scrollTop;
  if (by !== 0) pane.scrollTop += by;
  return pane.scrollTop !== before;
}

function targetAt(
  model: ScreenModel, boxes: BoxCache, x: number, y: number,
): InsertionPoint | null {
  const { screen } = model;
  const at = document.elementFromPoint(x, y);
  if (!screen || !at) return null;
  if (at.closest(".stage-phone")) return targetOnPhone(screen, boxes.current(phoneRoot()), x, y);
  const row = at.closest<HTMLElement>("[data-path]");
  if (row) {
    return targetInTree(screen, row.dataset["path"] ?? "", row.getBoundingClientRect(), y);
  }
  return at.closest(".tree") ? atEnd(screen) : null;
}
