import { useEffect, useMemo, useRef, useState } from "react";
import { drawnScreenOf } from "../../document/blocks";
import { useEditor, type EditorModel } from "../../model/editor";
import { setQuery } from "../../model/router";
import { useStore } from "../../model/store";
import { Button, EmptyState, Icon, IconButton, Segmented, Select } from "../../ui";
import { language, t } from "../../localization";
import { localesOf } from "../inspector";
import { BlockPalette } from "./BlockPalette";
import { BlockTools } from "./BlockTools";
import { findingsOf } from "./findings";
import { Properties } from "./panel/Properties";
import { ScreenModel } from "./screenModel";
import { Stage } from "./Stage";
import { Tree } from "./Tree";

type Part = "tree" | "phone" | "panel";

/** A drawn screen as one draws it: its structure, the phone, and what can be set. */
export function ScreenEditor({ name }: { name: string }) {
  const editor = useEditor();
  const isThere = useStore(
    editor.draft.document, (it) => drawnScreenOf(it, name) !== undefined);
  const [model, setModel] = useState<ScreenModel | null>(null);
  useEffect(() => {
    const made = new ScreenModel(editor, name);
    setModel(made);
    return () => made.close();
  }, [editor, name]);
  if (!isThere) return <NoScreen name={name} />;
  return model && <Parts key={name} editor={editor} model={model} />;
}

const leave = () => setQuery({ screen: null }, true);

function NoScreen({ name }: { name: string }) {
  return (
    <div className="screen-editor none">
      <EmptyState
        icon="phone" title={t("screens.gone", { name })}
        action={<Button kind="primary" onClick={leave}>{t("screens.to-flow")}</Button>}
      >
        <p>{t("screens.gone-text")}</p>
      </EmptyState>
    </div>
  );
}

function Parts({ editor, model }: { editor: EditorModel; model: ScreenModel }) {
  const document = useStore(editor.draft.document);
  const verification = useStore(editor.verification.state);
  const said = useStore(model.said);
  const [part, setPart] = useState<Part>("phone");
  const [isAdding, setAdding] = useState(false);
  const locales = localesOf(document);
  const [wanted, setLocale] = useState<string | null>(null);
  const locale = wanted ?? locales[0] ?? language;
  const root = useRef<HTMLDivElement>(null);
  const findings = useMemo(
    () => findingsOf(verification.findings, document, model.name),
    [verification.findings, document, model.name]);
  useEffect(() => {
    root.current?.querySelector<HTMLElement>(".tree-row[tabindex='0']")?.focus();
  }, [model]);
  const count = findings.all.length;
  const show = () => {
    const [first] = findings.all;
    if (!first) return;
    model.choose(first.path);
    setPart("panel");
  };
  return (
    <div className="screen-editor" data-part={part} ref={root}>
      <header className="screen-head">
        <Button size="small" icon="back" onClick={leave}>{t("screens.to-flow")}</Button>
        <h2>{model.name}</h2>
        {editor.canEdit && <Undo editor={editor} />}
        {locales.length > 1 && (
          <Select
            label={t("screens.language")} isLabelHidden value={locale} onValue={setLocale}
            options={locales.map((one) => ({ value: one, text: one }))}
          />
        )}
        <button
          type="button" className={`findings-button ${kindOf(findings.all)}`} disabled={count === 0}
          aria-busy={!verification.isCurrent} onClick={show}
        >
          <Icon name={count === 0 ? "check" : "alert"} size={16} />
          <span>{t("screens.findings", { count })}</span>
        </button>
        <Segmented<Part>
          label={t("screens.part")} value={part} onValue={setPart}
          options={[
            { value: "tree", text: t("screens.blocks") },
            { value: "phone", text: t("screens.phone") },
            { value: "panel", text: t("screens.settings") },
          ]}
        />
      </header>
      <div className="screen-tree">
        {editor.canEdit && (
          <BlockTools model={model} isAdding={isAdding} onAdding={setAdding} />
        )}
        {isAdding ? <BlockPalette model={model} onAdded={() => setAdding(false)} />
          : <Tree model={model} findings={findings} />}
      </div>
      <Stage model={model} locale={locale} />
      <aside className="screen-panel" aria-label={t("screens.settings")}>
        <Properties model={model} findings={findings} locale={locale} />
      </aside>
      <p className="unseen" role="status">{said}</p>
    </div>
  );
}

const kindOf = (all: { severity: string }[]): string => (
  all.some(({ severity }) => severity === "error") ? "danger" : all.length > 0 ? "warn" : "good");

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
