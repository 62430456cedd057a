// Copies steps as text, so that they can be pasted into another flow or another application.

import { pasteSteps, removeSteps, type CopiedSteps } from "../../document";
import * as clipboard from "../../model/copied";
import { takesKeys } from "../../model/shortcuts";
import { toast } from "../../ui";
import { t } from "../../localization";
import type { CanvasModel } from "./canvasModel";
import type { Point } from "./geometry";
import { removeNodes } from "./actions";
import { freePosition } from "./placement";
import { cardHeight, CARD_WIDTH } from "./sizes";

/** Returns the size of all copies together. */
function sizeOf(
  canvas: CanvasModel, copied: CopiedSteps, left: number, top: number,
): { width: number; height: number } {
  const screens = canvas.editor.screens.get();
  const corners = copied.steps.map((step, index) => {
    const [x, y] = copied.positions[step.id] ?? [index * 260, 0];
    const ports = screens.find((it) => it.name === step.screen)?.ports
      ?? Object.keys(step.ports ?? {});
    return { x: x + CARD_WIDTH, y: y + cardHeight(ports.length) };
  });
  return {
    width: Math.max(...corners.map((it) => it.x)) - left,
    height: Math.max(...corners.map((it) => it.y)) - top,
  };
}

/** The offset of copies from their originals, in pixels of the canvas. */
const PASTE_OFFSET = 32;

/** Stores the selected steps as copied, and returns their text; null if none is selected. */
export function copiedText(canvas: CanvasModel): string | null {
  const steps = canvas.selectedSteps;
  if (steps.length === 0) return null;
  const positions = Object.fromEntries(steps.flatMap(({ id }) => {
    const position = canvas.scene.positions.get(id);
    return position ? [[id, position]] : [];
  }));
  return clipboard.storeCopiedSteps(steps, positions);
}

/** Pastes the steps in a text; returns false if it contains none, or the user may not edit. */
export function pasteText(canvas: CanvasModel, text: string, at?: Point): boolean {
  const copied = clipboard.parseCopiedSteps(text);
  if (!copied || !canvas.canEdit) return false;
  insert(canvas, copied, at, t("canvas.do-paste", { count: copied.steps.length }));
  return true;
}

function insert(canvas: CanvasModel, copied: CopiedSteps, at: Point | undefined, label: string) {
  const { edit, names } = pasteSteps(canvas.editor.draft.document.get(), canvas.flow, copied);
  const moves = positionsOf(canvas, copied, names, at);
  canvas.apply(label, edit, moves);
  canvas.refresh();
  canvas.select(names.values());
  const first = [...names.values()][0];
  if (first) canvas.active.set(first);
  const bounds = canvas.scene.boundsOf(names.values());
  if (bounds) canvas.viewport.reveal(bounds);
  canvas.announce(t("canvas.announce-pasted", { count: names.size }));
}

/**
 * Copies keep their relative positions; they are placed at the pointer, otherwise beside the
 * originals or in the middle of the view, without covering a card.
 */
function positionsOf(
  canvas: CanvasModel, copied: CopiedSteps, names: Map<string, string>, at: Point | undefined,
): { [step: string]: [number, number] } {
  const positions = copied.steps.map((step, index): [string, [number, number]] => [
    names.get(step.id) ?? step.id, copied.positions[step.id] ?? [index * 260, 0]]);
  const left = Math.min(...positions.map(([, [x]]) => x));
  const top = Math.min(...positions.map(([, [, y]]) => y));
  const hasOriginals = copied.steps.some((it) => canvas.scene.node(it.id));
  const visible = canvas.viewport.visibleBox();
  const size = sizeOf(canvas, copied, left, top);
  const preferred = hasOriginals ? { x: left + PASTE_OFFSET, y: top + PASTE_OFFSET } : {
    x: visible.x + (visible.width - size.width) / 2,
    y: visible.y + (visible.height - size.height) / 2,
  };
  const others = [...canvas.scene.graph.nodes.keys()].flatMap((id) => canvas.scene.box(id) ?? []);
  const target = at ?? freePosition({ ...preferred, ...size }, others);
  return Object.fromEntries(positions.map(([id, [x, y]]) => [
    id, [Math.round(x - left + target.x), Math.round(y - top + target.y)]]));
}

export function duplicate(canvas: CanvasModel): void {
  const text = copiedText(canvas);
  const copied = text && clipboard.parseCopiedSteps(text);
  if (!copied || !canvas.canEdit) return;
  insert(canvas, copied, undefined, t("canvas.do-duplicate", { count: copied.steps.length }));
}

/** Copies for a menu item; writing to the clipboard needs no permission. */
export async function copySelected(canvas: CanvasModel, cuts = false): Promise<void> {
  const text = copiedText(canvas);
  if (text === null) return;
  const steps = canvas.selectedSteps.map((step) => step.id);
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // It can still be pasted in this page.
  }
  canvas.announce(t("canvas.announce-copied", { count: steps.length }));
  if (cuts && canvas.canEdit) removeNodes(canvas, steps);
}

export async function pasteFromClipboard(canvas: CanvasModel, at?: Point): Promise<void> {
  let text = clipboard.lastCopiedText();
  try {
    text = await navigator.clipboard.readText() || text;
  } catch {
    // If the browser denies reading the clipboard, the last copy in this page is used.
  }
  if (!pasteText(canvas, text, at)) toast({ text: t("canvas.nothing-to-paste") });
}

/** Whether a button beside the canvas has the focus, where nothing else could be copied. */
function isFocusBeside(): boolean {
  const at = document.activeElement;
  return at?.closest(".editor-middle, .top") != null && !takesKeys(at);
}

/** Handles the browser's copy, cut and paste events; returns a function that stops it. */
export function handleClipboardEvents(canvas: CanvasModel, hasFocus: () => boolean): () => void {
  const onCopy = (event: ClipboardEvent) => {
    if ((!hasFocus() && !isFocusBeside()) || String(getSelection()) !== "") return;
    const text = copiedText(canvas);
    if (text === null) return;
    event.preventDefault();
    event.clipboardData?.setData("text/plain", text);
    const steps = canvas.selectedSteps.map((step) => step.id);
    canvas.announce(t("canvas.announce-copied", { count: steps.length }));
    if (event.type === "cut" && canvas.canEdit) {
      const { flow } = canvas;
      canvas.editor.remove({
        flow, steps,
        run: (instead) => {
          canvas.apply(
            t("canvas.do-cut", { count: steps.length }), removeSteps(flow, steps, instead));
          canvas.select([]);
        },
      });
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    if (!hasFocus() && !isFocusBeside()) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (pasteText(canvas, text)) event.preventDefault();
  };
  document.addEventListener("copy", onCopy);
  document.addEventListener("cut", onCopy);
  document.addEventListener("paste", onPaste);
  return () => {
    document.removeEventListener("copy", onCopy);
    document.removeEventListener("cut", onCopy);
    document.removeEventListener("paste", onPaste);
  };
}
