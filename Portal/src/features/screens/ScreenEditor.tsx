import {
  memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode,
} from "react";
import { drawnScreenOf } from "../../document/blocks";
import { useEditor, type EditorModel } from "../../model/editor";
import { setQuery, useLocation } from "../../model/router";
import { useStore } from "../../model/store";
import { Button, EmptyState } from "../../ui";
import { language, t } from "../../localization";
import { localesOf } from "../inspector";
import { BlockPalette } from "./BlockPalette";
import { BlockTools } from "./BlockTools";
import { TemplateContext, useTemplate } from "./library/useTemplate";
import type { DisplayOptions } from "./locatedFinding";
import { FindingsContext } from "./panel/FieldFindings";
import { Properties } from "./panel/Properties";
import { returnToFlow, ScreenHeader, type EditorPart } from "./ScreenHeader";
import { ScreenModel } from "./screenModel";
import { focusRevealed } from "./focusFinding";
import { Stage } from "./Stage";
import { Tree } from "./Tree";
import { useFindings, useNextFinding } from "./useFindings";

// NB: memoized, because the document changes with every letter, but not what these show.
const Header = memo(ScreenHeader);
const Tools = memo(BlockTools);

/** The editor of a drawn screen: its structure, the preview, and the settings. */
export function ScreenEditor({ name }: { name: string }) {
  const editor = useEditor();
  const exists = useStore(
    editor.draft.debounced, (document) => drawnScreenOf(document, name) !== undefined);
  const [model, setModel] = useState<ScreenModel | null>(null);
  useEffect(() => {
    const created = new ScreenModel(editor, name);
    setModel(created);
    return () => created.close();
  }, [editor, name]);
  if (!exists) return <NoScreen editor={editor} name={name} />;
  return model && <EditorContent key={name} editor={editor} model={model} />;
}

function NoScreen({ editor, name }: { editor: EditorModel; name: string }) {
  const onClick = () => returnToFlow(editor, name);
  return (
    <div className="screen-editor none">
      <EmptyState
        icon="phone" title={t("screens.gone", { name })}
        action={<Button kind="primary" onClick={onClick}>{t("screens.to-flow")}</Button>}
      >
        <p>{t("screens.gone-text")}</p>
      </EmptyState>
    </div>
  );
}

function EditorContent({ editor, model }: { editor: EditorModel; model: ScreenModel }) {
  const announcement = useStore(model.announcement);
  const [part, setPart] = useState<EditorPart>("phone");
  const [isAdding, setAdding] = useState(false);
  const [display, setDisplay] = useState<DisplayOptions>({});
  const localeList = useStore(editor.draft.debounced, (document) => localesOf(document).join());
  const locales = useMemo(() => (localeList === "" ? [] : localeList.split(",")), [localeList]);
  const locale = display.locale ?? locales[0] ?? language;
  const shown = useMemo(() => ({ ...display, locale }), [display, locale]);
  const root = useRef<HTMLDivElement>(null);
  const findings = useFindings(model);
  useLayoutEffect(() => model.findings.set(findings), [model, findings]);
  const template = useTemplate(model);
  const next = useNextFinding(model, findings);
  const change = useCallback(
    (options: DisplayOptions) => setDisplay((old) => ({ ...old, ...options })), []);
  useEffect(() => {
    root.current?.querySelector<HTMLElement>(".tree-row[tabindex='0']")?.focus();
  }, [model]);
  useRevealed(model, part, setPart, change);
  return (
    <div className="screen-editor" data-part={part} ref={root}>
      <Header
        model={model} findings={findings} onNext={next} locales={locales}
        display={shown} onDisplay={change} part={part} onPart={setPart}
        template={template}
      />
      <div className="screen-tree">
        {editor.canEdit && (
          <Tools model={model} isAdding={isAdding} onAdding={setAdding} />
        )}
        {isAdding ? <BlockPalette model={model} onClose={() => setAdding(false)} />
          : <Tree model={model} />}
      </div>
      <Stage model={model} locale={locale} findings={findings} display={display} />
      <Panel model={model}>
        <FindingsContext.Provider value={findings}>
          <TemplateContext.Provider value={template}>
            <Properties model={model} findings={findings} locale={locale} />
          </TemplateContext.Provider>
        </FindingsContext.Provider>
      </Panel>
      <p className="visually-hidden" role="status">{announcement}</p>
    </div>
  );
}

/**
 * The settings. While they are still those of the previous block, they are inert: input would
 * change the wrong block.
 */
function Panel({ model, children }: { model: ScreenModel; children: ReactNode }) {
  const isOutdated = useStore(model.selected) !== useStore(model.debouncedSelection);
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // NB: React 18 does not support `inert`.
    if (panel.current) panel.current.inert = isOutdated;
  }, [isOutdated]);
  return (
    <aside className="screen-panel" aria-label={t("screens.settings")} ref={panel}>
      {children}
    </aside>
  );
}

/** Reveals a location: the panel, the display options in which it is visible, then the field. */
function useRevealed(
  model: ScreenModel, part: EditorPart, onPart: (part: EditorPart) => void,
  onDisplay: (display: DisplayOptions) => void,
): void {
  const revealed = useStore(model.revealed);
  const at = useLocation().query.get("at");
  useEffect(() => {
    if (at === null) return;
    setQuery({ at: null });
    model.reveal(at);
  }, [at, model]);
  useEffect(() => {
    if (revealed === null) return;
    if (part !== "panel") return onPart("panel");
    onDisplay(revealed.display);
    focusRevealed(revealed);
    model.revealed.set(null);
  }, [revealed, part]);
}
