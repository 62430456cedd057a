import { useEffect, useState } from "react";
import { ApiProblem, get, path, type Application, type ReleaseSummary } from "../../api";
import { acceptFindings, type Change, type Finding, type FlowDocument } from "../../document";
import type { DraftModel } from "../../model/draft";
import type { EditorModel } from "../../model/editor";
import { publish } from "../../model/releases";
import { includes, me } from "../../model/session";
import { findingMessage } from "../../model/sentences";
import { useStore } from "../../model/store";
import { t } from "../../localization";
import { publishBlocker } from "./blocker";
import { useDifferences, useRelease } from "./differences";
import { useCurrent } from "./readiness";
import { suggestedNote } from "./NoteField";
import { describeFailure, type Refused } from "./refusal";
import { authorLabel } from "./authorLabel";

/** The state and actions of the sheet that publishes a draft. */
export interface Update {
  environment: string;
  changes: Change[] | null;
  /** The live document that the changes are compared with. */
  live: FlowDocument | null;
  errors: Finding[];
  warnings: Finding[];
  accepted: ReadonlySet<string>;
  accept(key: string, isAccepted: boolean): void;
  /**
   * The reasons for accepting warnings: those with a reason are permanent, the others apply this
   * time.
   */
  reasons: ReadonlyMap<string, string>;
  giveReason(key: string, reason: string): void;
  /**
   * Whether all errors are about builds in use, so that publishing anyway with a reason is
   * possible.
   */
  isBlockedByBuilds: boolean;
  /** The reason to publish anyway; null while that is not wanted. */
  override: string | null;
  setOverride(reason: string | null): void;
  note: string;
  setNote(note: string): void;
  /** The reason why it cannot be published; null if it can. */
  reason: string | null;
  isBusy: boolean;
  refused: Refused | null;
  between: {
    release: ReleaseSummary; changes: Change[] | null; document: FlowDocument | null;
    before: FlowDocument | null; who: string;
  } | null;
  noteSeen(): void;
  run(): Promise<void>;
}

/** Identifies a finding across checks. */
export const findingKey = (finding: Finding): string => JSON.stringify([
  finding.code, finding.flow, finding.step, finding.port, finding.route, findingMessage(finding),
]);

export function useUpdate(
  editor: EditorModel, onDone: (done: { release: ReleaseSummary; before?: number }) => void,
): Update {
  const { application, draft } = editor;
  const environment = useStore(application.environment);
  const document = useStore(draft.document);
  const { conflicts } = useStore(draft.state);
  const verified = useStore(editor.verification.state);
  const { seen, between, noteSeen } = useReviewedRelease(editor, environment);
  const live = useRelease(application.id, seen);
  const { changes, isCurrent, failure } = useDifferences(live.document, document);
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map());
  const [note, setNote] = useState("");
  const [override, setOverride] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  useEffect(() => setRefused(null), [environment, document]);
  const isConnected = useStore(application.isConnected);
  useEffect(() => {
    if (isConnected) setRefused((last) => (last?.isUnreachable ? null : last));
  }, [isConnected]);
  const errors = verified.findings.filter((finding) => finding.severity === "error");
  const warnings = verified.findings.filter((finding) => finding.severity === "warning");
  const isBlockedByBuilds = errors.length > 0 && verified.ownErrors === 0;
  const isOverridden = isBlockedByBuilds && override !== null && override.trim() !== "";
  const reason = publishBlocker({
    environment, mayPublish: includes(application.role(environment), "editor"),
    conflicts: conflicts.length, isDiscarded: false,
    // Publishing sends unsaved changes first, and reports failures.
    isUnsaved: false, failure: verified.failure ?? failure ?? null,
    errors: isBlockedByBuilds ? 0 : errors.length,
    buildErrors: isBlockedByBuilds && !isOverridden ? errors.length : 0,
    hasFlows: true, hasNewerRelease: between !== null,
    changes: changes ? changes.length : null, isCurrent: isCurrent && verified.isCurrent,
    openWarnings: warnings.filter((warning) => !accepted.has(findingKey(warning))).length,
  });
  const run = async () => {
    setBusy(true);
    setRefused(null);
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
        replaces: seen ?? 0, tag: draft.tag, document: reviewed,
      });
      onDone({ release, before: seen });
    } catch (error) {
      const failure = describeFailure(await explained(editor, error));
      setRefused({ ...failure, isUnreachable: failure.isUnreachable || draft.isAhead });
      setBusy(false);
    }
  };
  return {
    environment, changes, live: live.document, errors, warnings, accepted, note, setNote, reason,
    isBusy,
    isBlockedByBuilds, override, setOverride,
    refused, between, noteSeen, run, reasons,
    giveReason: (key, reason) => setReasons((all) => new Map(all).set(key, reason)),
    accept: (key, isAccepted) => setAccepted((all) => new Set(
      isAccepted ? [...all, key] : [...all].filter((one) => one !== key))),
  };
}

/** Stores findings accepted with a reason in the draft; returns the document to publish. */
function acceptPermanently(
  draft: DraftModel, warnings: Finding[], accepted: ReadonlySet<string>,
  reasons: ReadonlyMap<string, string>,
): FlowDocument {
  const given = warnings.flatMap((finding) => {
    const key = findingKey(finding);
    const reason = reasons.get(key)?.trim() ?? "";
    return accepted.has(key) && reason !== "" ? [{ finding, reason }] : [];
  });
  if (given.length > 0) {
    draft.apply(t("findings.accept-label"), acceptFindings(
      given, me.get()?.id ?? "", new Date().toISOString()));
  }
  return draft.document.get();
}

/** After a rejection, fetches what has changed in the meantime, so that it can be reviewed. */
async function explained(editor: EditorModel, error: unknown): Promise<unknown> {
  const { application, draft } = editor;
  if (!(error instanceof ApiProblem)) return error;
  if (error.code === "draft-changed") {
    await draft.reload("", true);
    return new Error(t("publish.changed-meanwhile"));
  }
  if (error.code === "conflict") {
    application.application.set(await get<Application>(path`/v1/apps/${application.id}`));
    return new Error(t("publish.replaced-meanwhile"));
  }
  if (error.code === "findings" || error.code === "warnings") await application.loadBuilds();
  return error;
}

/** The live release that the sheet compares with, and one that has replaced it since. */
function useReviewedRelease(editor: EditorModel, environment: string) {
  const { application } = editor;
  const current = useCurrent(environment);
  const releases = useStore(application.releases);
  const [state, setState] = useState({ environment, number: current });
  const isOther = state.environment !== environment;
  useEffect(() => {
    if (isOther) setState({ environment, number: current });
  }, [environment]);
  const seen = isOther ? current : state.number;
  const release = releases[environment];
  const isBetween = current !== seen && release !== undefined;
  const before = useRelease(application.id, seen);
  const after = useRelease(application.id, isBetween ? current : seen);
  const { changes, isCurrent } = useDifferences(before.document, after.document);
  return {
    seen, noteSeen: () => setState({ environment, number: current }),
    between: isBetween ? {
      release, changes: isCurrent ? changes : null, document: after.document,
      before: before.document, who: authorLabel(application, release.author),
    } : null,
  };
}
