import { useLayoutEffect, useRef } from "react";
import type { Target } from "../../document/blocks";
import { useStore } from "../../model/store";
import type { ScreenModel } from "./screenModel";

/**
 * The drop indicator in the structure.
 *
 * NB: it is an overlay, so that the rows need no layout in every frame.
 */
export function TreeDrop({ model }: { model: ScreenModel }) {
  const drop = useStore(model.drop);
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const line = ref.current;
    const tree = line?.closest<HTMLElement>(".tree");
    if (!line || !tree) return;
    const place = drop && placeOf(tree, drop);
    line.hidden = !place;
    if (!place) return;
    line.style.width = `${place.width}px`;
    line.style.transform = `translate(${place.left}px, ${place.top}px)`;
  }, [drop]);
  return <span ref={ref} className="tree-drop" aria-hidden="true" hidden />;
}

function placeOf(tree: HTMLElement, { slot, index }: Target) {
  const list = tree.querySelector(`[data-slot="${slot}"]`);
  if (!list) return null;
  const next = list.children[index];
  const last = list.lastElementChild;
  const around = tree.getBoundingClientRect();
  // An empty list has no height: the line is below the row of its block.
  const box = (next ?? last ?? list).getBoundingClientRect();
  return {
    left: box.left - around.left, width: Math.max(box.width, 40),
    top: (next ? box.top : box.bottom) - around.top - 1,
  };
}
