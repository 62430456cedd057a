import type { Finding } from "../../document";
import { findingSentence } from "../../model/sentences";
import { Icon } from "../../ui";
import { t } from "../../localization";
import { QuickFixButtons } from "./QuickFixButtons";
import "./findings.css";

/** An inline finding: a line beside the affected field, route or port. */
export function FindingNote({ finding, hasFixes = true }: {
  finding: Finding; hasFixes?: boolean;
}) {
  return (
    <div className={`finding-note ${finding.severity}`}>
      <Icon name="alert" size={16} />
      <p>
        <span className="visually-hidden">{t(`findings.${finding.severity}`)}: </span>
        {findingSentence(finding, true)}
      </p>
      {hasFixes && <span className="finding-actions"><QuickFixButtons finding={finding} /></span>}
    </div>
  );
}
