import type { Finding } from "../../document";
import { findingSentence } from "../../model/sentences";
import { Icon } from "../../ui";
import { t } from "../../localization";
import { QuickFixButtons } from "./QuickFixButtons";
import "./findings.css";

/** A finding where it is: a line beside the field, route or port that it is about. */
export function FindingNote({ finding, hasFixes = true }: {
  finding: Finding; hasFixes?: boolean;
}) {
  return (
    <div className={`finding-note ${finding.severity}`}>
      <Icon name="alert" size={16} />
      <p>
        <span className="unseen">{t(`findings.${finding.severity}`)}: </span>
        {findingSentence(finding, true)}
      </p>
      {hasFixes && <span className="finding-actions"><QuickFixButtons finding={finding} /></span>}
    </div>
  );
}
