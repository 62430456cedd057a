import { memo, useCallback, useMemo } from "react";
import { useStore } from "../../model/store";
import type { CanvasModel } from "./canvasModel";
import { fitted, fonts } from "./fitting";
import type { Shape } from "./geometry";
import type { CanvasArrow } from "./graph";
import { litArrows } from "./spotlight";

/** All arrows that are in the page, below the cards. */
export function ArrowLayer({ canvas }: { canvas: CanvasModel }) {
  useStore(canvas.version);
  const { arrows } = useStore(canvas.virtualizer.rendered);
  const marks = useMarks(canvas);
  return (
    <svg className="canvas-lines canvas-base" aria-hidden="true">
      {arrows.map((arrow) => {
        const shape = canvas.scene.shape(arrow.key);
        return shape && (
          <ArrowLine
            key={arrow.key} canvas={canvas} arrow={arrow} shape={shape}
            mark={marks.get(`${arrow.ref.step}\n${arrow.ref.port}\n${arrow.ref.route}`) ?? ""}
          />
        );
      })}
    </svg>
  );
}

/** The chips of the arrows, above everything that an arrow can run over. */
export function ChipLayer({ canvas }: { canvas: CanvasModel }) {
  useStore(canvas.version);
  const { arrows } = useStore(canvas.virtualizer.rendered);
  return (
    <div className="canvas-chips">
      {arrows.map((arrow) => {
        const shape = arrow.chip ? canvas.scene.shape(arrow.key) : undefined;
        return shape && <ArrowChip key={arrow.key} canvas={canvas} arrow={arrow} shape={shape} />;
      })}
    </div>
  );
}

/** What is wrong at single routes. */
function useMarks(canvas: CanvasModel): Map<string, string> {
  const { flow } = canvas;
  const findings = useStore(canvas.editor.verification.state, (it) => it.findings);
  return useMemo(() => new Map(findings
    .filter((it) => it.flow === flow && it.route !== undefined)
    .map((it) => [`${it.step}\n${it.port}\n${it.route}`, it.severity])), [findings, flow]);
}

const ArrowLine = memo(function ArrowLine({ canvas, arrow, shape, mark }: {
  canvas: CanvasModel; arrow: CanvasArrow; shape: Shape; mark: string;
}) {
  const ref = useCallback((group: SVGGElement | null) => {
    if (group) {
      const [line, tip] = [...group.children] as [SVGPathElement, SVGPathElement];
      canvas.lines.set(arrow.key, { ...canvas.lines.get(arrow.key), line, tip });
    } else canvas.lines.delete(arrow.key);
  }, [canvas, arrow.key]);
  return (
    <g ref={ref} className={`${arrow.kind} ${mark}`} data-line={arrow.key}>
      <path className="canvas-line" d={shape.d} />
      <path className="canvas-tip" d={shape.tip} />
    </g>
  );
});

const ArrowChip = memo(function ArrowChip({ canvas, arrow, shape }: {
  canvas: CanvasModel; arrow: CanvasArrow; shape: Shape;
}) {
  const ref = useCallback((chip: HTMLDivElement | null) => {
    const elements = canvas.lines.get(arrow.key);
    if (elements) elements.chip = chip ?? undefined;
  }, [canvas, arrow.key]);
  return (
    <div
      ref={ref} className="canvas-chip" data-arrow={arrow.key}
      style={{ left: shape.label.x, top: shape.label.y }}
    >
      <span className={arrow.kind} title={arrow.title}>
        {fitted(arrow.chip, fonts.small, 148)}
      </span>
    </div>
  );
});

interface Lit {
  arrow: CanvasArrow;
  kind: string;
}

/** The arrows that are pointed at, chosen, or lit up, above the cards. */
export function HighlightLayer({ canvas }: { canvas: CanvasModel }) {
  useStore(canvas.version);
  const { scene, editor } = canvas;
  const hover = useStore(canvas.hover);
  const { steps } = useStore(editor.selection);
  const spotlight = useStore(editor.spotlight);
  const overlay = useStore(canvas.overlay);
  useStore(canvas.virtualizer.rendered, (it) => it.isPainted);
  const lit = new Map<string, Lit>();
  const add = (arrow: CanvasArrow | undefined, kind: string) => {
    if (arrow) lit.set(arrow.key, { arrow, kind });
  };
  // The arrows of a chosen card stand out a little, so that one sees where it leads.
  if (steps.length === 1) {
    for (const arrow of scene.graph.arrowsAt.get(steps[0] ?? "") ?? []) add(arrow, "near");
  }
  if (spotlight) for (const it of litArrows(spotlight, scene.graph)) add(it, spotlight.kind);
  if (hover?.arrow) add(scene.arrow(hover.arrow), "hover");
  const chosen = canvas.chosenArrow;
  if (chosen) add(scene.arrow(chosen), "chosen");
  if (scene.shift) lit.clear();
  const moved = overlay.source?.kind === "arrow" ? overlay.source.ref : null;
  return (
    <svg className="canvas-lines canvas-highlights" aria-hidden="true">
      {[...lit.values()].map(({ arrow, kind }) => {
        const shape = scene.shape(arrow.key);
        return shape && arrow.ref !== moved && (
          <g key={arrow.key} className={`lit-${kind}`}>
            <path className="canvas-line" d={shape.d} />
            <path className="canvas-tip" d={shape.tip} />
            {canvas.canEdit && (kind === "hover" || kind === "chosen") && (
              <circle className="canvas-grip" cx={shape.end.x} cy={shape.end.y} r={6} />
            )}
            {kind === "hover" && <Ends canvas={canvas} arrow={arrow} />}
          </g>
        );
      })}
    </svg>
  );
}

/** Outlines where an arrow comes from and where it leads. */
function Ends({ canvas, arrow }: { canvas: CanvasModel; arrow: CanvasArrow }) {
  return (
    <>
      {[arrow.from, arrow.to].map((id, index) => {
        const box = canvas.scene.box(id);
        return box && (
          <rect
            key={index} className="canvas-outline" x={box.x - 3} y={box.y - 3} rx={19}
            width={box.width + 6} height={box.height + 6}
          />
        );
      })}
    </>
  );
}
