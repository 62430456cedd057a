import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from "react";

interface Drag {
  from: number;
  over: number;
  offset: number;
}

/** Makes the items of a list movable by a handle, with the pointer and with the arrow keys. */
export function useReorder(count: number, onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLElement | null>(null);
  const start = useRef(0);
  const [drag, setDrag] = useState<Drag | null>(null);
  const items = () => [...list.current?.children ?? []] as HTMLElement[];
  const move = (from: number, to: number) => {
    if (to < 0 || to >= count || to === from) return;
    onMove(from, to);
    // The item is at its new position after the next render; the focus follows it.
    requestAnimationFrame(() => {
      items()[to]?.querySelector<HTMLElement>("[data-handle]")?.focus({ preventScroll: false });
    });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag) return;
    const over = items().reduce((at, item, index) => {
      const box = item.getBoundingClientRect();
      const middle = box.top + box.height / 2;
      if (index < drag.from && event.clientY < middle) return Math.min(at, index);
      if (index > drag.from && event.clientY > middle) return Math.max(at, index);
      return at;
    }, drag.from);
    setDrag({ ...drag, over, offset: event.clientY - start.current });
  };
  return {
    list: (element: HTMLElement | null) => {
      list.current = element;
    },
    move,
    handle: (index: number) => ({
      "data-handle": index,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = event.clientY;
        setDrag({ from: index, over: index, offset: 0 });
      },
      onPointerMove,
      onPointerUp: () => {
        if (drag) move(drag.from, drag.over);
        setDrag(null);
      },
      onPointerCancel: () => setDrag(null),
      onKeyDown: (event: KeyboardEvent) => {
        const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
        if (step === 0) return;
        event.preventDefault();
        event.stopPropagation();
        move(index, index + step);
      },
    }),
    item: (index: number): { style?: CSSProperties; "data-drop"?: string } => {
      if (!drag) return {};
      if (index === drag.from) {
        const transform = `translateY(${drag.offset}px)`;
        return { style: { transform, zIndex: 2, position: "relative" } };
      }
      if (index !== drag.over) return {};
      return { "data-drop": drag.over < drag.from ? "before" : "after" };
    },
  };
}
