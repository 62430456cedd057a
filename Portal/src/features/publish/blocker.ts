// The reasons why a draft cannot be published, in one place for the bar and the sheet.

import { t } from "../../localization";

/** The conditions for publishing a draft to an environment. */
export interface PublishConditions {
  environment: string;
  mayPublish: boolean;
  conflicts: number;
  isDiscarded: boolean;
  isUnsaved: boolean;
  /** The reason why the draft could not be verified or compared; null if it could. */
  failure: string | null;
  errors: number;
  /** Errors that only builds in use cause, unless a reason to publish anyway is given. */
  buildErrors: number;
  hasFlows: boolean;
  /** Whether someone else has published since the reader last looked. */
  hasNewerRelease: boolean;
  /** The number of differences to the live release; null while they are being computed. */
  changes: number | null;
  isCurrent: boolean;
  /** Warnings that are neither fixed nor accepted. */
  openWarnings: number;
}

/** The first reason against publishing, as a text for the reader; null if there is none. */
export function publishBlocker(it: PublishConditions): string | null {
  const { environment } = it;
  if (!it.mayPublish) return t("publish.why-role", { environment });
  if (it.conflicts > 0) return t("publish.why-conflicts", { count: it.conflicts });
  if (it.isDiscarded) return t("publish.why-discarded");
  if (it.isUnsaved) return t("publish.why-unsaved");
  if (it.failure !== null) return it.failure;
  if (it.errors > 0) return t("publish.why-errors", { count: it.errors });
  if (it.buildErrors > 0) return t("publish.why-builds");
  if (!it.hasFlows) return t("publish.why-empty");
  if (it.hasNewerRelease) return t("publish.why-between");
  if (it.changes === 0) return t("publish.why-same", { environment });
  if (it.changes === null || !it.isCurrent) return t("publish.why-checking");
  return it.openWarnings > 0 ? t("publish.why-warnings", { count: it.openWarnings }) : null;
}
