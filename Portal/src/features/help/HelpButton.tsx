import { useEffect, useState } from "react";
import { useEditor } from "../../model/editor";
import { go } from "../../model/router";
import { isSwitchedOff, isTyping } from "../../model/shortcuts";
import { useStore } from "../../model/store";
import { IconButton, Menu } from "../../ui";
import { t } from "../../localization";
import { GuidelinesDialog } from "./Guidelines";
import { ShortcutsDialog } from "./Shortcuts";
import { progress, startTour } from "./tour";
import "./help.css";

/** The button with the “i”: guidelines, keys and the tour; `?` shows the keys at any time. */
export function HelpButton() {
  const editor = useEditor();
  const [open, setOpen] = useState<"guidelines" | "keys" | null>(null);
  const { step, isOver } = useStore(progress);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "?" || isTyping(event) || event.ctrlKey || event.metaKey) return;
      if (isSwitchedOff(event)) return;
      event.preventDefault();
      setOpen("keys");
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const isBegun = step > 0 && !isOver;
  return (
    <>
      <Menu
        label={t("help.info")} align="end"
        items={[
          { text: t("help.guidelines"), icon: "info", onChoose: () => setOpen("guidelines") },
          { text: t("help.keys"), icon: "text", shortcut: "?", onChoose: () => setOpen("keys") },
          ...(editor.canEdit ? [{
            text: t(isBegun ? "help.tour-again" : "help.tour"), icon: "play" as const,
            onChoose: () => startTour(isBegun ? step : 0),
          }] : []),
          null,
          { text: t("help.more"), icon: "help", onChoose: () => go("/help") },
        ]}
        trigger={(props) => (
          <IconButton
            {...props} icon="info" label={t("help.info")} className="help-button" data-tour="help"
          />
        )}
      />
      {open === "guidelines" && <GuidelinesDialog onClose={() => setOpen(null)} />}
      {open === "keys" && <ShortcutsDialog onClose={() => setOpen(null)} />}
    </>
  );
}
