// The keyboard shortcuts of a screen's structure.

import type { KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { isSwitchedOff } from "../../model/shortcuts";
import type { ScreenModel } from "./screenModel";
import { textsOf } from "./writing";

const rows = (root: HTMLElement | null) =>
  [...root?.querySelectorAll<HTMLElement>("[data-path]") ?? []];

/** Handles a key press; returns whether it had an effect. */
export function pressed(
  event: KeyboardEvent, model: ScreenModel, root: HTMLElement | null,
): boolean {
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && !event.altKey && !event.shiftKey) return runShortcut(event.key, model);
  if (event.altKey && !isCommand) return moved(event.key, model);
  if (isCommand || isSwitchedOff(event.nativeEvent)) return false;
  switch (event.key) {
    case "ArrowUp": case "ArrowDown": case "Home": case "End":
    case "ArrowLeft": case "ArrowRight":
      return walked(event, model, root);
    case "Delete": case "Backspace": model.remove(); return true;
    case "F2": return write(model);
    case "Enter":
      flushSync(() => model.settle());
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
      if (model.chosen.get().length < 2) return false;
      model.choose(model.active);
      return true;
    default: return false;
  }
}

function runShortcut(key: string, model: ScreenModel): boolean {
  switch (key.toLowerCase()) {
    case "c": model.copy(); return true;
    case "x": model.cut(); return true;
    case "v": void model.paste(); return true;
    case "d": model.duplicate(); return true;
    default: return false;
  }
}

const moves: { [key: string]: "up" | "down" | "in" | "out" } = {
  ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out",
};

function moved(key: string, model: ScreenModel): boolean {
  const way = moves[key];
  if (!way) return false;
  model.move(way);
  return true;
}

function write(model: ScreenModel): boolean {
  const { screen } = model;
  const [text] = screen && model.editor.canEdit ? textsOf(screen, model.active) : [];
  if (text === undefined) return false;
  model.editing.set(text);
  return true;
}

/** Moves to another row; with Shift, extends the selection. */
function walked(
  { key, shiftKey, target }: KeyboardEvent, model: ScreenModel, root: HTMLElement | null,
): boolean {
  const all = rows(root);
  const at = all.findIndex((row) => row === target);
  const path = all[at]?.dataset["path"];
  if (path === undefined) return false;
  const inner = all[at + 1]?.dataset["path"];
  const outer = [...all].reverse().map((row) => row.dataset["path"] ?? "")
    .find((one) => path !== one && path.startsWith(`${one}/`));
  const paths: { [key: string]: string | undefined } = {
    Home: all[0]?.dataset["path"], End: all.at(-1)?.dataset["path"],
    ArrowUp: all[at - 1]?.dataset["path"], ArrowDown: inner, ArrowLeft: outer,
    ArrowRight: inner?.startsWith(`${path}/`) ? inner : undefined,
  };
  const next = paths[key];
  if (next !== undefined) model.choose(next, shiftKey ? "range" : "only");
  return true;
}
