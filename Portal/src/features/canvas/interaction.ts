// Interaction by pointer, keyboard and clipboard, with its popups. Loaded right after the canvas
// itself, so that the flow is visible before the editing code is loaded.

import type { CanvasModel } from "./canvasModel";
import { handleClipboardEvents } from "./clipboard";
import { Gestures } from "./gestures";
import { Keys } from "./keys";

export { Popups } from "./Popups";

/** Starts the interaction with the canvas; returns a function that stops it. */
export function interact(canvas: CanvasModel, element: HTMLElement): () => void {
  const gestures = new Gestures(canvas, element);
  const keys = new Keys(canvas, element, gestures);
  const stopClipboard = handleClipboardEvents(canvas, () => keys.handles(document.activeElement));
  return () => {
    gestures.close();
    keys.close();
    stopClipboard();
  };
}
