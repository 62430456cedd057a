// The keyboard shortcuts of a screen's structure.

import type { KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { isSwitchedOff } from "../../model/shortcuts";
import type { ScreenModel } from "./screenModel";
import { textsOf } from "./textEditing";

const rows = (root: HTMLElement | null) =>
  [...root?.querySelectorAll<HTMLElement>("[data-path]") ?? []];

/** Handles a key press; returns whether it was a shortcut. */
export function handleKey(
  event: KeyboardEvent, model: ScreenModel, root: HTMLElement | null,
): boolean {
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && !event.altKey && !event.shiftKey) return runShortcut(event.key, model);
  if (event.altKey && !isCommand) return moveSelection(event.key, model);
  if (isCommand || isSwitchedOff(event.nativeEvent)) return false;
  switch (event.key) {
    case "ArrowUp": case "ArrowDown": case "Home": case "End":
    case "ArrowLeft": case "ArrowRight":
      return moveFocus(event, model, root);
    case "Delete": case "Backspace": model.remove(); return true;
    case "F2": return editText(model);
    case "Enter":
      flushSync(() => model.flushSelection());
      document.querySelector<HTMLElement>(
        ".screen-panel :is(input, textarea, select, button):not(:disabled)")?.focus();
      return true;
    case "n": case "N":
      document.querySelector<HTMLElement>(".screen-add")?.click();
      return true;
    case "a": case "A":
      document.querySelector<HTMLElement>(".screen-arrange")?.click();
      return true;
    case "Escape":
      if (model.selected.get().length < 2) return false;
      model.select(model.active);
      return true;
    default: return false;
  }
}

function runShortcut(key: string, model: ScreenModel): boolean {
  switch (key.toLowerCase()) {
    case "c": model.copy(); return true;
    case "x": model.cut(); return true;
    case "v":
      // The `paste` event that follows may contain a picture.
      if (model.isOnImage) return false;
      void model.paste();
      return true;
    case "d": model.duplicate(); return true;
    default: return false;
  }
}

const moves: { [key: string]: "up" | "down" | "in" | "out" } = {
  ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out",
};

function moveSelection(key: string, model: ScreenModel): boolean {
  const direction = moves[key];
  if (!direction) return false;
  model.move(direction);
  return true;
}

function editText(model: ScreenModel): boolean {
  const { screen } = model;
  const [text] = screen && model.editor.canEdit ? textsOf(screen, model.active) : [];
  if (text === undefined) return false;
  model.editing.set(text);
  return true;
}

const pathOf = (row: HTMLElement | undefined) => row?.dataset["path"];

/** The path of the row that a navigation key leads to from the row `at`; undefined for none. */
function rowPathFor(
  key: string, path: string, all: HTMLElement[], at: number,
): string | undefined {
  const inner = pathOf(all[at + 1]);
  switch (key) {
    case "Home": return pathOf(all[0]);
    case "End": return pathOf(all.at(-1));
    case "ArrowUp": return pathOf(all[at - 1]);
    case "ArrowDown": return inner;
    case "ArrowRight": return inner?.startsWith(`${path}/`) ? inner : undefined;
    default:
      return pathOf(all.filter((row) => path.startsWith(`${pathOf(row)}/`)).at(-1));
  }
}

/** Moves to another row; with Shift, extends the selection. */
function moveFocus(
  { key, shiftKey, target }: KeyboardEvent, model: ScreenModel, root: HTMLElement | null,
): boolean {
  const all = rows(root);
  const at = all.indexOf(target as HTMLElement);
  const path = pathOf(all[at]);
  if (path === undefined) return false;
  const next = rowPathFor(key, path, all, at);
  if (next !== undefined) model.select(next, shiftKey ? "range" : "only");
  return true;
}
