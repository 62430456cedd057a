import { useEffect, useState } from "react";
import { ApiProblem, get, path, type Application, type ReleaseSummary } from "../../api";
import { acceptFindings, type Change, type Finding, type FlowDocument } from "../../document";
import type { ApplicationModel } from "../../model/application";
import type { DraftModel } from "../../model/draft";
import type { EditorModel } from "../../model/editor";
import { publish } from "../../model/releases";
import { roleIncludes, me } from "../../model/session";
import { findingMessageKey } from "../../model/sentences";
import { useStore } from "../../model/store";
import { failureText } from "../../ui";
import { t } from "../../localization";
import { publishBlocker } from "./blocker";
import { useDifferences, useRelease } from "./differences";
import { useLiveReleaseNumber } from "./readiness";
import { suggestedNote } from "./NoteField";
import { describeFailure, type PublishFailure } from "./publishFailure";
import { authorLabel } from "./authorLabel";

/** The state and actions of the sheet that publishes a draft. */
export interface PublishSheetState {
  environment: string;
  changes: Change[] | null;
  /** The live document that the changes are compared with. */
  live: FlowDocument | null;
  errors: Finding[];
  warnings: Finding[];
  accepted: ReadonlySet<string>;
  accept(key: string, isAccepted: boolean): void;
  /**
   * The reasons for accepting warnings: a warning with a reason stays accepted, one without is
   * accepted only for this release.
   */
  reasons: ReadonlyMap<string, string>;
  setReason(key: string, reason: string): void;
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
  /** The reason why the draft cannot be published; null if it can. */
  blocker: string | null;
  isBusy: boolean;
  failure: PublishFailure | null;
  /** A release that someone else has published since the review began; null if there is none. */
  newerRelease: {
    release: ReleaseSummary; changes: Change[] | null; document: FlowDocument | null;
    before: FlowDocument | null; author: string;
  } | null;
  markReviewed(): void;
  publish(): Promise<void>;
}

/** Identifies a finding across checks. */
export const findingKey = (finding: Finding): string => JSON.stringify([
  finding.code, finding.flow, finding.step, finding.port, finding.route, findingMessageKey(finding),
]);

export function usePublishSheet(
  editor: EditorModel, onDone: (done: { release: ReleaseSummary; before?: number }) => void,
): PublishSheetState {
  const { application, draft } = editor;
  const environment = useStore(application.environment);
  const document = useStore(draft.document);
  const { conflicts } = useStore(draft.state);
  const verified = useStore(editor.verification.state);
  const { number: reviewedNumber, newerRelease, markReviewed } =
    useReviewedRelease(application, environment);
  const live = useRelease(application.id, reviewedNumber);
  const { changes, isCurrent, failure: comparisonFailure } =
    useDifferences(live.document, document);
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map());
  const [note, setNote] = useState("");
  const [override, setOverride] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PublishFailure | null>(null);
  useEffect(() => setFailure(null), [environment, document]);
  const isConnected = useStore(application.isConnected);
  useEffect(() => {
    if (isConnected) setFailure((last) => (last?.isUnreachable ? null : last));
  }, [isConnected]);
  const errors = verified.findings.filter((finding) => finding.severity === "error");
  const warnings = verified.findings.filter((finding) => finding.severity === "warning");
  const isBlockedByBuilds = errors.length > 0 && verified.ownErrors === 0;
  const isOverridden = isBlockedByBuilds && override !== null && override.trim() !== "";
  const blocker = publishBlocker({
    environment, canPublish: roleIncludes(application.role(environment), "editor"),
    conflicts: conflicts.length, isDiscarded: false,
    // Publishing sends unsaved changes first, and reports failures.
    isUnsaved: false, failure: verified.failure ?? comparisonFailure ?? failureOf(live),
    errors: isBlockedByBuilds ? 0 : errors.length,
    buildErrors: isBlockedByBuilds && !isOverridden ? errors.length : 0,
    hasFlows: true, hasNewerRelease: newerRelease !== null,
    changes: changes ? changes.length : null, isCurrent: isCurrent && verified.isCurrent,
    openWarnings: warnings.filter((warning) => !accepted.has(findingKey(warning))).length,
  });
  const publishDraft = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const reviewed = acceptPermanently(draft, warnings, accepted, reasons);
      await draft.flush();
      // NB: sending may merge others' changes, which the user has to review first.
      if (draft.document.get() !== reviewed) throw new Error(t("publish.changed-meanwhile"));
      if (draft.isAhead) throw new Error(t("publish.why-unsaved"));
      const release = await publish(application.id, {
        environment, note: note.trim() || (suggestedNote(changes ?? []) ?? ""),
        acceptWarnings: warnings.length > 0,
        ...(isOverridden ? { override: override.trim() } : {}),
        replaces: reviewedNumber ?? 0, tag: draft.tag, document: reviewed,
      });
      onDone({ release, before: reviewedNumber });
    } catch (error) {
      const reason = describeFailure(await loadChanges(editor, error).catch(asReason));
      setFailure({ ...reason, isUnreachable: reason.isUnreachable || draft.isAhead });
      setBusy(false);
    }
  };
  return {
    environment, changes, live: live.document, errors, warnings, accepted, note, setNote,
    blocker, isBusy, isBlockedByBuilds, override, setOverride,
    failure, newerRelease, markReviewed, publish: publishDraft, reasons,
    setReason: (key, reason) => setReasons((all) => new Map(all).set(key, reason)),
    accept: (key, isAccepted) => setAccepted((all) => new Set(
      isAccepted ? [...all, key] : [...all].filter((other) => other !== key))),
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
  const isReplaced = current !== number && release !== undefined;
  const before = useRelease(application.id, number);
  const after = useRelease(application.id, isReplaced ? current : number);
  const { changes, isCurrent } = useDifferences(before.document, after.document);
  return {
    number, markReviewed: () => setState({ environment, number: current }),
    newerRelease: isReplaced ? {
      release, changes: isCurrent ? changes : null, document: after.document,
      before: before.document, author: authorLabel(application, release.author),
    } : null,
  };
}
