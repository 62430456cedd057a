// Undo and redo with the standard shortcuts.

import { useLayoutEffect } from "react";
import { roleIncludes } from "./session";
import type { DraftModel } from "./draft";

/** Ctrl or ⌘ with Z undoes an edit of the draft, with Shift+Z or Y redoes it, except in a field. */
export function useUndoKeys(draft: DraftModel | null): void {
  useLayoutEffect(() => {
    if (!draft) return;
    const onKey = (event: KeyboardEvent) => {
      const isWriting = (event.target as Element).closest?.(
        "input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, dialog");
      if (isWriting || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      if (!roleIncludes(draft.application.role(), "drafter")) return;
      if (key === "y" || event.shiftKey) draft.redo();
      else draft.undo();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [draft]);
}
