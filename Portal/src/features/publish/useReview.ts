import { useState, type Dispatch, type SetStateAction } from "react";
import type { Finding } from "../../document";
import type { ApplicationModel } from "../../model/application";
import { roleIncludes } from "../../model/session";
import { findingMessageKey } from "../../model/sentences";
import { publishBlocker } from "./blocker";
import type { Differences } from "./differences";
import { suggestedNote } from "./NoteField";
import type { PublishFailure } from "./publishFailure";

/** What is reviewed before it is published to an environment. */
interface Reviewed {
  application: ApplicationModel;
  environment: string;
  differences: Differences;
  findings: Finding[];
  /** Whether the findings belong to what would be published. */
  isChecked: boolean;
  /** Whether all errors are about builds in use. */
  isBlockedByBuilds: boolean;
  /** The reason why it could not be checked or compared; null if it could. */
  failure: string | null;
  conflicts: number;
  hasNewerRelease: boolean;
}

/** The decisions of a review, which the publish sheet and the promotion share. */
export interface Review {
  errors: Finding[];
  warnings: Finding[];
  accepted: ReadonlySet<string>;
  accept(key: string, isAccepted: boolean): void;
  /**
   * Whether all errors are about builds in use, so that publishing anyway with a reason is
   * possible.
   */
  isBlockedByBuilds: boolean;
  /** The reason to publish anyway; null while that is not selected. */
  override: string | null;
  setOverride(reason: string | null): void;
  note: string;
  setNote(note: string): void;
  /** The reason why nothing can be published; null if it can. */
  blocker: string | null;
  isBusy: boolean;
  failure: PublishFailure | null;
}

/** The decisions, and how to carry them out. */
interface ReviewActions {
  review: Review;
  /** The members of the request to publish that follow from the review. */
  request: { note: string; acceptWarnings: boolean; override?: string };
  setFailure: Dispatch<SetStateAction<PublishFailure | null>>;
  /** Runs a request; `explain` describes its failure. */
  run(request: () => Promise<void>, explain: (error: unknown) => Promise<PublishFailure>):
    Promise<void>;
}

/** Identifies a finding across checks. */
export const findingKey = (finding: Finding): string => JSON.stringify([
  finding.code, finding.flow, finding.step, finding.port, finding.route, findingMessageKey(finding),
]);

/** The state of a review before something is published. */
export function useReview(reviewed: Reviewed, initialNote = ""): ReviewActions {
  const { environment, isBlockedByBuilds } = reviewed;
  const { changes, isCurrent } = reviewed.differences;
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const [override, setOverride] = useState<string | null>(null);
  const [note, setNote] = useState(initialNote);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PublishFailure | null>(null);
  const errors = reviewed.findings.filter(({ severity }) => severity === "error");
  const warnings = reviewed.findings.filter(({ severity }) => severity === "warning");
  const reason = isBlockedByBuilds ? override?.trim() ?? "" : "";
  const blocker = publishBlocker({
    environment, canPublish: roleIncludes(reviewed.application.role(environment), "editor"),
    conflicts: reviewed.conflicts, isDiscarded: false,
    // Publishing sends unsaved changes first, and reports failures.
    isUnsaved: false, failure: reviewed.failure,
    errors: isBlockedByBuilds ? 0 : errors.length,
    buildErrors: isBlockedByBuilds && reason === "" ? errors.length : 0,
    hasFlows: true, hasNewerRelease: reviewed.hasNewerRelease,
    changes: changes ? changes.length : null, isCurrent: isCurrent && reviewed.isChecked,
    openWarnings: warnings.filter((warning) => !accepted.has(findingKey(warning))).length,
  });
  return {
    review: {
      errors, warnings, accepted, isBlockedByBuilds, override, setOverride, note, setNote, blocker,
      isBusy, failure,
      accept: (key, isAccepted) => setAccepted((all) => new Set(
        isAccepted ? [...all, key] : [...all].filter((other) => other !== key))),
    },
    request: {
      note: note.trim() || (suggestedNote(changes ?? []) ?? ""),
      acceptWarnings: warnings.length > 0, ...(reason === "" ? {} : { override: reason }),
    },
    setFailure,
    run: async (request, explain) => {
      setBusy(true);
      setFailure(null);
      try {
        await request();
      } catch (error) {
        setFailure(await explain(error));
        setBusy(false);
      }
    },
  };
}
