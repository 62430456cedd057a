// Undo and redo with the standard shortcuts.

import { useLayoutEffect } from "react";
import { roleIncludes } from "./session";
import type { DraftModel } from "./draft";

/** Whether a key event is one of the shortcuts: Ctrl or ⌘ with Z or Y. */
export function isUndoKey(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">,
): boolean {
  const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey;
  return isShortcut && ["z", "y"].includes(event.key.toLowerCase());
}

/** Ctrl or ⌘ with Z undoes an edit of the draft, with Shift+Z or Y redoes it, except in a field. */
export function useUndoKeys(draft: DraftModel | null): void {
  useLayoutEffect(() => {
    if (!draft) return;
    const onKey = (event: KeyboardEvent) => {
      const isWriting = (event.target as Element).closest?.(
        "input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, dialog");
      if (isWriting || !isUndoKey(event)) return;
      event.preventDefault();
      if (!roleIncludes(draft.application.role(), "drafter")) return;
      if (event.key.toLowerCase() === "y" || event.shiftKey) draft.redo();
      else draft.undo();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [draft]);
}
