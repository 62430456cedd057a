import { findingFix, findingSentence } from "../../model/sentences";
import { Icon } from "../../ui";
import { t } from "../../localization";
import type { BlockPath } from "../../document/blocks";
import type { BlockFindings } from "./findings";
import type { ScreenModel } from "./screenModel";

/** What is wrong with a block, and what can be done. */
export function FindingsAt({ findings, path }: {
  model: ScreenModel; findings: BlockFindings; path: BlockPath;
}) {
  const found = findings.at(path);
  if (found.length === 0) return null;
  return (
    <ul className="block-findings" aria-label={t("editor.findings")}>
      {found.map(({ finding }, index) => (
        <li key={index} className={`block-finding ${finding.severity}`}>
          <Icon name="alert" size={16} />
          <div>
            <p>{findingSentence(finding, true)}</p>
            <p className="soft small-text">{findingFix(finding)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
