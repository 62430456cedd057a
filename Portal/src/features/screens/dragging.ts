// Dragging a block: from the palette, on the phone and in the structure. Keys and buttons do the
// same, so fingers scroll.

import type { PointerEvent } from "react";
import type { BlockPath, Target } from "../../document/blocks";
import { phoneRoot } from "./design";
import { atEnd, targetInTree, targetOnPhone } from "./dropping";
import type { ScreenModel } from "./screenModel";

/** How far a pointer goes before it drags, in pixels. */
const THRESHOLD = 6;

export type Dragged = { type: string } | { paths: BlockPath[] };

/** Follows a pointer that went down on something that can be dragged. */
export function startDrag(event: PointerEvent, model: ScreenModel, dragged: Dragged): void {
  if (event.button !== 0 || event.pointerType === "touch" || !model.editor.canEdit) return;
  const { clientX, clientY } = event;
  let isDragging = false;
  const end = () => {
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", onUp);
    removeEventListener("keydown", onKey, true);
    model.drop.set(null);
    document.documentElement.classList.remove("dragging-block");
  };
  const onMove = (move: globalThis.PointerEvent) => {
    const way = Math.hypot(move.clientX - clientX, move.clientY - clientY);
    if (!isDragging && way < THRESHOLD) return;
    isDragging = true;
    document.documentElement.classList.add("dragging-block");
    const target = targetAt(model, move.clientX, move.clientY);
    model.drop.update((now) => (isSame(now, target) ? now : target));
  };
  const onUp = () => {
    const target = model.drop.get();
    end();
    if (!isDragging) return;
    // The click that ends a drag is none.
    const swallow = (click: Event) => click.stopPropagation();
    addEventListener("click", swallow, true);
    setTimeout(() => removeEventListener("click", swallow, true));
    if (!target) return;
    if ("type" in dragged) model.add(dragged.type, target);
    else model.moveTo(dragged.paths, target);
  };
  const onKey = (key: KeyboardEvent) => {
    if (key.key !== "Escape") return;
    key.stopPropagation();
    end();
  };
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", onUp);
  addEventListener("keydown", onKey, true);
}

const isSame = (one: Target | null, other: Target | null) =>
  one?.slot === other?.slot && one?.index === other?.index;

function targetAt(model: ScreenModel, x: number, y: number): Target | null {
  const { screen } = model;
  const at = document.elementFromPoint(x, y);
  if (!screen || !at) return null;
  if (at.closest(".stage-phone")) return targetOnPhone(screen, phoneRoot(), x, y);
  const row = at.closest<HTMLElement>("[data-path]");
  if (row) {
    return targetInTree(screen, row.dataset["path"] ?? "", row.getBoundingClientRect(), y);
  }
  return at.closest(".tree") ? atEnd(screen) : null;
}
