import { createContext, useContext, useId, type ReactNode } from "react";
import { Icon } from "../../../ui";
import { t } from "../../../localization";
import { noFindings, type BlockFindings } from "../findings";
import { severityIcon } from "../FindingsAt";
import { fieldOf, keyOf } from "../locatedFinding";

/** The findings of the screen, for the fields of its panel. */
export const FindingsContext = createContext<BlockFindings>(noFindings);

/** A field of a property, marked with its findings. */
export function MarkedField({ pointer, label, hasInner = false, children }: {
  pointer: string; label: string; children: ReactNode;
  /** Whether it contains fields with their own marks. */
  hasInner?: boolean;
}) {
  const id = useId();
  const findings = useContext(FindingsContext).atField(pointer)
    .filter((finding) => !hasInner || fieldOf(finding) === pointer);
  const marks = findings.length === 0 ? {} : {
    role: "group", "aria-label": t("screens.field-marked", { name: label, count: findings.length }),
    "aria-describedby": id,
  };
  return (
    <div
      className={`property ${findings[0]?.severity ?? ""}`} data-property={pointer} {...marks}
    >
      {children}
      {findings.length > 0 && (
        <div id={id} className="field-findings">
          {findings.map((finding) => (
            <p key={keyOf(finding)} className={`field-finding ${finding.severity}`}>
              <Icon name={severityIcon(finding.severity)} size={14} />
              <span>{finding.fix}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  );
}
