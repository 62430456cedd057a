import { lazy, Suspense, useEffect } from "react";
import { stepOf } from "../../document";
import { EditorModel, useEditor } from "../../model/editor";
import { setQuery, useWhere } from "../../model/router";
import { useStore } from "../../model/store";
import { useUndoKeys } from "../../model/undoKeys";
import { toast } from "../../ui";
import { t } from "../../words";
import { Canvas } from "../canvas";
import { FlowBar } from "./FlowBar";
import { SidePanel } from "./SidePanel";

const FlowList = lazy(async () => ({ default: (await import("../list")).FlowList }));
const Tour = lazy(async () => ({ default: (await import("../help")).Tour }));

/** The canvas or the list in the middle, and what belongs to it at its edges. */
export function EditorRoom() {
  const editor = useEditor();
  const view = useStore(editor.view);
  const panel = useStore(editor.panel);
  const name = useStore(editor.application.application)?.name ?? editor.application.id;
  useAddress(editor);
  useUndoKeys(editor.isReadOnly ? null : editor.draft);
  return (
    <main id="main" className={`editor ${panel ? "with-panel" : ""}`} tabIndex={-1}>
      <h1 className="unseen">{name}</h1>
      <div className="editor-middle" data-tour={view === "canvas" ? "canvas" : undefined}>
        <FlowBar />
        {view === "canvas" ? <Canvas /> : <Suspense fallback={null}><FlowList /></Suspense>}
      </div>
      <SidePanel />
      <Suspense fallback={null}><Tour /></Suspense>
    </main>
  );
}

/** Keeps the flow that is looked at in the address, so that it can be sent to somebody. */
function useAddress(editor: EditorModel): void {
  const { query } = useWhere();
  const flow = useStore(editor.flow);
  const document = useStore(editor.draft.document);
  const wanted = query.get("flow");
  const step = query.get("step");
  useEffect(() => {
    const ids = document.flows.map((one) => one.id);
    if (ids.includes(flow)) return;
    editor.flow.set(wanted && ids.includes(wanted) ? wanted : ids[0] ?? "");
  }, [document, flow]);
  useEffect(() => {
    const isFirst = document.flows[0]?.id === flow;
    if (flow) setQuery({ flow: isFirst ? null : flow });
  }, [flow]);
  useEffect(() => {
    // NB: at first no flow is chosen yet, and a step is looked for in the one that will be.
    if (!step || flow === "") return;
    setQuery({ step: null });
    const place = wanted ?? flow;
    if (stepOf(document, place, step)) {
      editor.command({ kind: "reveal", flow: place, step, isChosen: true, isOpen: true });
    } else {
      toast({ text: t("editor.no-such-step", { step }) });
    }
  }, [step, flow === ""]);
}
