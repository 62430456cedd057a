// Keyboard shortcuts of the canvas. Single letters work while the canvas or nothing has the focus.

import { routeKey } from "../../document";
import {
  alignSelected, arrangeAll, askForPort, moveSelectedBy, openFlow, removeSelected,
} from "./actions";
import { isSwitchedOff, isHandledElsewhere } from "../../model/shortcuts";
import type { CanvasModel } from "./canvasModel";
import { duplicate } from "./clipboard";
import { focusCard } from "./focusing";
import type { Point } from "./geometry";
import type { Gestures } from "./gestures";
import { neighbor, nextInOrder, type Direction } from "./neighbors";
import type { CanvasNode } from "./graph";
import { askForInsertion } from "./inserting";
import { collapseSection, targetSteps } from "./sectionActions";
import { GRID } from "./sizes";
import type { Alignment } from "./snapping";
import { fitAll, toggleMinimap } from "./Toolbar";

const directions: { [key: string]: Direction } = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down",
};
const offsets: { [key in Direction]: [number, number] } = {
  left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1],
};
const alignKeys: { [code: string]: Alignment } = {
  KeyA: "left", KeyD: "right", KeyW: "top", KeyS: "bottom", KeyH: "center", KeyV: "middle",
};

export class Keys {
  #canvas: CanvasModel;
  #element: HTMLElement;
  #gestures: Gestures;

