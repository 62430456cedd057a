import { useCallback, useEffect, useRef, useState } from "react";
import { drawnScreenOf } from "../../document/blocks";
import { useEditor, type EditorModel } from "../../model/editor";
import { setQuery, useLocation } from "../../model/router";
import { useStore } from "../../model/store";
import { Button, EmptyState } from "../../ui";
import { language, t } from "../../localization";
import { localesOf } from "../inspector";
import { BlockPalette } from "./BlockPalette";
import { BlockTools } from "./BlockTools";
import type { Look } from "./located";
import { FindingsContext } from "./panel/FieldFindings";
import { Properties } from "./panel/Properties";
import { leave, ScreenHead, type Part } from "./ScreenHead";
import { ScreenModel } from "./screenModel";
import { focusShown } from "./showing";
import { Stage } from "./Stage";
import { Tree } from "./Tree";
import { useFindings, useNextFinding } from "./useFindings";

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
  if (!isThere) return <NoScreen editor={editor} name={name} />;
  return model && <Parts key={name} editor={editor} model={model} />;
}

function NoScreen({ editor, name }: { editor: EditorModel; name: string }) {
  const onClick = () => leave(editor, name);
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

function Parts({ editor, model }: { editor: EditorModel; model: ScreenModel }) {
  const document = useStore(editor.draft.document);
  const said = useStore(model.said);
  const [part, setPart] = useState<Part>("phone");
  const [isAdding, setAdding] = useState(false);
  const [look, setLook] = useState<Look>({});
  const locales = localesOf(document);
  const locale = look.locale ?? locales[0] ?? language;
  const root = useRef<HTMLDivElement>(null);
  const findings = useFindings(model);
  const next = useNextFinding(model, findings);
  const change = useCallback((more: Look) => setLook((now) => ({ ...now, ...more })), []);
  useEffect(() => {
    root.current?.querySelector<HTMLElement>(".tree-row[tabindex='0']")?.focus();
  }, [model]);
  useShown(model, part, setPart, change);
  return (
    <div className="screen-editor" data-part={part} ref={root}>
      <ScreenHead
        model={model} findings={findings} onNext={next} locales={locales}
        look={{ ...look, locale }} onLook={change} part={part} onPart={setPart}
      />
      <div className="screen-tree">
        {editor.canEdit && (
          <BlockTools model={model} isAdding={isAdding} onAdding={setAdding} />
        )}
        {isAdding ? <BlockPalette model={model} onAdded={() => setAdding(false)} />
          : <Tree model={model} findings={findings} />}
      </div>
      <Stage model={model} locale={locale} findings={findings} look={look} />
      <aside className="screen-panel" aria-label={t("screens.settings")}>
        <FindingsContext.Provider value={findings}>
          <Properties model={model} findings={findings} locale={locale} />
        </FindingsContext.Provider>
      </aside>
      <p className="unseen" role="status">{said}</p>
    </div>
  );
}

/** Shows what is to be shown: the panel, the look in which it is seen, then the field itself. */
function useShown(
  model: ScreenModel, part: Part, onPart: (part: Part) => void, onLook: (look: Look) => void,
): void {
  const shown = useStore(model.shown);
  const at = useLocation().query.get("at");
  useEffect(() => {
    if (at === null) return;
    setQuery({ at: null });
    model.reveal(at);
  }, [at, model]);
  useEffect(() => {
    if (shown === null) return;
    if (part !== "panel") return onPart("panel");
    onLook(shown.look);
    focusShown(shown);
    model.shown.set(null);
  }, [shown, part]);
}
