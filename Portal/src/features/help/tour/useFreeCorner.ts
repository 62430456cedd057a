import { useEffect, useRef, type RefObject } from "react";
import { freeCorner, shared, type Area } from "./place";

/** Elements that must never be covered: popups, notices and the selection. */
const NEEDED = ".canvas-palette, .menu, .toast, .sheet, .selected [data-node]";
/** On a phone a panel fills the screen; its header with the close button stays free. */
const NARROW = "(max-width: 40em)";
const PANELS = () => (matchMedia(NARROW).matches ? ".side-panel-head" : ".side-panel");
const CARDS = ".canvas [data-node]";
/** The bars above and below the canvas stay free. */
const ABOVE = 64;
const BELOW = 72;
const GAP = 12;

/** Keeps a box in a free corner; it moves only when it would cover what is needed. */
export function useFreeCorner(about: string): RefObject<HTMLElement> {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    let frame = 0;
    let place: Area | null = null;
    let room = "";
    const follow = () => {
      frame = requestAnimationFrame(follow);
      const box = ref.current;
      if (!box) return;
      const size = { width: box.offsetWidth, height: box.offsetHeight };
      const now = availableArea();
      const wanted = [NEEDED, PANELS(), ...(about === "" ? [] : [about])].join(", ");
      const needed = areasOf(wanted, box);
      const isLow = document.querySelector(".canvas") === null;
      const isSame = room === JSON.stringify([now, size, isLow]);
      if (place && isSame && !needed.some((it) => shared(place as Area, it) > 0)) return;
      const next = freeCorner(size, now, needed, areasOf(CARDS, box), isLow);
      room = JSON.stringify([now, size, isLow]);
      if (place && place.left === next.left && place.top === next.top) return;
      // Moves between corners are animated, except the first placement.
      box.classList.toggle("moves", place !== null);
      box.classList.add("placed");
      place = next;
      box.style.transform = `translate(${Math.round(next.left)}px, ${Math.round(next.top)}px)`;
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [about]);
  return ref;
}

function availableArea(): Area {
  const middle = document.querySelector(".editor-middle")?.getBoundingClientRect()
    ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const below = document.querySelector(".canvas") ? BELOW : GAP;
  // The bar has several rows in a narrow window.
  const bar = document.querySelector(".flow-bar")?.getBoundingClientRect().bottom ?? 0;
  const top = Math.max(middle.top + ABOVE, bar + GAP);
  return {
    left: middle.left + GAP, top, width: middle.width - 2 * GAP,
    height: middle.bottom - below - top,
  };
}

function areasOf(selector: string, box: Element): Area[] {
  return [...document.querySelectorAll(selector)].filter((element) => !box.contains(element))
    .map((element) => element.getBoundingClientRect());
}