  constructor(canvas: CanvasModel, element: HTMLElement, gestures: Gestures) {
    this.#canvas = canvas;
    this.#element = element;
    this.#gestures = gestures;
    addEventListener("keydown", this.#down);
    addEventListener("keyup", this.#up);
    addEventListener("blur", this.#blur);
  }

  close(): void {
    removeEventListener("keydown", this.#down);
    removeEventListener("keyup", this.#up);
    removeEventListener("blur", this.#blur);
  }

  /** Whether the canvas handles key presses on an element. */
  handles(element: Element | null): boolean {
    return element === null || element === document.body || element.id === "main"
      || this.#element.contains(element);
  }

  #blur = (): void => {
    this.#gestures.isSpaceDown = false;
  };

  #up = (event: KeyboardEvent): void => {
    if (event.code === "Space") this.#gestures.isSpaceDown = false;
  };

  #down = (event: KeyboardEvent): void => {
    if (isHandledElsewhere(event) || isSwitchedOff(event)) return;
    if (this.#global(event)) return event.preventDefault();
    if (!this.handles(event.target as Element)) return;
    const isHandled = event.ctrlKey || event.metaKey ? this.#withControl(event)
      : event.altKey ? this.#withAlt(event) : this.#withoutModifier(event);
    if (isHandled) event.preventDefault();
  };

  /** Shortcuts that work with any focus, except in fields, menus and dialogs. */
  #global(event: KeyboardEvent): boolean {
    const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey
      && event.key.toLowerCase() === "f";
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isFind && !isSlash) return false;
    this.#canvas.dialog.set({ kind: "search" });
    return true;
  }

  #withControl(event: KeyboardEvent): boolean {
    const canvas = this.#canvas;
    const direction = directions[event.key];
    switch (event.key.toLowerCase()) {
      case "a":
        canvas.select(canvas.scene.graph.nodes.keys());
        return true;
      case "d":
        duplicate(canvas);
        return true;
      case "0":
        canvas.viewport.zoomBy(1 / canvas.viewport.view.k);
        return true;
      default:
        // Moves on to the next card even if something is selected.
        return direction !== undefined && this.#moveTo(direction);
    }
  }

  #withAlt(event: KeyboardEvent): boolean {
    const how = alignKeys[event.code];
    if (!how || this.#canvas.selected.size < 2 || !this.#canvas.canEdit) return false;
    alignSelected(this.#canvas, how);
    return true;
  }

  #withoutModifier(event: KeyboardEvent): boolean {
    const direction = directions[event.key];
    if (direction) return this.#arrow(direction, event.shiftKey);
    if (event.key === "Tab") return this.#tab(event.shiftKey);
    if (event.key === " " && this.#canvas.active.get() === null) {
      this.#gestures.isSpaceDown = true;
      return true;
    }
    return this.#viewKey(event) || this.#editKey(event);
  }

  /** Keys that change the view. */
  #viewKey(event: KeyboardEvent): boolean {
    const { viewport } = this.#canvas;
    switch (event.key) {
      case "+": case "=": viewport.zoomBy(1.4); return true;
      case "-": case "_": viewport.zoomBy(1 / 1.4); return true;
      case "0": viewport.zoomBy(1 / viewport.view.k); return true;
      case "1": case "f": case "F": fitAll(this.#canvas); return true;
      case "m": case "M": toggleMinimap(this.#canvas); return true;
      case "v": case "V": this.#canvas.tool.set("select"); return true;
      case "h": case "H": this.#canvas.tool.set("hand"); return true;
      case "Escape": return this.#escape();
      default: return false;
    }
  }

  /** Keys that act on the focused card or change the flow. */
  #editKey(event: KeyboardEvent): boolean {
    const canvas = this.#canvas;
    const active = canvas.active.get();
    const node = active === null ? undefined : canvas.scene.node(active);
    switch (event.key) {
      case "Enter":
        if (node?.kind === "step") canvas.editor.command({ kind: "edit", step: node.id });
        else if (node?.kind === "flow") openFlow(canvas, node);
        else if (node?.info) this.#toggleCollapsed(node);
        return node !== undefined;
      case " ": this.#toggleSelected(event.shiftKey); return true;
      case "Delete": case "Backspace":
        this.#selectFocused(event);
        removeSelected(canvas);
        return true;
      case "n": case "N": return this.#addStep();
      case "c": case "C":
        if (canvas.canEdit) this.#selectFocused(event);
        return this.#connect();
      case "i": case "I":
        if (!canvas.canEdit) return false;
        this.#selectFocused(event);
        askForInsertion(canvas, this.#menuPosition());
        return true;
      case "a": case "A":
        if (node) {
          canvas.dialog.set({
            kind: "menu", at: this.#menuPosition(), node: node.id, menu: "edges",
          });
        }
        return node !== undefined;
      case "e": case "E":
        return this.#toggleCollapsed(node);
      case "g": case "G":
        if (!canvas.canEdit || targetSteps(canvas).length === 0) return false;
        canvas.dialog.set({ kind: "section" });
        return true;
      case "L": if (canvas.canEdit) arrangeAll(canvas); return true;
      case "ContextMenu": case "F10":
        if (event.key === "F10" && !event.shiftKey) return false;
        return this.#menu();
      default: return false;
    }
  }

  /**
   * Selects the focused card, unless it or an edge from it is selected: a key acts on the focus.
   */
  #selectFocused(event: KeyboardEvent): void {
    const { active, editor, scene, selected } = this.#canvas;
    const id = active.get();
    const { route } = editor.selection.get();
    const isSelected = id !== null
      && (selected.has(id) || (route !== undefined && scene.edge(routeKey(route))?.from === id));
    const isAtCard = (event.target as Element).matches(".canvas-node :focus-visible");
    if (id !== null && isAtCard && !isSelected) this.#canvas.select([id]);
  }

  /** Collapses or expands a flow or a section; for a card, its section. */
  #toggleCollapsed(node: CanvasNode | undefined): boolean {
    const canvas = this.#canvas;
    if (node?.kind === "flow" && canvas.canEdit) {
      canvas.setCollapsed([node.id], node.subflow !== undefined);
      return true;
    }
    const section = node?.info?.id ?? node?.section;
    if (section === undefined) return false;
    collapseSection(canvas, section, node?.info === undefined);
    focusCard(canvas, canvas.active.get() ?? "");
    return true;
  }

  #addStep(): boolean {
    if (!this.#canvas.canEdit) return false;
    const { width, height } = this.#canvas.viewport;
    this.#canvas.dialog.set({ kind: "choose", at: { x: width / 2 - 150, y: height / 2 - 190 } });
    return true;
  }

