// The keyboard focus after the focused element was removed.

import { useEffect, useRef, type RefObject } from "react";
import type { EditorModel } from "./editor";

/** Focuses the selected step's card, or its row in the list. */
export function focusSelected(editor: EditorModel): void {
  const { steps, route } = editor.selection.get();
  const step = route?.step ?? steps[0];
  const isCanvas = editor.view.get() === "canvas";
  const name = step === undefined ? null : CSS.escape(step);
  const selected = name === null ? null : document.querySelector<HTMLElement>(
    isCanvas ? `.canvas [data-node="${name}"]` : `[data-step="${name}"] .list-name`);
  const fallback = isCanvas ? ".canvas" : ".list-name";
  const target = selected ?? document.querySelector<HTMLElement>(fallback)
    ?? document.querySelector<HTMLElement>("main");
  target?.focus({ preventScroll: isCanvas });
}

const focusable = "button, input, select, textarea, summary, a[href], [tabindex='0']";

function focusablesOf(root: Element): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(focusable)]
    .filter((element) => !element.matches(":disabled") && element.getClientRects().length > 0);
}

/** The position of the focus: the element, its ancestors, and its index in each. */
interface FocusPosition {
  element: HTMLElement;
  ancestors: { element: Element; index: number }[];
}

function focusPositionOf(element: HTMLElement, root: HTMLElement): FocusPosition {
  const ancestors: FocusPosition["ancestors"] = [];
  let parent = element.parentElement;
  for (; parent && root.contains(parent); parent = parent.parentElement) {
    ancestors.push({ element: parent, index: focusablesOf(parent).indexOf(element) });
  }
  return { element, ancestors };
}

/** The focusable element now at a position, or the last one in its closest remaining ancestor. */
function nearestFocusable(position: FocusPosition): HTMLElement | undefined {
  for (const { element, index } of position.ancestors) {
    if (!element.isConnected) continue;
    const all = focusablesOf(element);
    const next = all[Math.min(Math.max(index, 0), all.length - 1)];
    if (next) return next;
  }
  return undefined;
}

/**
 * Keeps the focus in a part of the page: when the focused element is removed or disabled, its
 * neighbor gets the focus. Returns a function that stops it.
 */
function keepFocus(root: HTMLElement): () => void {
  let position: FocusPosition | null = null;
  let frame = 0;
  const isUnavailable = (element: HTMLElement) =>
    !element.isConnected || element.matches(":disabled");
  const restore = () => {
    const { activeElement } = document;
    const isFocusLost = !activeElement || activeElement === document.body
      || activeElement === position?.element;
    if (!position || !isFocusLost || !isUnavailable(position.element)) return;
    nearestFocusable(position)?.focus({ preventScroll: true });
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) position = focusPositionOf(target, root);
  };
  const onFocusOut = () => queueMicrotask(() => {
    // The user has left deliberately, so nothing is restored.
    const isInside = root.contains(document.activeElement);
    const isElsewhere = !isInside && !isMenuOrDialog(document.activeElement);
    if (position && !isUnavailable(position.element) && isElsewhere) position = null;
  });
  const observer = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(restore);
  });
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  root.addEventListener("focusin", onFocusIn);
  root.addEventListener("focusout", onFocusOut);
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    root.removeEventListener("focusin", onFocusIn);
    root.removeEventListener("focusout", onFocusOut);
  };
}

/** Keeps the focus in the element of the returned ref, as `keepFocus` does. */
export function useKeptFocus<Root extends HTMLElement>(): RefObject<Root> {
  const root = useRef<Root>(null);
  useEffect(() => (root.current ? keepFocus(root.current) : undefined), []);
  return root;
}

/** Menus and dialogs are outside the root and restore focus themselves. */
const isMenuOrDialog = (element: Element | null) =>
  element?.closest('[role="menu"], dialog') != null;
