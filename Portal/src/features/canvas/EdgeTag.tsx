import { useStore } from "../../model/store";
import type { CanvasModel } from "./canvasModel";
import type { Point } from "./geometry";
import { edgeName, sourceName } from "./naming";

/** The distance of the name from the pointer, in pixels of the window. */
const OFFSET = 14;

/** Shows the name of the arrow under the pointer, or of the one being drawn or reconnected. */
export function EdgeTag({ canvas }: { canvas: CanvasModel }) {
  const hover = useStore(canvas.hover);
  const { line, source, target } = useStore(canvas.overlay);
  const { scene, viewport } = canvas;
  if (line && source) {
    return (
      <Tag
        canvas={canvas} at={viewport.toWindow(line.end)} isDragged
        text={sourceName(scene.graph, source, target)}
      />
    );
  }
  const edge = hover?.edge === undefined ? undefined : scene.edge(hover.edge);
  if (!edge || !hover?.at) return null;
  return <Tag canvas={canvas} at={hover.at} text={edgeName(scene.graph, edge)} />;
}

function Tag({ canvas, at, text, isDragged = false }: {
  canvas: CanvasModel; at: Point; text: string; isDragged?: boolean;
}) {
  const { width } = canvas.viewport;
  // Left of the pointer if there is no space on its right.
  const isLeft = at.x > width * 0.66;
  const style = {
    top: at.y + OFFSET, ...(isLeft ? { right: width - at.x + OFFSET } : { left: at.x + OFFSET }),
  };
  return (
    <div className={`canvas-tag ${isDragged ? "dragged" : ""}`} style={style} aria-hidden="true">
      {text}
    </div>
  );
}
