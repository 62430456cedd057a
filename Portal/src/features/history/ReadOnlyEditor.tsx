import { useEffect, useMemo, type ReactNode } from "react";
import type { Change, FlowDocument } from "../../document";
import { useApplication } from "../../model/application";
import { ReadOnlyDraft } from "../../model/draft";
import { EditorModel, EditorProvider, useEditor } from "../../model/editor";
import { useStore } from "../../model/store";
import { failureText, Icon, Segmented, Select } from "../../ui";
import { t } from "../../localization";
import { Canvas } from "../canvas";
import { FlowList } from "../list";
import { ChangeList, spotlightOf, type Differences } from "../publish";

/** A read-only document, on the canvas or as a list, with its differences beside it. */
export function ReadOnlyEditor({ document, differences, failure, children }: {
  document: FlowDocument; differences: Differences; children: ReactNode;
  /** The reason why the document to compare it with could not be loaded. */
  failure?: unknown;
}) {
  const application = useApplication();
  const editor = useMemo(() => new EditorModel(
    application, new ReadOnlyDraft(application, document), { isReadOnly: true },
  ), [application, document]);
  useEffect(() => () => editor.close(), [editor]);
  const { changes } = differences;
  useEffect(() => {
    const [first] = (changes ?? []).filter((change) => change.flow !== undefined);
    const ids = document.flows.map(({ id }) => id);
    const flow = first?.flow !== undefined && ids.includes(first.flow) ? first.flow : ids[0];
    editor.flow.set(flow ?? "");
  }, [editor, changes]);
  useEffect(() => {
    editor.spotlight.set(spotlightOf(changes ?? [], document, t("publish.spotlight")));
  }, [editor, changes]);
  return (
    <EditorProvider value={editor}>
      <main id="main" className="release-layout" tabIndex={-1}>
        <div className="release-canvas"><View /></div>
        <aside className="release-side" aria-label={t("history.differences")}>
          {children}
          <Changes differences={differences} failure={failure ?? differences.failure} />
        </aside>
      </main>
    </EditorProvider>
  );
}

function View() {
  const editor = useEditor();
  const view = useStore(editor.view);
  const flow = useStore(editor.flow);
  const flows = useStore(editor.draft.document).flows;
  return (
    <>
      <div className="release-bar">
        <Select
          label={t("editor.flows")} isLabelHidden value={flow} onValue={editor.flow.set}
          options={flows.map(({ id }) => ({ value: id, text: id }))}
        />
        <Segmented
          label={t("editor.view")} value={view} onValue={editor.view.set}
          options={[
            { value: "canvas", text: t("editor.canvas"), icon: <Icon name="flow" size={16} /> },
            { value: "list", text: t("editor.list"), icon: <Icon name="list" size={16} /> },
          ]}
        />
      </div>
      {view === "canvas" ? <Canvas /> : <FlowList />}
    </>
  );
}

function Changes({ differences, failure }: { differences: Differences; failure: unknown }) {
  const editor = useEditor();
  const { changes } = differences;
  const show = (change: Change) => {
    const { flow, step } = change;
    if (flow === undefined || step === undefined) return;
    const exists = editor.draft.document.get().flows
      .find(({ id }) => id === flow)?.steps.some(({ id }) => id === step);
    if (exists) editor.command({ kind: "reveal", flow, step });
  };
  if (failure) return <p role="alert">{failureText(failure)}</p>;
  return (
    <section className="release-changes-list">
      <h2>
        {changes ? t("publish.changes", { count: changes.length }) : t("publish.comparing")}
      </h2>
      {changes?.length === 0 && <p className="muted">{t("history.same")}</p>}
      {changes && (
        <ChangeList
          changes={changes} before={differences.from} document={differences.to} onShow={show}
        />
      )}
    </section>
  );
}
