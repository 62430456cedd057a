import { memo, useCallback, useEffect, useMemo, useRef } from "react";
import { noMarks } from "../../document";
import type { EditorModel, Marker } from "../../model/editor";
import { useStore } from "../../model/store";
import type { CanvasModel } from "./canvasModel";
import { leaveRemoved } from "./focusing";
import { StepNode } from "./StepNode";
import { SectionNode } from "./SectionNode";
import type { NodeBadges, NodeProps } from "./nodeProps";
import { EndNode, FlowNode, MissingNode } from "./SmallNodes";
import { highlightedSteps } from "./spotlight";

const noBadges: NodeBadges = { errors: 0, warnings: 0, conflicts: 0, ports: {} };
const noMarkers: Marker[] = [];

/** All nodes in the page. */
export function NodeLayer({ canvas }: { canvas: CanvasModel }) {
  useStore(canvas.version);
  const { editor, scene } = canvas;
  const { nodes } = useStore(canvas.virtualizer.rendered);
  const steps = useStore(editor.selection, (it) => it.steps);
  const otherNodes = useStore(canvas.otherSelection);
  const active = useStore(canvas.active);
  const target = useStore(canvas.overlay, (it) => it.target);
  const flow = canvas.flow;
  const badges = useBadges(editor, flow);
  const markers = useMarkers(editor, flow);
  const spotlight = useStore(editor.spotlight);
  const highlighted = useMemo(
    () => spotlight && highlightedSteps(spotlight, flow), [spotlight, flow]);
  const differences = useStore(editor.marks, (it) => it.get(flow) ?? noMarks).steps;
  const otherHighlight = spotlight?.isGlobal ? "" : "dim";
  const selected = new Set([...steps, ...otherNodes]);
  useRemovedCard(canvas, active);
  return (
    <div className="canvas-nodes">
      {nodes.map((id) => {
        const node = scene.node(id);
        if (!node) return null;
        const [x, y] = scene.position(id);
        return (
          <NodeView
            key={id} canvas={canvas} node={node} x={x} y={y} isSelected={selected.has(id)}
            isActive={active === id} isTarget={target === id}
            badges={badges.get(id) ?? noBadges} markers={markers.get(id) ?? noMarkers}
            difference={differences.get(id)}
            highlight={highlighted ? highlighted.get(id) ?? otherHighlight : ""}
          />
        );
      })}
    </div>
  );
}

/** Leaves the active card when it is removed; one that is about to be added has not been shown. */
function useRemovedCard(canvas: CanvasModel, active: string | null): void {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const isInScene = active !== null && canvas.scene.node(active) !== undefined;
    if (active !== null && !isInScene && shown.current === active) leaveRemoved(canvas);
    shown.current = isInScene ? active : null;
  });
}

/** Counts the findings and the conflicts of each step. */
function useBadges(editor: EditorModel, flow: string): Map<string, NodeBadges> {
  const findings = useStore(editor.verification.state, (it) => it.findings);
  const conflicts = useStore(editor.draft.state, (it) => it.conflicts);
  return useMemo(() => {
    const all = new Map<string, NodeBadges>();
    const badgesOf = (step: string) => {
      const badges = all.get(step) ?? { ...noBadges, ports: {} };
      all.set(step, badges);
      return badges;
    };
    for (const conflict of conflicts) {
      if (conflict.flow === flow && conflict.step) badgesOf(conflict.step).conflicts += 1;
    }
    for (const finding of findings) {
      if (finding.flow !== flow || finding.step === undefined) continue;
      const badges = badgesOf(finding.step);
      if (finding.severity === "error") badges.errors += 1;
      else badges.warnings += 1;
      if (finding.port !== undefined && badges.ports[finding.port] !== "error") {
        badges.ports[finding.port] = finding.severity;
      }
    }
    return all;
  }, [findings, conflicts, flow]);
}

/** Returns the markers at each step. */
function useMarkers(editor: EditorModel, flow: string): Map<string, Marker[]> {
  const markers = useStore(editor.markers);
  return useMemo(() => {
    const all = new Map<string, Marker[]>();
    for (const marker of markers) {
      if (marker.flow !== flow) continue;
      all.set(marker.step, [...(all.get(marker.step) ?? []), marker]);
    }
    return all;
  }, [markers, flow]);
}

const NodeView = memo(function NodeView({ x, y, ...props }: NodeProps & { x: number; y: number }) {
  const { canvas, node, isSelected, isTarget, highlight, difference } = props;
  const ref = useCallback((element: HTMLDivElement | null) => {
    if (element) canvas.elements.set(node.id, element);
    else canvas.elements.delete(node.id);
  }, [canvas, node.id]);
  const Inner = views[node.kind];
  const classes = [
    "canvas-node", node.kind, isSelected ? "selected" : "", isTarget ? "target" : "",
    highlight ? `light-${highlight}` : "", difference ? "different" : "",
  ].join(" ");
  return (
    <div
      ref={ref} className={classes} data-place={node.id}
      style={{ left: x, top: y, width: node.width, height: node.height }}
    >
      <Inner {...props} />
    </div>
  );
});

const views = {
  step: StepNode, end: EndNode, flow: FlowNode, missing: MissingNode, section: SectionNode,
};
