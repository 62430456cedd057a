import type { Finding } from "../../document";
import { findingFix } from "../../model/sentences";
import { t } from "../../localization";
import { FindingNote } from "../findings";
import { useInspector } from "./context";

/** The findings at a location, with their quick fixes and example paths. */
export function Findings({ findings }: { findings: Finding[] }) {
  const { editor } = useInspector();
  if (findings.length === 0) return null;
  return (
    <ul className="place-findings">
      {findings.map((finding, index) => (
        <li key={index} className={`place-finding ${finding.severity}`}>
          <FindingNote finding={finding} />
          <p className="place-fix">
            {findingFix(finding)}
            {finding.path && finding.path.length > 0 && (
              <button type="button" className="link-button" onClick={() => editor.show(finding)}>
                {t("routes.show-me")}
              </button>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
