import { useEffect, useMemo, useState } from "react";
import { marksOf } from "../../document";
import { Failure } from "../../ui/Failure";
import { useApplication } from "../../model/application";
import { DraftModel, ReadOnlyDraft } from "../../model/draft";
import { EditorModel, EditorProvider } from "../../model/editor";
import { useStore } from "../../model/store";
import { Loading } from "../../ui";
import { t } from "../../localization";
import { ApplicationBar } from "../bar";
import { PublishControls } from "../publish";
import { EditorLayout } from "./EditorLayout";
import "./editor.css";

/** The editor's page, where a flow is drawn, tried and published. */
export function EditorPage() {
  const application = useApplication();
  const [model, setModel] = useState<EditorModel | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isActive = true;
    let created: EditorModel | null = null;
    const draft = DraftModel.of(application);
    draft.open().then(() => {
      if (!isActive) return;
      created = new EditorModel(application, draft);
      setModel(created);
    }, (error) => isActive && setFailure(error));
    return () => {
      isActive = false;
      created?.close();
      draft.close();
    };
  }, [application, attempt]);
  if (failure) {
    const retry = () => {
      setFailure(null);
      setAttempt(attempt + 1);
    };
    return <><ApplicationBar /><Failure failure={failure} onRetry={retry} /></>;
  }
  if (!model) return <><ApplicationBar /><Loading text={t("app.loading")} /></>;
  return (
    <>
      <EditorProvider value={model}>
        <ApplicationBar><PublishControls /></ApplicationBar>
      </EditorProvider>
      <ShownVersion editor={model} />
    </>
  );
}

/** The shown document: the draft, or the live release. */
function ShownVersion({ editor }: { editor: EditorModel }) {
  const version = useStore(editor.shownVersion);
  const live = useLive(editor);
  const shown = version === "live" && live ? live : editor;
  return (
    <EditorProvider value={shown}>
      <EditorLayout key={shown.isLive ? "live" : "draft"} main={editor} />
    </EditorProvider>
  );
}

/**
 * Returns an editor for the live release, read-only and with its differences from the draft marked;
 * null while it is not shown, or if nothing is live.
 */
function useLive(editor: EditorModel): EditorModel | null {
  const version = useStore(editor.shownVersion);
  const document = useStore(editor.comparison.state, (it) => it.live);
  const isShown = version === "live" && document !== null && document.flows.length > 0;
  const live = useMemo(() => {
    if (!isShown) return null;
    const model = new EditorModel(
      editor.application, new ReadOnlyDraft(editor.application, document),
      { isReadOnly: true, isLive: true });
    model.view.set(editor.view.get());
    if (document.flows.some((flow) => flow.id === editor.flow.get())) {
      model.flow.set(editor.flow.get());
    }
    return model;
  }, [editor, isShown, document]);
  useEffect(() => {
    const { document } = editor.draft;
    const mark = () => live?.marks.set(marksOf(live.draft.document.get(), document.get()));
    mark();
    return live ? document.subscribe(mark) : undefined;
  }, [editor, live]);
  useEffect(() => () => {
    if (!live) return;
    editor.view.set(live.view.get());
    const flow = live.flow.get();
    if (editor.draft.document.get().flows.some(({ id }) => id === flow)) editor.flow.set(flow);
    live.close();
  }, [editor, live]);
  return live;
}
