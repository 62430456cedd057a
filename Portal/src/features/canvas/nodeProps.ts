import type { DifferenceMark } from "../../document";
import type { Marker } from "../../model/editor";
import type { CanvasModel } from "./canvasModel";
import type { CanvasNode } from "./graph";

/** Counts and marks that a node shows besides its content. */
export interface NodeBadges {
  errors: number;
  warnings: number;
  /** The number of conflicts with someone else's changes. */
  conflicts: number;
  /** The most severe finding at each port. */
  ports: { [port: string]: "error" | "warning" };
}

export interface NodeProps {
  canvas: CanvasModel;
  node: CanvasNode;
  isSelected: boolean;
  isActive: boolean;
  isTarget: boolean;
  badges: NodeBadges;
  markers: Marker[];
  /** How a spotlight shows the node: a kind of highlight, dimmed, or unchanged if empty. */
  highlight: string;
  /** The difference from the live release, or from the draft. */
  difference?: DifferenceMark;
}
