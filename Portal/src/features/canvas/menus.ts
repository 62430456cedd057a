// The menus at a card, at an edge, and at the empty canvas.

import { routeKey, type RouteRef } from "../../document";
import { setQuery } from "../../model/router";
import type { MenuContent } from "../../ui";
import { t } from "../../localization";
import {
  arrangeAll, askForPort, setStartStep, openFlow, removeEdge, removeSelected, sourceOf,
} from "./actions";
import type { CanvasModel } from "./canvasModel";
import { copySelected, duplicate, pasteFromClipboard } from "./clipboard";
import type { Point } from "./geometry";
import type { CanvasEdge, CanvasNode } from "./graph";
import { askForScreen, edgesFrom } from "./inserting";
import { usesQuery } from "./searching";
import { collapseAll, collapseSection } from "./sectionActions";
import { sectionMenu } from "./SectionDialogs";
import { alignItems, fitAll } from "./Toolbar";

export function canvasMenu(
  canvas: CanvasModel,
  { at, node: id, edge: key, section }: {
    at: Point; node?: string; edge?: string; section?: string;
  },
): MenuContent {
  if (section !== undefined) return sectionMenu(canvas, section);
  const edge = key === undefined ? undefined : canvas.scene.edge(key);
  if (edge) return edgeMenu(canvas, edge.key);
  const node = id === undefined ? undefined : canvas.scene.node(id);
  if (node?.info) return sectionMenu(canvas, node.info.id);
  return node ? nodeMenu(canvas, node, at) : emptyMenu(canvas, at);
}

function emptyMenu(canvas: CanvasModel, at: Point): MenuContent {
  const position = canvas.viewport.toCanvas(at);
  const all = [...canvas.scene.graph.nodes.keys()];
  return [
    ...(canvas.canEdit ? [
      {
        text: t("canvas.add-step"), icon: "add" as const, shortcut: "N",
        onChoose: () => canvas.dialog.set({ kind: "choose", at, position }),
      },
      {
        text: t("canvas.paste"), icon: "paste" as const, shortcut: "Ctrl+V",
        onChoose: () => void pasteFromClipboard(canvas, position),
      },
      null,
      {
        text: t("canvas.arrange"), icon: "layout" as const,
        onChoose: () => arrangeAll(canvas),
      },
    ] : []),
    {
      text: t("canvas.select-all"), icon: "select", shortcut: "Ctrl+A",
      onChoose: () => canvas.select(all),
    },
    { text: t("canvas.fit"), icon: "fit", shortcut: "F", onChoose: () => fitAll(canvas) },
    ...(canvas.scene.graph.sections.size > 0 ? [null, {
      text: t("sections.collapse-all"), icon: "collapse" as const,
      onChoose: () => collapseAll(canvas, true),
    }, {
      text: t("sections.expand-all"), icon: "expand" as const,
      onChoose: () => collapseAll(canvas, false),
    }] : []),
  ];
}

const isDrawn = (canvas: CanvasModel, screen: string): boolean =>
  canvas.editor.drawn.declared.get().some(({ name }) => name === screen);

function nodeMenu(canvas: CanvasModel, node: CanvasNode, at: Point): MenuContent {
  const hasSeveral = canvas.selected.size > 1;
  const steps = canvas.selectedSteps.length;
  const { canEdit } = canvas;
  const leaving = (canvas.scene.graph.edgesAt.get(node.id) ?? [])
    .filter((edge) => edge.from === node.id);
  return [
    ...(node.kind === "step" && !hasSeveral ? [{
      text: t("canvas.edit"), icon: "edit" as const, shortcut: "Enter",
      onChoose: () => canvas.editor.command({ kind: "edit", step: node.id }),
    }] : []),
    ...(node.step && !hasSeveral && isDrawn(canvas, node.step.screen) ? [{
      text: t("canvas.edit-screen"), icon: "phone" as const,
      onChoose: () => setQuery({ screen: node.step?.screen ?? null }, true),
    }] : []),
    ...(node.kind === "flow" ? flowItems(canvas, node) : []),
    ...(canEdit && node.handles.length > 0 && !hasSeveral ? [{
      text: t("canvas.connect"), icon: "branch" as const, shortcut: "C",
      onChoose: () => askForPort(canvas, node.id, at),
    }] : []),
    ...(leaving.length > 0 && !hasSeveral ? [{
      text: t("canvas.edges"), icon: "arrow" as const, shortcut: "A",
      onChoose: () => canvas.dialog.set({ kind: "menu", at, node: node.id, menu: "edges" }),
    }] : []),
    ...(canEdit && node.kind === "step" && !hasSeveral && !node.isStart ? [{
      text: t("canvas.make-start"), icon: "play" as const,
      onChoose: () => setStartStep(canvas, node.id),
    }] : []),
    ...(node.step && !hasSeveral ? [{
      text: t("canvas.find-uses"), icon: "search" as const,
      onChoose: () => canvas.dialog.set({
        kind: "search", query: usesQuery(node.step?.screen ?? ""),
      }),
    }] : []),
    ...(canEdit && steps > 0 ? [{
      text: t("sections.put"), icon: "apps" as const, shortcut: "G",
      onChoose: () => canvas.dialog.set({ kind: "section" }),
    }] : []),
    ...(node.section !== undefined && !hasSeveral ? [{
      text: t("canvas.collapse", {
        flow: canvas.scene.graph.sections.get(node.section)?.title ?? node.section,
      }),
      icon: "collapse" as const, shortcut: node.kind === "step" ? "E" : undefined,
      onChoose: () => collapseSection(canvas, node.section ?? "", true),
    }] : []),
    ...(steps > 0 ? [null, {
      text: t("canvas.copy"), icon: "copy" as const, shortcut: "Ctrl+C",
      onChoose: () => void copySelected(canvas),
    }] : []),
    ...(canEdit && steps > 0 ? [{
      text: t("canvas.cut"), icon: "close" as const, shortcut: "Ctrl+X",
      onChoose: () => void copySelected(canvas, true),
    }, {
      text: t("canvas.duplicate"), icon: "paste" as const, shortcut: "Ctrl+D",
      onChoose: () => duplicate(canvas),
    }] : []),
    ...(canEdit && hasSeveral ? [null, ...alignItems(canvas)] : []),
    ...(canEdit ? [null, {
      text: t("action.delete"), icon: "trash" as const, shortcut: "Del", isDangerous: true,
      onChoose: () => removeSelected(canvas),
    }] : []),
  ];
}

