// Focuses a card, even one that is not yet in the page.

import type { CanvasModel } from "./canvasModel";

/** The number of frames to wait for a card: one of another flow is rendered some frames later. */
const MAX_FRAMES = 60;

const cardOf = (canvas: CanvasModel, id: string | null) => (id === null ? null
  : canvas.elements.get(id)?.querySelector<HTMLElement>("[data-node]") ?? null);

/** Returns the focus to the card that had it, or to the canvas. */
export function refocus(canvas: CanvasModel): void {
  (cardOf(canvas, canvas.active.get()) ?? document.querySelector<HTMLElement>(".canvas"))
    ?.focus({ preventScroll: true });
}

/**
 * Leaves a card that is no longer in the scene. If it had the focus, the canvas gets it, so that
 * the keys continue to work.
 */
export function leaveRemoved(canvas: CanvasModel): void {
  canvas.active.set(null);
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) refocus(canvas);
  });
}

/** Focuses a card as soon as it is in the page and is the active one. */
export function focusCard(canvas: CanvasModel, id: string, frames = MAX_FRAMES): void {
  const card = canvas.active.get() === id ? cardOf(canvas, id) : null;
  if (card) card.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusCard(canvas, id, frames - 1));
}
