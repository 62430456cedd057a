// All keyboard shortcuts in one list, so that the dialog and the help are complete. A feature adds
// its shortcuts to its own section, with texts in its section of the localization.

import type { MessageKey } from "../localization";
import { Store } from "./store";

export interface Shortcut {
  /** Keys pressed together are joined by `+`; each entry is a shortcut of its own. */
  keys: string[];
  text: MessageKey;
}

export interface ShortcutGroup {
  title: MessageKey;
  shortcuts: Shortcut[];
}

/** `Mod` stands for ⌘ on a Mac and for Ctrl elsewhere. */
export const shortcutGroups: ShortcutGroup[] = [
  {
    title: "help.keys-everywhere",
    shortcuts: [
      { keys: ["?"], text: "help.key-shortcuts" },
      { keys: ["/"], text: "help.key-search" },
      { keys: ["Mod+Z"], text: "action.undo" },
      { keys: ["Mod+Shift+Z", "Mod+Y"], text: "action.redo" },
      { keys: ["Escape"], text: "help.key-escape" },
    ],
  },
  // Canvas
  {
    title: "editor.canvas",
    shortcuts: [
      { keys: ["Tab"], text: "canvas.key-cards" },
      { keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], text: "canvas.key-follow" },
      { keys: ["Shift+ArrowRight"], text: "canvas.key-far" },
      { keys: ["Mod+ArrowRight"], text: "canvas.key-past" },
      { keys: ["Space", "Shift+Space"], text: "canvas.key-select" },
      { keys: ["Mod+A"], text: "canvas.select-all" },
      { keys: ["Enter"], text: "canvas.key-edit" },
      { keys: ["N"], text: "canvas.add-step" },
      { keys: ["C"], text: "canvas.key-connect" },
      { keys: ["A"], text: "canvas.key-edges" },
      { keys: ["I"], text: "canvas.key-insert" },
      { keys: ["E"], text: "canvas.key-collapse" },
      { keys: ["G"], text: "canvas.key-section" },
      { keys: ["Delete"], text: "canvas.key-remove" },
      { keys: ["Mod+C"], text: "canvas.copy" },
      { keys: ["Mod+X"], text: "canvas.cut" },
      { keys: ["Mod+V"], text: "canvas.paste" },
      { keys: ["Mod+D"], text: "canvas.duplicate" },
      { keys: ["Shift+L"], text: "canvas.arrange" },
      { keys: ["Alt+A", "Alt+D", "Alt+W", "Alt+S"], text: "help.key-align" },
      { keys: ["Shift+F10"], text: "canvas.key-menu" },
      { keys: ["+", "-", "0"], text: "canvas.key-zoom" },
      { keys: ["F", "1"], text: "canvas.fit" },
      { keys: ["Space"], text: "canvas.key-pan" },
      { keys: ["V", "H"], text: "canvas.key-tools" },
      { keys: ["M"], text: "canvas.minimap-toggle" },
    ],
  },
  // List
  {
    title: "editor.list",
    shortcuts: [
      { keys: ["ArrowUp", "ArrowDown"], text: "list.key-move" },
      { keys: ["Home", "End"], text: "list.key-ends" },
      { keys: ["ArrowRight", "ArrowLeft"], text: "list.key-expand" },
      { keys: ["E"], text: "list.key-open" },
      { keys: ["X"], text: "list.key-select" },
      { keys: ["F2"], text: "list.key-rename" },
      { keys: ["Mod+C"], text: "canvas.copy" },
      { keys: ["Mod+V"], text: "canvas.paste" },
      { keys: ["Delete"], text: "list.key-remove" },
      { keys: ["G", "B"], text: "list.key-follow" },
    ],
  },
  // Drawn screens
  {
    title: "help.keys-screen",
    shortcuts: [
      { keys: ["F8", "Shift+F8"], text: "help.key-finding" },
      { keys: ["N"], text: "help.key-add-block" },
      { keys: ["F2"], text: "help.key-write" },
      { keys: ["Alt+ArrowUp", "Alt+ArrowDown"], text: "help.key-block" },
      { keys: ["Alt+ArrowRight", "Alt+ArrowLeft"], text: "help.key-nest" },
      { keys: ["A"], text: "help.key-arrange" },
      { keys: ["Mod+C"], text: "canvas.copy" },
      { keys: ["Mod+X"], text: "canvas.cut" },
      { keys: ["Mod+V"], text: "canvas.paste" },
      { keys: ["Mod+D"], text: "canvas.duplicate" },
    ],
  },
];

/**
 * Whether single-letter shortcuts are enabled. Users of speech input, or who hit keys by accident,
 * can switch them off (WCAG 2.1.4); stored in this browser.
 */
export const usesSingleKeys = new Store<boolean>(storedValue("single-keys") !== "off");
usesSingleKeys.subscribe(() => {
  localStorage.setItem("single-keys", usesSingleKeys.get() ? "on" : "off");
});

function storedValue(name: string): string | null {
  return typeof localStorage === "undefined" ? null : localStorage.getItem(name);
}

/** Whether a key is a single-character shortcut, and those are switched off. */
export function isSwitchedOff(event: KeyboardEvent): boolean {
  const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey;
  return isAlone && event.key.length === 1 && event.key !== " " && !usesSingleKeys.get();
}

/** Whether a key is no shortcut: it is already handled, or for a field, a menu or a dialog. */
export function isHandledElsewhere(event: KeyboardEvent): boolean {
  return event.defaultPrevented || takesKeys(event.target as Element | null);
}

/** Whether an element handles keys itself: a field, a menu or a dialog. */
export function takesKeys(at: Element | null): boolean {
  return at?.closest?.(
    "input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, dialog,"
    + " [role=menu], [contenteditable=true]") != null;
}