function flowItems(canvas: CanvasModel, node: CanvasNode): MenuContent {
  const isOpen = node.subflow !== undefined;
  return [
    {
      text: t("canvas.open-flow", { flow: node.title }), icon: "arrow", shortcut: "Enter",
      onChoose: () => openFlow(canvas, node),
    },
    ...(canvas.canEdit ? [{
      text: t(isOpen ? "canvas.collapse" : "canvas.expand", { flow: node.title }),
      icon: "collapse" as const, shortcut: "E",
      onChoose: () => canvas.setCollapsed([node.id], isOpen),
    }] : []),
  ];
}

function edgeMenu(canvas: CanvasModel, key: string): MenuContent {
  const edge = canvas.scene.edge(key);
  if (!edge) return [];
  const shape = canvas.scene.shape(key);
  const at = shape ? canvas.viewport.toWindow(shape.label) : { x: 0, y: 0 };
  return [
    {
      text: t("canvas.edit-edge"), icon: "edit", shortcut: "Enter",
      onChoose: () => {
        canvas.selectEdge(edge.ref);
        canvas.editor.command({ kind: "edit", step: edge.from });
      },
    },
    ...(canvas.canEdit ? [
      {
        text: t("canvas.insert"), icon: "add" as const, shortcut: "I",
        onChoose: () => askForScreen(canvas, edge.ref),
      },
      {
        text: t("canvas.lead-elsewhere"), icon: "branch" as const, shortcut: "C",
        onChoose: () => canvas.dialog.set({
          kind: "choose", at, source: { kind: "edge", node: edge.from, ref: edge.ref },
        }),
      },
      null,
      {
        text: t("action.delete"), icon: "trash" as const, shortcut: "Del", isDangerous: true,
        onChoose: () => removeEdge(canvas, edge.ref),
      },
    ] : []),
  ];
}

export function portMenu(canvas: CanvasModel, id: string, at: Point): MenuContent {
  const node = canvas.scene.node(id);
  return [
    t("canvas.connect-which"),
    ...(node?.handles ?? []).map((handle) => ({
      text: handle.name === "*" ? t("canvas.any-outcome") : handle.name,
      detail: destinationNames(canvas, id, handle.name),
      onChoose: () => node && canvas.dialog.set(
        { kind: "choose", at, source: sourceOf(node, handle.name) }),
    })),
  ];
}

function destinationNames(canvas: CanvasModel, id: string, handle: string): string {
  const edges = (canvas.scene.graph.edgesAt.get(id) ?? []).filter((edge) => (
    edge.from === id && (edge.ref.outcome ?? edge.ref.port) === handle));
  const names = edges.map((edge) => canvas.scene.node(edge.to)?.title ?? "");
  return names.length > 0 ? `→ ${[...new Set(names)].join(", ")}` : t("canvas.leads-nowhere");
}

/** The edges of a card, to choose one by keyboard. */
export function edgesMenu(canvas: CanvasModel, id: string): MenuContent {
  const edges = (canvas.scene.graph.edgesAt.get(id) ?? []).filter((it) => it.from === id);
  return [
    t("canvas.edges"),
    ...edges.map((edge) => edgeItem(canvas, edge, () => canvas.selectEdge(edge.ref))),
  ];
}

/** The edges of a card, to choose the one that a screen is inserted into. */
export function insertionMenu(canvas: CanvasModel, id: string): MenuContent {
  return [
    t("canvas.insert-which"),
    ...edgesFrom(canvas, id).map(
      (edge) => edgeItem(canvas, edge, () => askForScreen(canvas, edge.ref))),
  ];
}

/** The port and the destination of an edge. */
const edgeText = (canvas: CanvasModel, edge: CanvasEdge): string =>
  `${edge.ref.outcome ?? edge.ref.port} → ${canvas.scene.node(edge.to)?.title ?? ""}`;

/** The step, the port and the destination of an edge; only the step if the edge is not shown. */
export function edgeName(canvas: CanvasModel, ref: RouteRef): string {
  const edge = canvas.scene.edge(routeKey(ref));
  return edge ? `${ref.step}: ${edgeText(canvas, edge)}` : ref.step;
}

const edgeItem = (canvas: CanvasModel, edge: CanvasEdge, onChoose: () => void) => ({
  text: edgeText(canvas, edge),
  detail: edge.chip || undefined, onChoose,
});
