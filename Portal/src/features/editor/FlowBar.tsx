import { useEditor, type EditorModel } from "../../model/editor";
import { useStore } from "../../model/store";
import { Icon, IconButton, lazy, Segmented } from "../../ui";
import { t } from "../../localization";
import { FlowMenu } from "./FlowMenu";
import { VersionSwitch } from "./VersionSwitch";
import { useHelpDialog } from "./useHelpDialog";

const HelpButton = lazy(async () => (await import("../help")).HelpButton, "optional");

/** The bar of a flow: the choice of the flow and its view, undo and redo, and the panels. */
export function FlowBar({ main }: { main: EditorModel }) {
  const editor = useEditor();
  const [help, setHelp] = useHelpDialog();
  const view = useStore(editor.view);
  const panel = useStore(editor.panel);
  const { canUndo, canRedo, undoLabel, redoLabel } = useStore(editor.draft.state);
  const { findings, isCurrent, failure } = useStore(editor.verification.state);
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const warnings = findings.length - errors;
  const toggle = (target: typeof panel) => editor.panel.set(panel === target ? null : target);
  const kind = errors > 0 ? "danger" : warnings > 0 ? "warn" : "good";
  return (
    <div className="flow-bar">
      <FlowMenu />
      <Segmented
        label={t("editor.view")} value={view} onValue={editor.view.set}
        options={[
          { value: "canvas", text: t("editor.canvas"), icon: <Icon name="flow" size={16} /> },
          { value: "list", text: t("editor.list"), icon: <Icon name="list" size={16} /> },
        ]}
      />
      {editor.canEdit && (
        <span className="flow-bar-group" data-tour="undo">
          <IconButton
            icon="undo" disabled={!canUndo} shortcut="Ctrl+Z" onClick={() => editor.draft.undo()}
            label={undoLabel ? t("editor.undo", { what: undoLabel }) : t("action.undo")}
          />
          <IconButton
            icon="redo" disabled={!canRedo} shortcut="Ctrl+Shift+Z"
            onClick={() => editor.draft.redo()}
            label={redoLabel ? t("editor.redo", { what: redoLabel }) : t("action.redo")}
          />
        </span>
      )}
      <VersionSwitch main={main} />
      <span className="flow-bar-end">
        <button
          type="button" className={`findings-button ${failure ? "danger" : kind}`}
          data-tour="findings"
          aria-pressed={panel === "findings"} aria-busy={!isCurrent}
          onClick={() => toggle("findings")}
        >
          <Icon name={!failure && errors + warnings === 0 ? "check" : "alert"} size={16} />
          <span>
            {failure ? t("findings.failed") : summary(errors, warnings)}
          </span>
        </button>
        <button
          type="button" className="button plain" aria-pressed={panel === "preview"} data-tour="try"
          onClick={() => toggle("preview")}
        >
          <Icon name="play" size={16} />
          <span className="button-text">{t("editor.try")}</span>
        </button>
        <HelpButton open={help} onOpen={setHelp} />
      </span>
    </div>
  );
}

function summary(errors: number, warnings: number): string {
  if (errors + warnings === 0) return t("findings.none");
  const parts = [
    ...(errors > 0 ? [t("findings.errors", { count: errors })] : []),
    ...(warnings > 0 ? [t("findings.warnings", { count: warnings })] : []),
  ];
  return parts.join(", ");
}
