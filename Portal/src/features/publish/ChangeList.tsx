import type { ReactNode } from "react";
import type { Change, FlowDocument } from "../../document";
import { changeSentence } from "../../model/sentences";
import { Icon, lazy, type IconName } from "../../ui";
import { t } from "../../localization";
import { groupedByFlow, markOf, type Mark } from "./differences";

const icons: Record<Mark, IconName> = {
  added: "add", removed: "minus", changed: "edit", rerouted: "branch",
};

// NB: sentences for rules are part of the panel's code, which is loaded on demand.
const NewStepDetails = lazy(
  async () => (await import("./NewStepDetails")).NewStepDetails, "optional");

const BeforeAfter = lazy(async () => (await import("./BeforeAfter")).BeforeAfter, "optional");

export interface ChangeListProps {
  changes: Change[];
  /** The newer document, to list the contents of new steps and flows. */
  document?: FlowDocument | null;
  /** The older document; with both, old and new are shown side by side. */
  before?: FlowDocument | null;
  onShow?(change: Change): void;
  /** A button beside a change. */
  action?(change: Change): ReactNode;
}

/**
 * Differences in words, by flow and step, each with a button to show its location if it has one.
 */
export function ChangeList({ changes, before, ...props }: ChangeListProps) {
  return (
    <div className="changes">
      {groupedByFlow(changes).map(({ flow, steps }) => (
        <section key={flow ?? ""} className="changes-flow">
          <h3>{flow === undefined ? t("publish.everywhere") : flow || t("findings.nameless")}</h3>
          {steps.map(({ step, changes: list }) => (
            <div key={step ?? ""} className="step-changes">
              {step !== undefined && <h4>{step}</h4>}
              <ul>
                {list.map((change, index) => (
                  <ChangeItem
                    {...props} key={index} change={change}
                    before={isLastOfPort(list, index) ? before : null}
                  />
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}

/** Several changes of one port share the two sides, which are shown below the last one. */
function isLastOfPort(list: Change[], index: number): boolean {
  const port = list[index]?.port;
  return port === undefined || !list.slice(index + 1).some((change) => change.port === port);
}

function ChangeItem({ change, document, before, onShow, action }: (
  Omit<ChangeListProps, "changes"> & { change: Change })) {
  const mark = markOf(change);
  const content = (
    <>
      <span className={`change-mark ${mark}`}><Icon name={icons[mark]} size={14} /></span>
      <span className="visually-hidden">{t(`publish.${mark}`)}: </span>
      <span>{changeSentence(change)}</span>
    </>
  );
  const isShown = onShow && change.flow !== undefined && change.step !== undefined;
  return (
    <li>
      <div className="change-head">
        {isShown
          ? (
            <button type="button" className="change-line" onClick={() => onShow(change)}>
              {content}
            </button>
          )
          : <span className="change-line">{content}</span>}
        {action?.(change)}
      </div>
      {document && ["flow-added", "step-added"].includes(change.kind) && (
        <NewStepDetails change={change} document={document} />
      )}
      {document && before && <BeforeAfter change={change} before={before} after={document} />}
    </li>
  );
}
