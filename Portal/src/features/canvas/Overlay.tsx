import { useStore } from "../../model/store";
import type { CanvasModel } from "./canvasModel";
import { connectionLine } from "./geometry";
import type { Guide } from "./snapping";

/** The overlay of a pointer gesture: guides, the marquee, the line to the pointer. */
export function OverlayLayer({ canvas }: { canvas: CanvasModel }) {
  const { guides = [], marquee, line } = useStore(canvas.overlay);
  return (
    <svg className="canvas-lines canvas-overlay" aria-hidden="true">
      {guides.map((guide, index) => <GuideLine key={index} guide={guide} />)}
      {marquee && <rect className="canvas-marquee" {...marquee} />}
      {line && (
        <>
          <path className="canvas-connection" d={connectionLine(line.start, line.end)} />
          <circle className="canvas-connection-end" cx={line.end.x} cy={line.end.y} r={6} />
        </>
      )}
    </svg>
  );
}

function GuideLine({ guide: { axis, at, from, to } }: { guide: Guide }) {
  const ends = axis === "x" ? { x1: at, x2: at, y1: from, y2: to }
    : { x1: from, x2: to, y1: at, y2: at };
  return <line className="canvas-guide" {...ends} />;
}
