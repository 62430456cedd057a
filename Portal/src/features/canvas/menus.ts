// The menus at a card, at an arrow, and at the empty canvas.

import type { MenuContent } from "../../ui";
import { t } from "../../localization";
import { arrangeAll, makeStart, removeArrow, removeChosen } from "./actions";
import type { CanvasModel } from "./canvasModel";
import { copyNow, duplicate, pasteNow } from "./clipboard";
import type { Point } from "./geometry";
import { openFlow, sourceOf } from "./gestures";
import type { CanvasNode } from "./graph";
import { alignItems, fitAll } from "./Toolbar";

export function canvasMenu(
  canvas: CanvasModel, { at, node: id, arrow: key }: { at: Point; node?: string; arrow?: string },
): MenuContent {
  const arrow = key === undefined ? undefined : canvas.scene.arrow(key);
  if (arrow) return arrowMenu(canvas, arrow.key);
  const node = id === undefined ? undefined : canvas.scene.node(id);
  return node ? nodeMenu(canvas, node, at) : emptyMenu(canvas, at);
}

function emptyMenu(canvas: CanvasModel, at: Point): MenuContent {
  const place = canvas.viewport.toCanvas(at);
  const all = [...canvas.scene.graph.nodes.keys()];
  return [
    ...(canvas.canEdit ? [
      {
        text: t("canvas.add-step"), icon: "add" as const, shortcut: "N",
        onChoose: () => canvas.asking.set({ kind: "choose", at, place }),
      },
      {
        text: t("canvas.paste"), icon: "paste" as const, shortcut: "Ctrl+V",
        onChoose: () => void pasteNow(canvas, place),
      },
      null,
      {
        text: t("canvas.arrange"), icon: "layout" as const,
        onChoose: () => void arrangeAll(canvas),
      },
    ] : []),
    {
      text: t("canvas.select-all"), icon: "select", shortcut: "Ctrl+A",
      onChoose: () => canvas.choose(all),
    },
    { text: t("canvas.fit"), icon: "fit", shortcut: "F", onChoose: () => fitAll(canvas) },
  ];
}

function nodeMenu(canvas: CanvasModel, node: CanvasNode, at: Point): MenuContent {
  const isMany = canvas.chosen.size > 1;
  const steps = canvas.chosenSteps.length;
  const { canEdit } = canvas;
  const leaving = (canvas.scene.graph.arrowsAt.get(node.id) ?? [])
    .filter((arrow) => arrow.from === node.id);
  return [
    ...(node.kind === "step" && !isMany ? [{
      text: t("canvas.edit"), icon: "edit" as const, shortcut: "Enter",
      onChoose: () => canvas.editor.command({ kind: "edit", step: node.id }),
    }] : []),
    ...(node.kind === "flow" ? flowItems(canvas, node) : []),
    ...(canEdit && node.handles.length > 0 && !isMany ? [{
      text: t("canvas.connect"), icon: "branch" as const, shortcut: "C",
      onChoose: () => askForPort(canvas, node.id, at),
    }] : []),
    ...(leaving.length > 0 && !isMany ? [{
      text: t("canvas.arrows"), icon: "arrow" as const, shortcut: "A",
      onChoose: () => canvas.asking.set({ kind: "menu", at, node: node.id, menu: "arrows" }),
    }] : []),
    ...(canEdit && node.kind === "step" && !isMany && !node.isStart ? [{
      text: t("canvas.make-start"), icon: "play" as const,
      onChoose: () => makeStart(canvas, node.id),
    }] : []),
    ...(steps > 0 ? [null, {
      text: t("canvas.copy"), icon: "copy" as const, shortcut: "Ctrl+C",
      onChoose: () => void copyNow(canvas),
    }] : []),
    ...(canEdit && steps > 0 ? [{
      text: t("canvas.cut"), icon: "close" as const, shortcut: "Ctrl+X",
      onChoose: () => void copyNow(canvas, true),
    }, {
      text: t("canvas.duplicate"), icon: "paste" as const, shortcut: "Ctrl+D",
      onChoose: () => duplicate(canvas),
    }] : []),
    ...(canEdit && isMany ? [null, ...alignItems(canvas)] : []),
    ...(canEdit ? [null, {
      text: t("action.delete"), icon: "trash" as const, shortcut: "Del", isDangerous: true,
      onChoose: () => removeChosen(canvas),
    }] : []),
  ];
}

