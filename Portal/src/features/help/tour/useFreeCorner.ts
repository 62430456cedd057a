import { useEffect, useRef, type RefObject } from "react";
import { freeCorner, intersectionArea, type Area } from "./placement";

/** Elements that must stay visible: popups, toasts and selected nodes. */
const KEEP_VISIBLE = ".canvas-palette, .menu, .toast, .sheet, .selected [data-node]";
/** A narrow window, which a panel fills: only its header with the close button stays visible. */
const NARROW = "(max-width: 40em)";
const panelSelector = () => (matchMedia(NARROW).matches ? ".side-panel-head" : ".side-panel");
const CARDS = ".canvas [data-node]";
/** The heights in pixels of the bars above and below the canvas, which stay visible. */
const BAR_ABOVE = 64;
const BAR_BELOW = 72;
const GAP = 12;

/** Keeps a box in a free corner; it moves when it covers a needed element, or a size changes. */
export function useFreeCorner(subject: string): RefObject<HTMLElement> {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    let frame = 0;
    let current: Area | null = null;
    let placedFor = "";
    const follow = () => {
      frame = requestAnimationFrame(follow);
      const box = ref.current;
      if (!box) return;
      const size = { width: box.offsetWidth, height: box.offsetHeight };
      const area = availableArea();
      const selector = [KEEP_VISIBLE, panelSelector(), ...(subject ? [subject] : [])].join(", ");
      const needed = areasOf(selector, box);
      const isAtBottom = document.querySelector(".canvas") === null;
      const isSame = placedFor === JSON.stringify([area, size, isAtBottom]);
      const covers = (corner: Area) => needed.some((it) => intersectionArea(corner, it) > 0);
      if (current && isSame && !covers(current)) return;
      const next = freeCorner(size, area, needed, areasOf(CARDS, box), isAtBottom);
      placedFor = JSON.stringify([area, size, isAtBottom]);
      if (current && current.left === next.left && current.top === next.top) return;
      // Moves between corners are animated, except the first placement.
      box.classList.toggle("moves", current !== null);
      box.classList.add("placed");
      current = next;
      box.style.transform = `translate(${Math.round(next.left)}px, ${Math.round(next.top)}px)`;
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [subject]);
  return ref;
}

function availableArea(): Area {
  const middle = document.querySelector(".editor-middle")?.getBoundingClientRect()
    ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const below = document.querySelector(".canvas") ? BAR_BELOW : GAP;
  // The bar has several rows in a narrow window.
  const bar = document.querySelector(".flow-bar")?.getBoundingClientRect().bottom ?? 0;
  const top = Math.max(middle.top + BAR_ABOVE, bar + GAP);
  return {
    left: middle.left + GAP, top, width: middle.width - 2 * GAP,
    height: middle.bottom - below - top,
  };
}

function areasOf(selector: string, box: Element): Area[] {
  return [...document.querySelectorAll(selector)].filter((element) => !box.contains(element))
    .map((element) => element.getBoundingClientRect());
}
