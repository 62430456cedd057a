import type { EditorModel } from "../../model/editor";
import { setQuery } from "../../model/router";
import { useStore } from "../../model/store";
import { Button, Icon, IconButton, Segmented, Select } from "../../ui";
import { t } from "../../localization";
import type { BlockFindings } from "./findings";
import type { Look } from "./located";
import type { ScreenModel } from "./screenModel";

export type Part = "tree" | "phone" | "panel";

/** Goes back to the flow, to the step that shows the screen. */
export function leave(editor: EditorModel, name: string): void {
  const { flows } = editor.draft.document.get();
  const here = editor.flow.get();
  const places = flows.flatMap(({ id, steps }) => (
    steps.filter(({ screen }) => screen === name).map((step) => ({ flow: id, step: step.id }))));
  const place = places.find(({ flow }) => flow === here) ?? places[0];
  setQuery({ screen: null }, true);
  if (place) editor.command({ kind: "reveal", ...place, isChosen: true });
}

/** The name of a screen, how it is looked at, and how much there is to be said about it. */
export function ScreenHead({ model, findings, onNext, locales, look, onLook, part, onPart }: {
  model: ScreenModel; findings: BlockFindings; onNext(): void; locales: string[];
  look: Look & { locale: string }; onLook(look: Look): void; part: Part; onPart(part: Part): void;
}) {
  const { editor, name } = model;
  const isDark = look.appearance === undefined
    ? matchMedia("(prefers-color-scheme: dark)").matches : look.appearance === "dark";
  return (
    <header className="screen-head">
      <Button size="small" icon="back" onClick={() => leave(editor, name)}>
        {t("screens.to-flow")}
      </Button>
      <h2>{name}</h2>
      {editor.canEdit && <Undo editor={editor} />}
      <span className="screen-looks">
        <IconButton
          icon="moon" label={t("screens.dark")} isPressed={isDark}
          onClick={() => onLook({ appearance: isDark ? "light" : "dark" })}
        />
        <IconButton
          icon="text" label={t("screens.large")} isPressed={look.isLarge === true}
          onClick={() => onLook({ isLarge: !look.isLarge })}
        />
      </span>
      {locales.length > 1 && (
        <Select
          label={t("screens.language")} isLabelHidden value={look.locale}
          onValue={(locale) => onLook({ locale })}
          options={locales.map((one) => ({ value: one, text: one }))}
        />
      )}
      <Count editor={editor} findings={findings} onNext={onNext} />
      <Segmented<Part>
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

/** The number of findings and of advice; pressed, it shows the next. */
function Count({ editor, findings, onNext }: {
  editor: EditorModel; findings: BlockFindings; onNext(): void;
}) {
  const { isCurrent } = useStore(editor.verification.state);
  const { all } = findings;
  const advice = all.filter(({ severity }) => severity === "advice").length;
  const real = all.length - advice;
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
      type="button" className={`findings-button ${isError ? "danger" : real > 0 ? "warn" : ""}`}
      aria-busy={!isCurrent} aria-keyshortcuts="F8" title={t("screens.next-finding")}
      onClick={onNext}
    >
      <Icon name={real > 0 ? "alert" : "info"} size={16} />
      <span>
        {[
          ...(real > 0 ? [t("screens.findings", { count: real })] : []),
          ...(advice > 0 ? [t("screens.advice", { count: advice })] : []),
        ].join(" · ")}
      </span>
    </button>
  );
}

function Undo({ editor }: { editor: EditorModel }) {
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
