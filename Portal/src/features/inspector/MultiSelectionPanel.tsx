import { pasteSteps, removeSteps } from "../../document";
import { useEditor } from "../../model/editor";
import { useStore } from "../../model/store";
import { Button } from "../../ui";
import { t } from "../../localization";

/** The panel of several selected steps, with their common actions. */
export function MultiSelectionPanel({ steps }: { steps: string[] }) {
  const editor = useEditor();
  const flow = useStore(editor.flow);
  const document = useStore(editor.draft.document);
  const all = document.flows.find(({ id }) => id === flow)?.steps ?? [];
  const selected = all.filter((step) => steps.includes(step.id));
  const duplicate = () => {
    const { edit, names } = pasteSteps(
      document, flow, { kind: "flowmagic/steps", steps: selected, positions: {} });
    editor.draft.apply(t("inspector.undo-duplicate"), edit);
    editor.select({ steps: [...names.values()] });
  };
  const remove = () => {
    editor.remove({
      flow, steps,
      run: (instead) => {
        editor.draft.apply(t("inspector.undo-remove"), removeSteps(flow, steps, instead));
        editor.select({ steps: [] });
      },
    });
  };
  return (
    <div className="inspector">
      <div className="inspector-section">
        <h3>{t("inspector.several", { count: selected.length })}</h3>
        <ul className="selected-steps">
          {selected.map((step) => (
            <li key={step.id}>
              <button
                type="button" className="link-button"
                onClick={() => editor.select({ steps: [step.id] })}
              >
                {step.id}
              </button>
              {step.screen !== step.id && <span className="muted"> {step.screen}</span>}
            </li>
          ))}
        </ul>
        {editor.canEdit && (
          <div className="multi-selection-actions">
            <Button icon="copy" onClick={duplicate}>{t("inspector.duplicate")}</Button>
            <Button icon="trash" kind="danger" onClick={remove}>
              {t("inspector.remove-several", { count: selected.length })}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
