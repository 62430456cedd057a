// Keys as labeled on the reader's keyboard.

import { t, type MessageKey } from "../localization";

const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

const signs: { [key: string]: string } = {
  ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc",
  ...(isMac ? { Mod: "⌘", Ctrl: "⌘", Shift: "⇧", Alt: "⌥", Delete: "⌫", Del: "⌫" } : {}),
};

const names: { [key: string]: MessageKey } = {
  Mod: "key.control", Ctrl: "key.control", Shift: "key.shift", Delete: "key.delete",
  Del: "key.delete", Enter: "key.enter", Space: "key.space", Home: "key.home", End: "key.end",
};

/** The single keys of a combination; `Mod` and `Ctrl` stand for ⌘ on a Mac. */
export function keyCaps(keys: string): string[] {
  if (keys === "+") return [keys];
  return keys.split("+").map((key) => {
    const name = names[key];
    return signs[key] ?? (name ? t(name) : key);
  });
}

/** Returns a combination in the syntax of `aria-keyshortcuts`. */
export function ariaKeyShortcuts(keys: string): string {
  return keys === "+" ? "Plus" : keys.replace(/Mod|Ctrl/, isMac ? "Meta" : "Control");
}
