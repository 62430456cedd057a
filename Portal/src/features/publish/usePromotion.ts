import { ApiProblem, get, path, type Build, type Builds, type ReleaseSummary } from "../../api";
import type { Change, FlowDocument } from "../../document";
import { useApplication, type ApplicationModel } from "../../model/application";
import { useLoaded } from "../../model/loading";
import { promote, releaseDocument } from "../../model/releases";
import { checkDocument } from "../../model/verification";
import { failureText } from "../../ui";
import { useDifferences, useRelease } from "./differences";
import { describeFailure } from "./publishFailure";
import { useReview, type Review } from "./useReview";
import {
  asReason, loadReplacement, useReviewedRelease, type PublishSheetState,
} from "./usePublishSheet";

/** The state and actions of the dialog that publishes a release to another environment. */
export interface PromotionState
  extends Review, Pick<PublishSheetState, "newerRelease" | "markReviewed" | "publish"> {
  /** The differences from the live release; null until they are known. */
  changes: Change[] | null;
  comparisonFailure: unknown;
  before: FlowDocument | null;
  after: FlowDocument | null;
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
  const checked = useLoaded(
    (signal) => check(application, release.number, environment, signal),
    JSON.stringify([release.number, environment]));
  const { findings = [], isBlockedByBuilds = false, blocking = [] } = checked.value ?? {};
  const comparisonFailure = before.failure ?? after.failure ?? differences.failure;
  const anyFailure = checked.failure ?? comparisonFailure;
  const { review, request, run } = useReview({
    application, environment, differences, findings, isChecked: checked.value !== null,
    isBlockedByBuilds, failure: anyFailure ? failureText(anyFailure) : null, conflicts: 0,
    hasNewerRelease: newerRelease !== null,
  }, release.note);
  const publish = () => run(async () => {
    onDone(await promote(application.id, environment, {
      ...request, release: release.number, replaces: number ?? 0,
    }));
  }, async (error) => {
    if (!(error instanceof ApiProblem)) return describeFailure(error);
    const isConflict = error.code === "conflict";
    const reason = isConflict ? await loadReplacement(application).catch(asReason) : error;
    void checked.reload();
    return describeFailure(reason);
  });
  return {
    ...review, changes: differences.changes, comparisonFailure, before: before.document,
    after: after.document, blocking, checkAgain: () => void checked.reload(), newerRelease,
    markReviewed, publish,
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
