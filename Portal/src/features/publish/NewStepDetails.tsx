import { flowOf, stepOf, type Change, type FlowDocument } from "../../document";
import { t } from "../../localization";
import { stepDetails } from "./stepDetails";

/**
 * The contents of a new step, or of each step of a new flow, which are not part of the change's
 * sentence.
 */
export function NewStepDetails({ change, document }: { change: Change; document: FlowDocument }) {
  if (change.flow === undefined) return null;
  if (change.step !== undefined) {
    const step = stepOf(document, change.flow, change.step);
    return step ? <Details lines={stepDetails(step)} /> : null;
  }
  const flow = flowOf(document, change.flow);
  return flow ? (
    <>
      <Details lines={[t("publish.new-start", { step: flow.start })]} />
      {flow.steps.map((step) => (
        <div key={step.id} className="new-step">
          <h4>{t("publish.new-step", { step: step.id, screen: step.screen })}</h4>
          <Details lines={stepDetails(step)} />
        </div>
      ))}
    </>
  ) : null;
}

function Details({ lines }: { lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="change-details">
      {lines.map((line, index) => <li key={index}>{line}</li>)}
    </ul>
  );
}
