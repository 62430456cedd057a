import { useEffect, useState } from "react";
import { ApiProblem, get, path, type Application, type ReleaseSummary } from "../../api";
import { acceptFindings, type Change, type Finding, type FlowDocument } from "../../document";
import type { ApplicationModel } from "../../model/application";
import type { DraftModel } from "../../model/draft";
import type { EditorModel } from "../../model/editor";
import { publish } from "../../model/releases";
import { me } from "../../model/session";
import { useStore } from "../../model/store";
import { failureText } from "../../ui";
import { t } from "../../localization";
import { useDifferences, useRelease, type Differences } from "./differences";
import { useLiveReleaseNumber } from "./readiness";
import { describeFailure } from "./publishFailure";
import { authorLabel } from "./authorLabel";
import { findingKey, useReview, type Review } from "./useReview";

/** The state and actions of the sheet that publishes a draft. */
export interface PublishSheetState extends Review {
  environment: string;
  changes: Change[] | null;
  /** The compared documents, with the changes. */
  differences: Differences;
  /**
   * The reasons for accepting warnings: a warning with a reason stays accepted, one without is
   * accepted only for this release.
   */
  reasons: ReadonlyMap<string, string>;
  setReason(key: string, reason: string): void;
  /** A release that someone else has published since the review began; null if there is none. */
  newerRelease: {
    release: ReleaseSummary; changes: Change[] | null; document: FlowDocument | null;
    before: FlowDocument | null; author: string;
  } | null;
  /** Whether the differences are not to the release that is live. */
  isOutdated: boolean;
  markReviewed(): void;
  publish(): Promise<void>;
}

export function usePublishSheet(
  editor: EditorModel, onDone: (done: { release: ReleaseSummary; before?: number }) => void,
): PublishSheetState {
  const { application, draft } = editor;
  const environment = useStore(application.environment);
  const document = useStore(draft.document);
  const { conflicts } = useStore(draft.state);
  const verified = useStore(editor.verification.state);
  const { number: reviewedNumber, newerRelease, isReplaced, markReviewed } =
    useReviewedRelease(application, environment);
  const live = useRelease(application.id, reviewedNumber);
  const differences = useDifferences(live.document, document);
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map());
  const hasErrors = verified.findings.some(({ severity }) => severity === "error");
  const { review, request, setFailure, run } = useReview({
    application, environment, differences, findings: verified.findings,
    isChecked: verified.isCurrent, isBlockedByBuilds: hasErrors && verified.ownErrors === 0,
    failure: verified.failure ?? differences.failure ?? failureOf(live),
    conflicts: conflicts.length, hasNewerRelease: newerRelease !== null,
  });
  useEffect(() => setFailure(null), [environment, document]);
  const isConnected = useStore(application.isConnected);
  useEffect(() => {
    if (isConnected) setFailure((last) => (last?.isUnreachable ? null : last));
  }, [isConnected]);
  const publishDraft = () => run(async () => {
    const reviewed = acceptPermanently(draft, review.warnings, review.accepted, reasons);
    await draft.flush();
    // NB: sending may merge others' changes, which the user has to review first.
    if (draft.document.get() !== reviewed) throw new Error(t("publish.changed-meanwhile"));
    if (draft.isAhead) throw new Error(t("publish.why-unsaved"));
    const release = await publish(application.id, {
      ...request, environment, replaces: reviewedNumber ?? 0, tag: draft.tag, document: reviewed,
    });
    onDone({ release, before: reviewedNumber });
  }, async (error) => {
    const reason = describeFailure(await loadChanges(editor, error).catch(asReason));
    return { ...reason, isUnreachable: reason.isUnreachable || draft.isAhead };
  });
  return {
    ...review, environment, changes: differences.changes, differences, newerRelease,
    isOutdated: isReplaced, markReviewed, publish: publishDraft, reasons,
    setReason: (key, reason) => setReasons((all) => new Map(all).set(key, reason)),
  };
}

const failureOf = ({ failure }: { failure: unknown }) => (failure ? failureText(failure) : null);

/** Stores findings accepted with a reason in the draft; returns the document to publish. */
function acceptPermanently(
  draft: DraftModel, warnings: Finding[], accepted: ReadonlySet<string>,
  reasons: ReadonlyMap<string, string>,
): FlowDocument {
  const withReasons = warnings.flatMap((finding) => {
    const key = findingKey(finding);
    const reason = reasons.get(key)?.trim() ?? "";
    return accepted.has(key) && reason !== "" ? [{ finding, reason }] : [];
  });
  if (withReasons.length > 0) {
    draft.apply(t("findings.accept-label"), acceptFindings(
      withReasons, me.get()?.id ?? "", new Date().toISOString()));
  }
  return draft.document.get();
}

/** The reason to show if loading what has changed fails, too. */
export const asReason = (error: unknown) => error;

/** After a conflict, loads the release that is live now; returns the error to show. */
export async function loadReplacement(application: ApplicationModel): Promise<Error> {
  application.application.set(await get<Application>(path`/v1/apps/${application.id}`));
  return new Error(t("publish.replaced-meanwhile"));
}

/**
 * After a rejection, loads what has changed in the meantime, so that it can be reviewed; returns
 * the error to show.
 */
async function loadChanges(editor: EditorModel, error: unknown): Promise<unknown> {
  const { application, draft } = editor;
  if (!(error instanceof ApiProblem)) return error;
  if (error.code === "draft-changed") {
    await draft.reload("", true);
    return new Error(t("publish.changed-meanwhile"));
  }
  if (error.code === "conflict") return loadReplacement(application);
  if (error.code === "findings" || error.code === "warnings") await application.loadBuilds();
  return error;
}

/** The number of the release that was compared with, and a release that has replaced it. */
export function useReviewedRelease(application: ApplicationModel, environment: string) {
  const current = useLiveReleaseNumber(environment);
  const releases = useStore(application.releases);
  const [state, setState] = useState({ environment, number: current });
  const hasEnvironmentChanged = state.environment !== environment;
  useEffect(() => {
    if (hasEnvironmentChanged) setState({ environment, number: current });
  }, [environment]);
  const number = hasEnvironmentChanged ? current : state.number;
  const release = releases[environment];
  const isReplaced = current !== number;
  const before = useRelease(application.id, number);
  const after = useRelease(application.id, isReplaced ? current : number);
  const { changes, isCurrent } = useDifferences(before.document, after.document);
  return {
    number, isReplaced, markReviewed: () => setState({ environment, number: current }),
    newerRelease: isReplaced && release ? {
      release, changes: isCurrent ? changes : null, document: after.document,
      before: before.document, author: authorLabel(application, release.author),
    } : null,
  };
}
