// Focuses a finding: its field, otherwise its card.

import type { RevealedLocation } from "./screenModel";

const inputs = "input, textarea, select, button, summary";

/** The input of a property, or of its owner; null if the panel has none. */
function fieldAt(pointer: string): HTMLElement | null {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const field = document.querySelector(`[data-property="${CSS.escape(at)}"]`);
    const input = [...field?.querySelectorAll<HTMLElement>(inputs) ?? []]
      .find((element) => !element.matches(":disabled") && !element.closest(".field-finding"));
    if (field && input) {
      field.closest("details")?.setAttribute("open", "");
      return preferred(field, input);
    }
  }
  return null;
}

/** Prefers a text field to a checkbox. */
const preferred = (field: Element, input: HTMLElement): HTMLElement =>
  field.querySelector<HTMLElement>(".alternative textarea:not(:disabled)") ?? input;

const cardOf = (key: string | null): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(".block-finding")]
    .find((element) => element.dataset["finding"] === key);

/** Focuses the revealed element, and scrolls it into view. */
export function focusRevealed({ pointer, key }: RevealedLocation): void {
  const card = key === null && pointer === null
    ? document.querySelector<HTMLElement>(".block-finding") : cardOf(key);
  const target = (pointer === null ? null : fieldAt(pointer)) ?? card
    ?? document.querySelector<HTMLElement>(".screen-panel .panel-head");
  card?.scrollIntoView({ block: "nearest" });
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "nearest" });
}
