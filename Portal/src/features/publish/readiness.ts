// Whether the bar's button can publish the draft.

import { useApplication } from "../../model/application";
import type { EditorModel } from "../../model/editor";
import { liveReleaseNumber } from "../../model/releases";
import { roleIncludes } from "../../model/session";
import { useStore } from "../../model/store";
import { t } from "../../localization";
import { publishBlocker } from "./blocker";

export interface Readiness {
  environment: string;
  /** The reason why the draft cannot be published now; null if it can. */
  reason: string | null;
  /** The number of changes that publishing would make live. */
  changes: number;
  /** Whether the user's role allows publishing to the environment. */
  canPublish: boolean;
  hasErrors: boolean;
  hasConflicts: boolean;
}

/** The number of the release that is live in an environment; undefined for none. */
export function useLiveReleaseNumber(environment: string): number | undefined {
  const application = useApplication();
  useStore(application.releases);
  useStore(application.application);
  return liveReleaseNumber(application, environment);
}

export function useReadiness(editor: EditorModel): Readiness {
  const { application, draft } = editor;
  const environment = useStore(application.environment);
  const { conflicts, discarded, save } = useStore(draft.state);
  const hasFlows = useStore(draft.document, ({ flows }) => flows.length > 0);
  const { ownErrors, isCurrent, failure } = useStore(editor.verification.state);
  const compared = useStore(editor.comparison.state);
  const { changes } = compared;
  const canPublish = roleIncludes(application.role(environment), "editor");
  const reason = !canPublish ? t("publish.why-ask", { environment }) : publishBlocker({
    // Errors caused by builds in use are checked when publishing.
    environment, errors: ownErrors, buildErrors: 0, isCurrent,
    canPublish,
    conflicts: conflicts.length, isDiscarded: discarded !== null,
    isUnsaved: ["offline", "failed", "signed-out"].includes(save.kind),
    failure: failure ? t("publish.why-unverified") : compared.failure,
    hasFlows, hasNewerRelease: false, changes: changes ? changes.length : null, openWarnings: 0,
  });
  return {
    environment, reason, canPublish, changes: changes?.length ?? 0, hasErrors: ownErrors > 0,
    hasConflicts: conflicts.length > 0,
  };
}
