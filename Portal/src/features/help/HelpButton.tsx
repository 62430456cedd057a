import { useEditor } from "../../model/editor";
import { navigate } from "../../model/router";
import { useStore } from "../../model/store";
import { IconButton, Menu } from "../../ui";
import { t } from "../../localization";
import { GuidelinesDialog } from "./Guidelines";
import { ShortcutsDialog } from "./Shortcuts";
import { progress, startTour } from "./tour";
import "./help.css";

/**
 * The “i” button with its menu: guidelines, keyboard shortcuts, the tour and the help.
 *
 * @param open The dialog that is open.
 */
export function HelpButton({ open, onOpen }: {
  open: "guidelines" | "keys" | null;
  onOpen(dialog: "guidelines" | "keys" | null): void;
}) {
  const editor = useEditor();
  const { step, isOver } = useStore(progress);
  const hasStarted = step > 0 && !isOver;
  return (
    <>
      <Menu
        label={t("help.info")} align="end"
        items={[
          { text: t("help.guidelines"), icon: "info", onChoose: () => onOpen("guidelines") },
          { text: t("help.keys"), icon: "text", shortcut: "?", onChoose: () => onOpen("keys") },
          ...(editor.canEdit ? [{
            text: t(hasStarted ? "help.tour-again" : "help.tour"), icon: "play" as const,
            onChoose: () => startTour(hasStarted ? step : 0),
          }] : []),
          null,
          { text: t("help.more"), icon: "help", onChoose: () => navigate("/help") },
        ]}
        trigger={(props) => (
          <IconButton
            {...props} icon="info" label={t("help.info")} className="help-button" data-tour="help"
          />
        )}
      />
      {open === "guidelines" && <GuidelinesDialog onClose={() => onOpen(null)} />}
      {open === "keys" && <ShortcutsDialog onClose={() => onOpen(null)} />}
    </>
  );
}
