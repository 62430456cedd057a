// Gives the keyboard to a card, also to one that is only about to come into the page.

import type { CanvasModel } from "./canvasModel";

/** The number of frames to wait for a card: one of another flow is rendered some frames later. */
const MOST_FRAMES = 60;

const cardOf = (canvas: CanvasModel, id: string | null) => (id === null ? null
  : canvas.elements.get(id)?.querySelector<HTMLElement>("[data-node]") ?? null);

/** Gives the keyboard to the card that it was at, or to the canvas. */
export function refocus(canvas: CanvasModel): void {
  (cardOf(canvas, canvas.active.get()) ?? document.querySelector<HTMLElement>(".canvas"))
    ?.focus({ preventScroll: true });
}

/** Gives the keyboard to a card as soon as it is there and the one that is worked at. */
export function focusCard(canvas: CanvasModel, id: string, frames = MOST_FRAMES): void {
  const card = canvas.active.get() === id ? cardOf(canvas, id) : null;
  if (card) card.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusCard(canvas, id, frames - 1));
}
