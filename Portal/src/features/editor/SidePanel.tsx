import { lazy, Suspense, useEffect } from "react";
import { useEditor } from "../../model/editor";
import { useStore } from "../../model/store";
import { IconButton, Loading } from "../../ui";
import { t } from "../../words";

// The canvas is there first; what is opened beside it comes while nothing else is to be done.
const loadFindings = () => import("../findings");
const loadStep = () => import("../inspector");
const loadPreview = () => import("../preview");
const FindingsPanel = lazy(async () => ({ default: (await loadFindings()).FindingsPanel }));
const StepPanel = lazy(async () => ({ default: (await loadStep()).StepPanel }));
const PreviewPanel = lazy(async () => ({ default: (await loadPreview()).PreviewPanel }));

/** What is open at the right: a step, the findings, or the phone. */
export function SidePanel() {
  const editor = useEditor();
  const panel = useStore(editor.panel);
  useEffect(() => {
    const wait = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));
    wait(() => void Promise.allSettled([loadStep(), loadFindings(), loadPreview()]));
  }, []);
  if (!panel) return null;
  const title = panel === "findings" ? t("editor.findings")
    : panel === "preview" ? t("editor.try") : t("editor.step");
  return (
    <aside className={`side-panel ${panel}`} aria-label={title}>
      <header className="side-panel-head">
        <h2>{title}</h2>
        <IconButton
          icon="close" label={t("editor.close-panel")} onClick={() => editor.panel.set(null)}
        />
      </header>
      <div className="side-panel-body">
        <Suspense fallback={<Loading text={t("app.loading")} />}>
          {panel === "findings" && <FindingsPanel />}
          {panel === "preview" && <PreviewPanel />}
          {(panel === "step" || panel === "flow") && <StepPanel />}
        </Suspense>
      </div>
    </aside>
  );
}
