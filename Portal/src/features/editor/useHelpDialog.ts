import { useLayoutEffect, useState } from "react";
import { isSwitchedOff, isTyping } from "../../model/shortcuts";

/** The open dialog of the help, above the editor. */
export type HelpDialog = "guidelines" | "keys" | null;

/**
 * The part of the help that is open; `?` opens the keyboard shortcuts.
 *
 * NB: the bar listens, not the help itself: that is loaded later, and a key pressed until then
 * would be lost.
 */
export function useHelpDialog(): [HelpDialog, (dialog: HelpDialog) => void] {
  const [open, setOpen] = useState<HelpDialog>(null);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "?" || isTyping(event) || event.ctrlKey || event.metaKey) return;
      if (isSwitchedOff(event)) return;
      event.preventDefault();
      setOpen("keys");
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return [open, setOpen];
}
