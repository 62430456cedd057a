// The reasons why a draft cannot be published, in one place for the bar and the sheet.

import { t } from "../../localization";

/** The conditions for publishing a draft to an environment. */
export interface PublishConditions {
  environment: string;
  canPublish: boolean;
  conflicts: number;
  isDiscarded: boolean;
  isUnsaved: boolean;
  /** The reason why the draft could not be verified or compared; null if it could. */
  failure: string | null;
  /** The number of errors that block publishing. */
  errors: number;
  /** The number of errors that only builds in use cause; 0 with a reason to publish anyway. */
  buildErrors: number;
  hasFlows: boolean;
  /** Whether someone else has published since the member last looked. */
  hasNewerRelease: boolean;
  /** The number of differences from the live release; null while they are being computed. */
  changes: number | null;
  /** Whether the findings and differences are those of the current draft. */
  isCurrent: boolean;
  /** The number of warnings that are not accepted. */
  openWarnings: number;
}

/** The first reason why the draft cannot be published, as a text; null if there is none. */
export function publishBlocker(conditions: PublishConditions): string | null {
  const { environment, changes } = conditions;
  if (!conditions.canPublish) return t("publish.why-role", { environment });
  if (conditions.conflicts > 0) return t("publish.why-conflicts", { count: conditions.conflicts });
  if (conditions.isDiscarded) return t("publish.why-discarded");
  if (conditions.isUnsaved) return t("publish.why-unsaved");
  if (conditions.failure !== null) return conditions.failure;
  if (conditions.errors > 0) return t("publish.why-errors", { count: conditions.errors });
  if (conditions.buildErrors > 0) return t("publish.why-builds");
  if (!conditions.hasFlows) return t("publish.why-empty");
  if (conditions.hasNewerRelease) return t("publish.why-newer-release");
  if (changes === 0) return t("publish.why-same", { environment });
  if (changes === null || !conditions.isCurrent) return t("publish.why-checking");
  const { openWarnings: count } = conditions;
  return count > 0 ? t("publish.why-warnings", { count }) : null;
}
