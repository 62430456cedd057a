import { useLayoutEffect, useRef } from "react";
import type { InsertionPoint } from "../../document/blocks";
import { useStore } from "../../model/store";
import type { ScreenModel } from "./screenModel";

/**
 * The drop indicator in the structure.
 *
 * NB: it is an overlay, so that the rows need no layout in every frame.
 */
export function TreeDrop({ model }: { model: ScreenModel }) {
  const drop = useStore(model.dropTarget);
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const line = ref.current;
    const tree = line?.closest<HTMLElement>(".tree");
    if (!line || !tree) return;
    const position = drop && linePosition(tree, drop);
    line.hidden = !position;
    if (!position) return;
    line.style.width = `${position.width}px`;
    line.style.transform = `translate(${position.left}px, ${position.top}px)`;
  }, [drop]);
  return <span ref={ref} className="tree-drop" aria-hidden="true" hidden />;
}

function linePosition(tree: HTMLElement, { slot, index }: InsertionPoint) {
  const list = tree.querySelector(`[data-slot="${slot}"]`);
  if (!list) return null;
  const next = list.children[index];
  const last = list.lastElementChild;
  const container = tree.getBoundingClientRect();
  // An empty list has no height: the line is below the row of its block.
  const box = (next ?? last ?? list).getBoundingClientRect();
  return {
    left: box.left - container.left, width: Math.max(box.width, 40),
    top: (next ? box.top : box.bottom) - container.top - 1,
  };
}
