import { edgesOf, setStart } from "../../document";
import { useEditor } from "../../model/editor";
import { useStore } from "../../model/store";
import { Combobox, EmptyState, Field } from "../../ui";
import { formatNumber, t } from "../../localization";

/** The panel of the current flow, when nothing is selected. */
export function FlowPanel() {
  const editor = useEditor();
  const document = useStore(editor.draft.document);
  const id = useStore(editor.flow);
  const flow = document.flows.find((candidate) => candidate.id === id);
  if (!flow || flow.steps.length === 0) {
    return (
      <EmptyState icon="flow" title={t("inspector.flow-empty")}>
        <p>{t("inspector.flow-empty-text")}</p>
      </EmptyState>
    );
  }
  const edges = flow.steps.flatMap((step) => edgesOf(flow.id, step));
  const ends = new Map<string, Set<string>>();
  for (const { target, ref } of edges) {
    if (target.kind !== "finish") continue;
    ends.set(target.outcome, (ends.get(target.outcome) ?? new Set()).add(ref.step));
  }
  const reveal = (step: string) => {
    editor.select({ steps: [step] });
    editor.command({ kind: "reveal", flow: id, step });
  };
  return (
    <div className="inspector">
      <div className="inspector-section">
        <h3>{flow.id}</h3>
        <p className="muted small-text">{t("inspector.flow-hint")}</p>
        <dl className="facts">
          <div><dt>{t("inspector.flow-steps")}</dt><dd>{formatNumber(flow.steps.length)}</dd></div>
          <div><dt>{t("inspector.flow-edges")}</dt><dd>{formatNumber(edges.length)}</dd></div>
        </dl>
        <Field label={t("inspector.flow-start")} hint={t("inspector.flow-start-hint")}>
          {(props) => (editor.canEdit ? (
            <Combobox
              id={props.id} label={t("inspector.flow-start")} value={flow.start} icon="start"
              describedBy={props["aria-describedby"]} emptyText={t("routes.no-destination")}
              suggestions={flow.steps.map((step) => ({
                value: step.id, text: step.id,
                ...(step.screen !== step.id ? { detail: step.screen } : {}),
              }))}
              onChoose={(step) => editor.draft.apply(t("inspector.undo-start"), setStart(id, step))}
            />
          ) : <span id={props.id}>{flow.start}</span>)}
        </Field>
      </div>
      <div className="inspector-section">
        <h3>{t("inspector.flow-ends")}</h3>
        {ends.size === 0 && <p className="muted small-text">{t("inspector.flow-no-ends")}</p>}
        <ul className="ends">
          {[...ends].map(([outcome, steps]) => (
            <li key={outcome}>
              <span>{outcome}</span>
              <span className="end-steps">
                {[...steps].map((step) => (
                  <button
                    key={step} type="button" className="link-button" onClick={() => reveal(step)}
                  >
                    {step}
                  </button>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
