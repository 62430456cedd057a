import { useState } from "react";
import { ApiProblem, get, path, type Build, type Builds, type ReleaseSummary } from "../../api";
import type { Change, Finding, FlowDocument } from "../../document";
import { useApplication, type ApplicationModel } from "../../model/application";
import { useLoaded } from "../../model/loading";
import { promote, releaseDocument } from "../../model/releases";
import { roleIncludes } from "../../model/session";
import { checkDocument } from "../../model/verification";
import { failureText } from "../../ui";
import { publishBlocker } from "./blocker";
import { useDifferences, useRelease } from "./differences";
import { suggestedNote } from "./NoteField";
import { describeFailure, type PublishFailure } from "./publishFailure";
import {
  asReason, findingKey, loadReplacement, useReviewedRelease, type PublishSheetState,
} from "./usePublishSheet";

/** The state and actions of the dialog that publishes a release to another environment. */
export interface PromotionState extends Pick<
  PublishSheetState, "accepted" | "accept" | "override" | "setOverride" | "note" | "setNote"
    | "blocker" | "isBusy" | "failure" | "newerRelease" | "markReviewed" | "publish"
> {
  /** The differences from the live release; null until they are known. */
  changes: Change[] | null;
  comparisonFailure: unknown;
  before: FlowDocument | null;
  after: FlowDocument | null;
  errors: Finding[];
  warnings: Finding[];
  isBlockedByBuilds: boolean;
  /** The builds in use in the environment that cannot show all of the release. */
  blocking: Build[];
  /** Checks the release again, such as after a build was archived. */
  checkAgain(): void;
}

/** Checks and compares a release for another environment, and publishes it there. */
export function usePromotion(
  release: ReleaseSummary, environment: string, onDone: (published: ReleaseSummary) => void,
): PromotionState {
  const application = useApplication();
  const { number, newerRelease, markReviewed } = useReviewedRelease(application, environment);
  const before = useRelease(application.id, number);
  const after = useRelease(application.id, release.number);
  const differences = useDifferences(before.document, after.document);
  const { changes, isCurrent } = differences;
  const checked = useLoaded(
    (signal) => check(application, release.number, environment, signal),
    JSON.stringify([release.number, environment]));
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const [override, setOverride] = useState<string | null>(null);
  const [note, setNote] = useState(release.note);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PublishFailure | null>(null);
  const { findings = [], isBlockedByBuilds = false, blocking = [] } = checked.value ?? {};
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity === "warning");
  const isOverridden = isBlockedByBuilds && override !== null && override.trim() !== "";
  const comparisonFailure = before.failure ?? after.failure ?? differences.failure;
  const anyFailure = checked.failure ?? comparisonFailure;
  const blocker = publishBlocker({
    environment, canPublish: roleIncludes(application.role(environment), "editor"),
    conflicts: 0, isDiscarded: false, isUnsaved: false,
    failure: anyFailure ? failureText(anyFailure) : null,
    errors: isBlockedByBuilds ? 0 : errors.length,
    buildErrors: isBlockedByBuilds && !isOverridden ? errors.length : 0,
    hasFlows: true, hasNewerRelease: newerRelease !== null,
    changes: changes ? changes.length : null, isCurrent: isCurrent && checked.value !== null,
    openWarnings: warnings.filter((warning) => !accepted.has(findingKey(warning))).length,
  });
  const publish = async () => {
    setBusy(true);
    setFailure(null);
    try {
      onDone(await promote(application.id, environment, {
        release: release.number, note: note.trim() || (suggestedNote(changes ?? []) ?? ""),
        replaces: number ?? 0, acceptWarnings: warnings.length > 0,
        ...(isOverridden ? { override: override.trim() } : {}),
      }));
    } catch (error) {
      const isConflict = error instanceof ApiProblem && error.code === "conflict";
      setFailure(describeFailure(isConflict
        ? await loadReplacement(application).catch(asReason) : error));
      setBusy(false);
      if (error instanceof ApiProblem) void checked.reload();
    }
  };
  return {
    changes, comparisonFailure, before: before.document, after: after.document, errors, warnings,
    isBlockedByBuilds, blocking, checkAgain: () => void checked.reload(), accepted, override,
    setOverride, note, setNote, blocker, isBusy, failure, newerRelease, markReviewed, publish,
    accept: (key, isAccepted) => setAccepted((all) => new Set(
      isAccepted ? [...all, key] : [...all].filter((other) => other !== key))),
  };
}

/** Checks a release for the builds in use in an environment. */
async function check(
  application: ApplicationModel, number: number, environment: string, signal: AbortSignal,
) {
  const [document, { builds }] = await Promise.all([
    releaseDocument(application.id, number),
    get<Builds>(path`/v1/apps/${application.id}/environments/${environment}/builds`, { signal }),
  ]);
  return checkDocument(document, builds, application.isProtected(environment));
}