  #connect(): boolean {
    const canvas = this.#canvas;
    const { route, port, steps } = canvas.editor.selection.get();
    if (!canvas.canEdit) return false;
    const active = canvas.active.get() ?? steps[0];
    if (route) {
      canvas.dialog.set({
        kind: "choose", at: this.#menuPosition(),
        source: { kind: "edge", node: route.step, ref: route },
      });
    } else if (port !== undefined && steps[0] !== undefined) {
      canvas.dialog.set({
        kind: "choose", at: this.#menuPosition(), source: { kind: "port", node: steps[0], port },
      });
    } else if (active !== undefined) askForPort(canvas, active, this.#menuPosition());
    return true;
  }

  #menu(): boolean {
    const active = this.#canvas.active.get();
    if (active !== null && !this.#canvas.selected.has(active)) this.#canvas.select([active]);
    this.#canvas.dialog.set({ kind: "menu", at: this.#menuPosition(), node: active ?? undefined });
    return true;
  }

  /** A position beside the focused card. */
  #menuPosition(): Point {
    const { scene, viewport, active } = this.#canvas;
    const id = active.get() ?? this.#canvas.editor.selection.get().steps[0];
    const box = id === undefined ? null : scene.box(id);
    if (!box) return { x: viewport.width / 2, y: viewport.height / 3 };
    return viewport.toWindow({ x: box.x + box.width, y: box.y + box.height / 2 });
  }

  #escape(): boolean {
    const canvas = this.#canvas;
    if (this.#gestures.cancel()) canvas.didChange();
    else if (canvas.dialog.get()) canvas.dialog.set(null);
    else if (canvas.editor.spotlight.get()) canvas.editor.spotlight.set(null);
    else if (canvas.selected.size > 0) canvas.select([]);
    else {
      canvas.active.set(null);
      this.#element.focus();
    }
    return true;
  }

  /** Selects or deselects the focused card; with `adds`, the others stay selected. */
  #toggleSelected(adds: boolean): void {
    const active = this.#canvas.active.get();
    if (active === null) return;
    const selected = this.#canvas.selected;
    const isSelected = selected.has(active);
    const isFound = this.#canvas.foundStep === active;
    if (!adds) return this.#canvas.select(isSelected && !isFound ? [] : [active]);
    if (isSelected) selected.delete(active);
    else selected.add(active);
    this.#canvas.select(selected);
  }

  /** Arrow keys move the selection, otherwise the focus from card to card, otherwise the view. */
  #arrow(direction: Direction, isLarge: boolean): boolean {
    const [x, y] = offsets[direction];
    const { selected, foundStep, canEdit } = this.#canvas;
    const isFound = foundStep !== null && selected.size === 1 && selected.has(foundStep);
    if (selected.size > 0 && canEdit && !isFound) {
      const by = isLarge ? GRID * 8 : GRID;
      moveSelectedBy(this.#canvas, x * by, y * by);
      return true;
    }
    if (this.#canvas.active.get() !== null) return this.#moveTo(direction);
    this.#canvas.viewport.panBy(-x * 80, -y * 80);
    return true;
  }

  #moveTo(direction: Direction): boolean {
    const active = this.#canvas.active.get();
    if (active === null) return false;
    const next = neighbor(this.#canvas.scene, active, direction);
    if (next !== null) this.#focusCard(next);
    return true;
  }

  /** Tab moves through the cards, column by column, and then leaves the canvas. */
  #tab(isBack: boolean): boolean {
    const next = nextInOrder(this.#canvas.scene, this.#canvas.active.get(), isBack);
    if (next === null) {
      this.#canvas.active.set(null);
      if (isBack) this.#element.focus();
      return false;
    }
    this.#focusCard(next);
    return true;
  }

  #focusCard(id: string): void {
    const canvas = this.#canvas;
    canvas.active.set(id);
    const box = canvas.scene.box(id);
    if (box) canvas.viewport.reveal(box);
    focusCard(canvas, id);
  }
}