function flowItems(canvas: CanvasModel, node: CanvasNode): MenuContent {
  const isOpen = node.inside !== undefined;
  return [
    {
      text: t("canvas.open-flow", { flow: node.title }), icon: "arrow", shortcut: "Enter",
      onChoose: () => openFlow(canvas, node),
    },
    ...(canvas.canEdit ? [{
      text: t(isOpen ? "canvas.collapse" : "canvas.expand", { flow: node.title }),
      icon: "collapse" as const, shortcut: "E", onChoose: () => canvas.setCollapsed(node, isOpen),
    }] : []),
  ];
}

function arrowMenu(canvas: CanvasModel, key: string): MenuContent {
  const arrow = canvas.scene.arrow(key);
  if (!arrow) return [];
  const shape = canvas.scene.shape(key);
  const at = shape ? canvas.viewport.toWindow(shape.label) : { x: 0, y: 0 };
  return [
    {
      text: t("canvas.edit-arrow"), icon: "edit", shortcut: "Enter",
      onChoose: () => {
        canvas.chooseArrow(arrow.ref);
        canvas.editor.command({ kind: "edit", step: arrow.from });
      },
    },
    ...(canvas.canEdit ? [
      {
        text: t("canvas.lead-elsewhere"), icon: "branch" as const, shortcut: "C",
        onChoose: () => canvas.asking.set({
          kind: "choose", at, source: { kind: "arrow", node: arrow.from, ref: arrow.ref },
        }),
      },
      null,
      {
        text: t("action.delete"), icon: "trash" as const, shortcut: "Del", isDangerous: true,
        onChoose: () => removeArrow(canvas, arrow.ref),
      },
    ] : []),
  ];
}

/** Asks which port is to be connected; a card with one port asks for the target at once. */
export function askForPort(canvas: CanvasModel, id: string, at: Point): void {
  const node = canvas.scene.node(id);
  if (!node || !canvas.canEdit || node.handles.length === 0) return;
  const [only] = node.handles;
  if (node.handles.length === 1 && only) {
    canvas.asking.set({ kind: "choose", at, source: sourceOf(node, only.name) });
  } else canvas.asking.set({ kind: "menu", at, node: id, menu: "port" });
}

export function portMenu(canvas: CanvasModel, id: string, at: Point): MenuContent {
  const node = canvas.scene.node(id);
  return [
    t("canvas.connect-which"),
    ...(node?.handles ?? []).map((handle) => ({
      text: handle.name === "*" ? t("canvas.any-outcome") : handle.name,
      detail: leadsTo(canvas, id, handle.name),
      onChoose: () => node && canvas.asking.set(
        { kind: "choose", at, source: sourceOf(node, handle.name) }),
    })),
  ];
}

function leadsTo(canvas: CanvasModel, id: string, handle: string): string {
  const arrows = (canvas.scene.graph.arrowsAt.get(id) ?? []).filter((arrow) => (
    arrow.from === id && (arrow.ref.outcome ?? arrow.ref.port) === handle));
  const names = arrows.map((arrow) => canvas.scene.node(arrow.to)?.title ?? "");
  return names.length > 0 ? `→ ${[...new Set(names)].join(", ")}` : t("canvas.leads-nowhere");
}

/** The arrows of a card, to choose one by keyboard. */
export function arrowsMenu(canvas: CanvasModel, id: string): MenuContent {
  const arrows = (canvas.scene.graph.arrowsAt.get(id) ?? []).filter((it) => it.from === id);
  return [
    t("canvas.arrows"),
    ...arrows.map((arrow) => ({
      text: `${arrow.ref.outcome ?? arrow.ref.port} → ${canvas.scene.node(arrow.to)?.title ?? ""}`,
      detail: arrow.chip || undefined, onChoose: () => canvas.chooseArrow(arrow.ref),
    })),
  ];
}

