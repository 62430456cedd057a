import { useEffect, useState } from "react";
import { Icon } from "../../ui";
import { t } from "../../localization";
import type { CanvasModel } from "./canvasModel";
import { overlaps } from "./geometry";

/** The time without movement, in milliseconds, before steps are counted. */
const DELAY = 120;

/** Shows the number of steps outside the window; a press fits all into view. */
export function OffscreenSteps({ canvas }: { canvas: CanvasModel }) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let timer = 0;
    const scheduleCount = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setCount(countOffscreen(canvas)), DELAY);
    };
    const stops = [
      canvas.viewport.subscribe(scheduleCount), canvas.version.subscribe(scheduleCount),
    ];
    scheduleCount();
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [canvas]);
  if (count === 0) return null;
  return (
    <button
      type="button" className="canvas-outside" data-chrome title={t("canvas.fit")}
      onClick={(event) => {
        // The button disappears when everything is visible, so the focus moves to the canvas.
        event.currentTarget.closest<HTMLElement>(".canvas-container")
          ?.querySelector<HTMLElement>(".canvas")?.focus();
        canvas.editor.command({ kind: "fit" });
      }}
    >
      <Icon name="fit" size={16} />
      {t("canvas.outside", { count })}
    </button>
  );
}

function countOffscreen({ scene, viewport }: CanvasModel): number {
  if (viewport.width === 0) return 0;
  const visible = viewport.visibleBox();
  // A card that is covered by the tools at the top is not visible.
  const covered = viewport.insets.top / viewport.view.k;
  const uncovered = { ...visible, y: visible.y + covered, height: visible.height - covered };
  let count = 0;
  for (const node of scene.graph.nodes.values()) {
    const box = node.kind === "step" ? scene.box(node.id) : null;
    if (box && !overlaps(box, uncovered)) count += 1;
  }
  return count;
}
