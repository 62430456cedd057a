import type { ReleaseSummary } from "../../api";
import { t } from "../../localization";

/**
 * Returns the label of a release with the content of an earlier one; null for others.
 *
 * @param before The release that was current before it, if it is known.
 */
export function rollbackLabel(
  { rollbackOf }: Pick<ReleaseSummary, "rollbackOf">, before?: Pick<ReleaseSummary, "number">,
): string | null {
  if (rollbackOf === undefined) return null;
  return rollbackOf === before?.number
    ? t("history.republished") : t("history.rolled-back", { number: String(rollbackOf) });
}
