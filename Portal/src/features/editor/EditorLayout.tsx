import { useEffect, useRef } from "react";
import { flowOf, readSection, stepOf } from "../../document";
import { EditorModel, useEditor } from "../../model/editor";
import { setQuery, useLocation } from "../../model/router";
import { useStore } from "../../model/store";
import { useUndoKeys } from "../../model/undoKeys";
import { lazy, toast, whenIdle } from "../../ui";
import { t, withTexts } from "../../localization";
import { Canvas } from "../canvas";
import { FlowBar } from "./FlowBar";
import { SidePanel } from "./SidePanel";

const loadList = () => import("../list");
const FlowList = lazy(async () => (await loadList()).FlowList);
const RemoveDialog = lazy(async () => (await import("./RemoveDialog")).RemoveDialog);
const loadScreens = () => withTexts("screens", import("../screens"));
const NewScreenDialog = lazy(async () => (await loadScreens()).NewScreenDialog);
const ScreenEditor = lazy(async () => (await loadScreens()).ScreenEditor);
const Tour = lazy(async () => (await import("../help")).Tour, "optional");

/** The canvas or the list in the middle, with bars and panels around it. */
export function EditorLayout({ main }: { main: EditorModel }) {
  const editor = useEditor();
  const view = useStore(editor.view);
  const panel = useStore(editor.panel);
  const name = useStore(editor.application.application)?.name ?? editor.application.id;
  const removal = useStore(editor.removal);
  const newScreen = useStore(editor.newScreen);
  const screen = useLocation().query.get("screen");
  useFlowQuery(editor);
  // Loaded early, so that it also works offline.
  useEffect(() => whenIdle(loadList), []);
  useUndoKeys(editor.isReadOnly ? null : editor.draft);
  return (
    <main
      id="main" className={`editor ${panel && screen === null ? "with-panel" : ""}`} tabIndex={-1}
    >
      <h1 className="visually-hidden">{name}</h1>
      {screen !== null ? <ScreenEditor name={screen} /> : (
        <>
          <div className="editor-middle" data-tour={view === "canvas" ? "canvas" : undefined}>
            <FlowBar main={main} />
            {view === "canvas" ? <Canvas /> : <FlowList />}
          </div>
          <SidePanel />
          <Tour />
        </>
      )}
      {removal && (
        <div className="editor-over"><RemoveDialog editor={editor} removal={removal} /></div>
      )}
      {newScreen && (
        <div className="editor-over"><NewScreenDialog editor={editor} request={newScreen} /></div>
      )}
    </main>
  );
}

/** Keeps the URL's flow and the current one equal, and reveals the URL's step or section. */
function useFlowQuery(editor: EditorModel): void {
  const { query } = useLocation();
  const flow = useStore(editor.flow);
  const flows = useStore(editor.draft.document, (it) => it.flows);
  const document = editor.draft.document.get();
  const requested = query.get("flow");
  const step = query.get("step");
  const section = query.get("section");
  useEffect(() => {
    const ids = flows.map(({ id }) => id);
    if (ids.includes(flow)) return;
    editor.flow.set(requested && ids.includes(requested) ? requested : ids[0] ?? "");
  }, [flows, flow]);
  // Switching flows adds a history entry; a URL without a flow is that of the first one.
  const nameOf = (id: string) => (flows[0]?.id === id ? null : id);
  const before = useRef("");
  useEffect(() => {
    if (flow) setQuery({ flow: nameOf(flow) }, before.current !== "" && nameOf(flow) !== requested);
    before.current = flow;
  }, [flow]);
  useEffect(() => {
    const target = requested ?? flows[0]?.id;
    const exists = flows.some(({ id }) => id === target);
    if (flow !== "" && target !== undefined && exists) editor.flow.set(target);
  }, [requested]);
  useEffect(() => {
    // NB: initially no flow is selected yet, and the step belongs to the flow that will be.
    if (!step || flow === "") return;
    setQuery({ step: null });
    const targetFlow = requested ?? flow;
    if (stepOf(document, targetFlow, step)) {
      editor.command({ kind: "reveal", flow: targetFlow, step, isSelected: true, isOpen: true });
    } else {
      toast({ text: t("editor.no-such-step", { step }) });
    }
  }, [step, flow === ""]);
  useEffect(() => {
    if (!section || flow === "") return;
    setQuery({ section: null });
    const targetFlow = requested ?? flow;
    if (readSection(flowOf(document, targetFlow), section)) {
      editor.command({ kind: "section", flow: targetFlow, section });
    } else {
      toast({ text: t("editor.no-such-section", { section }) });
    }
  }, [section, flow === ""]);
}
