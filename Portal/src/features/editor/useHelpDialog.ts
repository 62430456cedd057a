import { useLayoutEffect, useState } from "react";
import { isSwitchedOff, isHandledElsewhere } from "../../model/shortcuts";

/** The open dialog of the help, above the editor. */
export type HelpDialog = "guidelines" | "keys" | null;

/**
 * The open dialog of the help, and its setter; `?` opens the keyboard shortcuts.
 *
 * NB: not a part of the help, which is loaded later: a key pressed until then would be lost.
 */
export function useHelpDialog(): [HelpDialog, (dialog: HelpDialog) => void] {
  const [open, setOpen] = useState<HelpDialog>(null);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "?" || isHandledElsewhere(event) || event.ctrlKey || event.metaKey) return;
      if (isSwitchedOff(event)) return;
      event.preventDefault();
      setOpen("keys");
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return [open, setOpen];
}
