import { memo, useCallback, useMemo } from "react";
import { noMarks } from "../../document";
import { useStore } from "../../model/store";
import type { CanvasModel } from "./canvasModel";
import { MAX_CHIP } from "./chips";
import { CHIP_PADDING, ZOOMED_OUT_CHIP_PADDING, truncated, fonts } from "./fitting";
import type { EdgeShape } from "./geometry";
import type { CanvasEdge } from "./graph";
import { chipScaleOf } from "./levels";
import { highlightedEdges } from "./spotlight";

/** All edges in the page, below the cards. */
export function EdgeLayer({ canvas }: { canvas: CanvasModel }) {
  useStore(canvas.version);
  const { edges } = useStore(canvas.virtualizer.rendered);
  const severities = useRouteSeverities(canvas);
  const differences = useStore(
    canvas.editor.marks, (it) => it.get(canvas.flow) ?? noMarks).edges;
  return (
    <svg className="canvas-lines canvas-base" aria-hidden="true">
      {edges.map((edge) => {
        const shape = canvas.scene.shape(edge.key);
        return shape && (
          <EdgeLine
            key={edge.key} canvas={canvas} edge={edge} shape={shape}
            mark={severities.get(`${edge.ref.step}\n${edge.ref.port}\n${edge.ref.route}`) ?? ""}
            isDifferent={differences.has(edge.key)}
          />
        );
      })}
    </svg>
  );
}

/** The chips of the edges, above everything that an edge can cross. */
export function ChipLayer({ canvas }: { canvas: CanvasModel }) {
  useStore(canvas.version);
  const { edges } = useStore(canvas.virtualizer.rendered);
  const scale = chipScaleOf(useStore(canvas.level));
  return (
    <div className="canvas-chips">
      {edges.map((edge) => {
        const shape = edge.chip ? canvas.scene.shape(edge.key) : undefined;
        return shape && (
          <EdgeChip key={edge.key} canvas={canvas} edge={edge} shape={shape} scale={scale} />
        );
      })}
    </div>
  );
}

/** Returns the severity of the worst finding of each route. */
function useRouteSeverities(canvas: CanvasModel): Map<string, string> {
  const { flow } = canvas;
  const findings = useStore(canvas.editor.verification.state, (it) => it.findings);
  return useMemo(() => new Map(findings
    .filter((it) => it.flow === flow && it.route !== undefined)
    // Errors come first in the list; reversed, they replace warnings.
    .reverse()
    .map((it) => [`${it.step}\n${it.port}\n${it.route}`, it.severity])), [findings, flow]);
}

const EdgeLine = memo(function EdgeLine({ canvas, edge, shape, mark, isDifferent }: {
  canvas: CanvasModel; edge: CanvasEdge; shape: EdgeShape; mark: string; isDifferent: boolean;
}) {
  const ref = useCallback((group: SVGGElement | null) => {
    if (group) {
      const [line, tip] = [...group.children] as [SVGPathElement, SVGPathElement];
      canvas.lines.set(edge.key, { ...canvas.lines.get(edge.key), line, tip });
    } else canvas.lines.delete(edge.key);
  }, [canvas, edge.key]);
  return (
    <g
      ref={ref} className={`${edge.kind} ${isDifferent ? "different" : ""} ${mark}`}
      data-line={edge.key}
    >
      <path className="canvas-line" d={shape.d} />
      <path className="canvas-tip" d={shape.tip} />
    </g>
  );
});

const EdgeChip = memo(function EdgeChip({ canvas, edge, shape, scale }: {
  canvas: CanvasModel; edge: CanvasEdge; shape: EdgeShape; scale: number;
}) {
  const ref = useCallback((chip: HTMLDivElement | null) => {
    const elements = canvas.lines.get(edge.key);
    if (elements) elements.chip = chip ?? undefined;
  }, [canvas, edge.key]);
  return (
    <div
      ref={ref} className="canvas-chip" data-edge={edge.key}
      style={{ left: shape.label.x, top: shape.label.y }}
    >
      <span className={edge.kind} title={edge.title}>
        {chipText(edge.chip, shape.chipWidth ?? MAX_CHIP, scale)}
      </span>
    </div>
  );
});

/** The text of a chip; zoomed out without the dot between a variant's share and name. */
function chipText(chip: string, width: number, scale: number): string {
  if (scale === 1) return truncated(chip, fonts.small, width - CHIP_PADDING);
  return truncated(chip.replace(" · ", " "), fonts.small, width / scale - ZOOMED_OUT_CHIP_PADDING);
}

interface Highlight {
  edge: CanvasEdge;
  kind: string;
}

/** The hovered, selected and highlighted edges, above the cards. */
export function HighlightLayer({ canvas }: { canvas: CanvasModel }) {
  useStore(canvas.version);
  const { scene, editor } = canvas;
  const hover = useStore(canvas.hover);
  const { steps } = useStore(editor.selection);
  const spotlight = useStore(editor.spotlight);
  const overlay = useStore(canvas.overlay);
  useStore(canvas.virtualizer.rendered, (it) => it.isPainted);
  const highlighted = new Map<string, Highlight>();
  const add = (edge: CanvasEdge | undefined, kind: string) => {
    if (edge) highlighted.set(edge.key, { edge, kind });
  };
  // The edges of a selected card stand out slightly, to show where it leads.
  if (steps.length === 1) {
    for (const edge of scene.graph.edgesAt.get(steps[0] ?? "") ?? []) add(edge, "near");
  }
  if (spotlight) {
    for (const edge of highlightedEdges(spotlight, scene.graph)) add(edge, spotlight.kind);
  }
  if (hover?.edge) add(scene.edge(hover.edge), "hover");
  const selected = canvas.selectedEdge;
  if (selected) add(scene.edge(selected), "selected");
  if (scene.drag) highlighted.clear();
  const moved = overlay.source?.kind === "edge" ? overlay.source.ref : null;
  return (
    <svg className="canvas-lines canvas-highlights" aria-hidden="true">
      {[...highlighted.values()].map(({ edge, kind }) => {
        const shape = scene.shape(edge.key);
        return shape && edge.ref !== moved && (
          <g key={edge.key} className={`highlight-${kind}`}>
            <path className="canvas-line" d={shape.d} />
            <path className="canvas-tip" d={shape.tip} />
            {canvas.canEdit && (kind === "hover" || kind === "selected") && (
              <circle className="canvas-edge-anchor" cx={shape.end.x} cy={shape.end.y} r={6} />
            )}
            {kind === "hover" && <EndOutlines canvas={canvas} edge={edge} />}
          </g>
        );
      })}
    </svg>
  );
}

/** Outlines the source and the destination of an edge. */
function EndOutlines({ canvas, edge }: { canvas: CanvasModel; edge: CanvasEdge }) {
  return (
    <>
      {[edge.from, edge.to].map((id, index) => {
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
