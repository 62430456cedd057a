// Whether the flow can be updated, and if not, why not.

import { useApplication } from "../../model/application";
import type { EditorModel } from "../../model/editor";
import { currentNumber } from "../../model/releases";
import { includes } from "../../model/session";
import { useStore } from "../../model/store";
import { t } from "../../localization";
import { useDifferences, useRelease } from "./differences";

export interface Readiness {
  environment: string;
  /** Why the flow cannot be updated now; null if it can. */
  reason: string | null;
  hasErrors: boolean;
  hasConflicts: boolean;
}

/** The number of the release that is live in an environment; undefined for none. */
export function useCurrent(environment: string): number | undefined {
  const application = useApplication();
  useStore(application.releases);
  useStore(application.application);
  return currentNumber(application, environment);
}

export function useReadiness(editor: EditorModel): Readiness {
  const { application, draft } = editor;
  const environment = useStore(application.environment);
  const { document, conflicts, discarded, save } = useStore(draft.state);
  const { findings, isCurrent, failure } = useStore(editor.verification.state);
  const live = useRelease(application.id, useCurrent(environment));
  const { changes } = useDifferences(live.document, document);
  const errors = findings.filter((one) => one.severity === "error").length;
  const mayPublish = includes(application.role(environment), "editor");
  const reason = () => {
    if (!mayPublish) return t("publish.why-role", { environment });
    if (conflicts.length > 0) return t("publish.why-conflicts", { count: conflicts.length });
    if (discarded) return t("publish.why-discarded");
    if (["offline", "failed", "signed-out"].includes(save.kind)) return t("publish.why-unsaved");
    if (failure) return t("publish.why-unverified");
    if (errors > 0) return t("publish.why-errors", { count: errors });
    if (document.flows.length === 0) return t("publish.why-empty");
    if (changes?.length === 0) return t("publish.why-same", { environment });
    if (!changes || !isCurrent) return t("publish.why-checking");
    return null;
  };
  return {
    environment, reason: reason(), hasErrors: errors > 0, hasConflicts: conflicts.length > 0,
  };
}
