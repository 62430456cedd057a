import { useEffect, useRef } from "react";
import { useEditor } from "../../model/editor";
import { focusSelected } from "../../model/focus";
import { useStore } from "../../model/store";
import { IconButton, lazy, whenIdle } from "../../ui";
import { t } from "../../localization";

// The canvas is loaded first; the panels are loaded when the page is idle.
const loadFindings = () => import("../findings");
const loadStep = () => import("../inspector");
const loadPreview = () => import("../preview");
const FindingsPanel = lazy(async () => (await loadFindings()).FindingsPanel);
const StepPanel = lazy(async () => (await loadStep()).StepPanel);
const PreviewPanel = lazy(async () => (await loadPreview()).PreviewPanel);

/** The panel on the right: a step, the findings, or the preview. */
export function SidePanel() {
  const editor = useEditor();
  const panel = useStore(editor.panel);
  const isPeeking = useStore(editor.isPeeking);
  useEffect(() => whenIdle(
    () => Promise.all([loadStep(), loadFindings(), loadPreview()])), []);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The button that closed the panel is removed, so the focus returns to what opened it.
    const isFocusLost = !document.activeElement || document.activeElement === document.body;
    if (!panel && wasOpen.current && isFocusLost) focusSelected(editor);
    wasOpen.current = panel !== null;
  }, [panel]);
  if (!panel) return null;
  const title = panel === "findings" ? t("editor.findings")
    : panel === "preview" ? t("editor.try") : t("editor.step");
  return (
    <aside
      className={`side-panel ${panel} ${isPeeking ? "collapsed" : ""}`} aria-label={title}
      data-over-canvas
    >
      <header className="side-panel-head">
        <h2>{title}</h2>
        {isPeeking && (
          <IconButton
            icon="up" label={t("editor.whole-panel")} className="expand"
            onClick={() => editor.isPeeking.set(false)}
          />
        )}
        <IconButton
          icon="close" label={t("editor.close-panel")} onClick={() => editor.panel.set(null)}
        />
      </header>
      <div className="side-panel-body">
        {panel === "findings" && <FindingsPanel />}
        {panel === "preview" && <PreviewPanel />}
        {(panel === "step" || panel === "flow") && <StepPanel />}
      </div>
    </aside>
  );
}
