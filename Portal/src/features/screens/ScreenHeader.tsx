import { useState } from "react";
import type { EditorModel } from "../../model/editor";
import { setQuery } from "../../model/router";
import { useStore } from "../../model/store";
import { Button, Icon, IconButton, Segmented, Select } from "../../ui";
import { t } from "../../localization";
import { useIsPortalDark } from "../drawn";
import { languageText } from "../inspector";
import type { BlockFindings } from "./findings";
import { UpdateDialog } from "./library/UpdateDialog";
import type { LinkedTemplate } from "./library/useTemplate";
import type { DisplayOptions } from "./locatedFinding";
import type { ScreenModel } from "./screenModel";

/** The part of the editor that is shown on a narrow page. */
export type EditorPart = "tree" | "phone" | "panel";

/** Returns to the flow, at the step that shows the screen. */
export function returnToFlow(editor: EditorModel, name: string): void {
  const { flows } = editor.draft.document.get();
  const currentFlow = editor.flow.get();
  const uses = flows.flatMap(({ id, steps }) => (
    steps.filter(({ screen }) => screen === name).map((step) => ({ flow: id, step: step.id }))));
  const use = uses.find(({ flow }) => flow === currentFlow) ?? uses[0];
  setQuery({ screen: null }, true);
  if (use) editor.command({ kind: "reveal", ...use, isSelected: true });
}

/**
 * The header of the screen editor: name, display options, and counts of findings and suggestions.
 */
export function ScreenHeader({
  model, findings, onNext, locales, display, onDisplay, part, onPart, template,
}: {
  model: ScreenModel; findings: BlockFindings; onNext(): void; locales: string[];
  display: DisplayOptions & { locale: string }; onDisplay(display: DisplayOptions): void;
  part: EditorPart; onPart(part: EditorPart): void;
  template: LinkedTemplate | undefined;
}) {
  const { editor, name } = model;
  const isPortalDark = useIsPortalDark();
  const isDark = display.appearance === undefined ? isPortalDark : display.appearance === "dark";
  return (
    <header className="screen-head">
      <Button size="small" icon="back" onClick={() => returnToFlow(editor, name)}>
        {t("screens.to-flow")}
      </Button>
      <h2>{name}</h2>
      {editor.canEdit && <UndoButtons editor={editor} />}
      <span className="screen-looks">
        <IconButton
          icon="moon" label={t("screens.dark")} isPressed={isDark}
          onClick={() => onDisplay({ appearance: isDark ? "light" : "dark" })}
        />
        <IconButton
          icon="text" label={t("screens.large")} isPressed={display.isLarge === true}
          onClick={() => onDisplay({ isLarge: !display.isLarge })}
        />
      </span>
      {locales.length > 1 && (
        <Select
          label={t("screens.language")} isLabelHidden value={display.locale}
          onValue={(locale) => onDisplay({ locale })}
          options={locales.map((locale) => ({ value: locale, text: languageText(locale) }))}
        />
      )}
      {template?.isOutdated && <UpdateButton model={model} template={template} />}
      <FindingCount editor={editor} findings={findings} onNext={onNext} />
      <Segmented<EditorPart>
        label={t("screens.part")} value={part} onValue={onPart}
        options={[
          { value: "tree", text: t("screens.blocks") },
          { value: "phone", text: t("screens.phone") },
          { value: "panel", text: t("screens.settings") },
        ]}
      />
    </header>
  );
}

/** A button that announces a newer version of the template and shows the differences. */
function UpdateButton({ model, template }: { model: ScreenModel; template: LinkedTemplate }) {
  const [isReviewing, setReviewing] = useState(false);
  return (
    <>
      <button type="button" className="findings-button" onClick={() => setReviewing(true)}>
        <Icon name="download" size={16} />
        <span>{t("screens.update-there")}</span>
      </button>
      {isReviewing && (
        <UpdateDialog model={model} linked={template} onClose={() => setReviewing(false)} />
      )}
    </>
  );
}

/** A button with the number of findings and suggestions, which shows the next one. */
function FindingCount({ editor, findings, onNext }: {
  editor: EditorModel; findings: BlockFindings; onNext(): void;
}) {
  const { isCurrent } = useStore(editor.verification.state);
  const { all } = findings;
  const advice = all.filter(({ severity }) => severity === "advice").length;
  const found = all.length - advice;
  if (all.length === 0) {
    return (
      <span className="findings-button good" aria-busy={!isCurrent}>
        <Icon name="check" size={16} />
        <span>{t("screens.no-findings")}</span>
      </span>
    );
  }
  const isError = all.some(({ severity }) => severity === "error");
  return (
    <button
      type="button" className={`findings-button ${isError ? "danger" : found > 0 ? "warn" : ""}`}
      aria-busy={!isCurrent} aria-keyshortcuts="F8" title={t("screens.next-finding")}
      onClick={onNext}
    >
      <Icon name={found > 0 ? "alert" : "info"} size={16} />
      <span>
        {[
          ...(found > 0 ? [t("screens.findings", { count: found })] : []),
          ...(advice > 0 ? [t("screens.advice", { count: advice })] : []),
        ].join(" · ")}
      </span>
    </button>
  );
}

function UndoButtons({ editor }: { editor: EditorModel }) {
  const { canUndo, canRedo, undoLabel, redoLabel } = useStore(editor.draft.state);
  return (
    <span className="screen-undo">
      <IconButton
        icon="undo" disabled={!canUndo} shortcut="Ctrl+Z" onClick={() => editor.draft.undo()}
        label={undoLabel ? t("editor.undo", { what: undoLabel }) : t("action.undo")}
      />
      <IconButton
        icon="redo" disabled={!canRedo} shortcut="Ctrl+Shift+Z" onClick={() => editor.draft.redo()}
        label={redoLabel ? t("editor.redo", { what: redoLabel }) : t("action.redo")}
      />
    </span>
  );
}
