// Verifies the draft while editing, for the builds in use.

import type { Build } from "../api";
import {
  escalatedFindings, partitionAccepted, type Finding, type FlowDocument,
} from "../document";
import { verify } from "../engine";
import type { ApplicationModel } from "./application";
import type { DraftModel } from "./draft";
import { Store } from "./store";
import { failureText } from "../ui/failureText";

export interface VerificationState {
  /** Whether the findings are those of the newest document. */
  isCurrent: boolean;
  findings: Finding[];
  /** The accepted warnings, which are not in `findings`. */
  accepted: Finding[];
  /** The number of errors of the document itself; other errors are about builds in use. */
  ownErrors: number;
  /** The reason why it could not be verified; null if it could. */
  failure: string | null;
}

/** Verifications faster than this, in milliseconds, run on every debounced edit. */
const FAST_CHECK = 40;
/** The maximum delay between two verifications of a slow document, in milliseconds. */
const MAX_DELAY = 1500;

/**
 * Verifies a document for builds, with the severity of findings in a protected environment or
 * another one; rejects if the engine fails.
 */
async function verifyFor(
  document: FlowDocument, builds: Build[], isProtected: boolean,
): Promise<Finding[]> {
  const findings = await verify(document, builds.map(({ manifest }) => manifest));
  return isProtected ? escalatedFindings(findings) : findings;
}

/**
 * The number of errors of a document itself, given its findings for builds; rejects if the engine
 * fails.
 */
async function ownErrorsOf(
  document: FlowDocument, findings: Finding[], builds: Build[],
): Promise<number> {
  const errors = errorsIn(findings);
  return errors === 0 || builds.length === 0 ? errors : errorsIn(await verify(document, []));
}

/**
 * The builds that cannot show all of a document, which has `own` errors itself; rejects if the
 * engine fails.
 */
async function buildsThatBlock(
  document: FlowDocument, builds: Build[], isProtected: boolean, own: number,
): Promise<Build[]> {
  const blocking: Build[] = [];
  for (const build of builds) {
    if (errorsIn(await verifyFor(document, [build], isProtected)) > own) blocking.push(build);
  }
  return blocking;
}

/** The findings of a document that may be published. */
export interface CheckedDocument {
  /** The findings that the document does not accept. */
  findings: Finding[];
  /** Whether it has errors, all of which are about builds in use. */
  isBlockedByBuilds: boolean;
  /** The builds that cannot show all of it; only if it is blocked by builds. */
  blocking: Build[];
}

/** Checks a document once as publishing does; rejects if the engine fails. */
export async function checkDocument(
  document: FlowDocument, builds: Build[], isProtected: boolean,
): Promise<CheckedDocument> {
  const inUse = builds.filter((build) => build.inUse);
  const findings = await verifyFor(document, inUse, isProtected);
  const isBlockedByBuilds = errorsIn(findings) > 0
    && await ownErrorsOf(document, findings, inUse) === 0;
  return {
    findings: partitionAccepted(findings, document).open, isBlockedByBuilds,
    blocking: isBlockedByBuilds ? await buildsThatBlock(document, inUse, isProtected, 0) : [],
  };
}

/** The findings of a draft, updated continuously. */
export class Verification {
  readonly state = new Store<VerificationState>(
    { isCurrent: false, findings: [], accepted: [], ownErrors: 0, failure: null });
  #application: ApplicationModel;
  #draft: Pick<DraftModel, "document" | "debounced">;
  #stops: (() => void)[];
  #isRunning = false;
  /** The document to verify next. */
  #pending: FlowDocument | null = null;
  /** The duration of the last verification in milliseconds: a slow one is repeated less often. */
  #cost = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(application: ApplicationModel, draft: Pick<DraftModel, "document" | "debounced">) {
    this.#application = application;
    this.#draft = draft;
    this.#stops = [
      draft.document.subscribe(() => this.#refresh()),
      draft.debounced.subscribe(() => this.#refresh()),
      application.builds.subscribe(() => this.#refresh()),
    ];
    this.#refresh();
  }

  /** Stops verifying. */
  close(): void {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#timer);
    this.#pending = null;
  }

  /** Verifies any document against the builds in use; rejects if the engine fails. */
  async check(document: FlowDocument): Promise<Finding[]> {
    return verifyFor(document, this.#buildsInUse, this.#application.isProtected());
  }

  /** The builds in use that cannot show all of a document; rejects if the engine fails. */
  async blockingBuilds(document: FlowDocument): Promise<Build[]> {
    const own = errorsIn(await verify(document, []));
    return buildsThatBlock(document, this.#buildsInUse, this.#application.isProtected(), own);
  }

  get #buildsInUse(): Build[] {
    return (this.#application.builds.get()?.builds ?? []).filter((build) => build.inUse);
  }

  /** Retries after a failure. */
  retry(): void {
    this.#refresh();
  }

  #refresh(): void {
    const { isCurrent, failure } = this.state.get();
    if (isCurrent || failure) {
      this.state.update((state) => ({ ...state, isCurrent: false, failure: null }));
    }
    const document = this.#draft.document.get();
    if (document !== this.#draft.debounced.get()) return;
    this.#pending = document;
    if (!this.#isRunning && this.#timer === undefined) this.#schedule();
  }

  #schedule(): void {
    if (this.#cost < FAST_CHECK) return void this.#run();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#run();
    }, Math.min(this.#cost, MAX_DELAY));
  }

  async #run(): Promise<void> {
    const document = this.#pending;
    if (!document) return;
    this.#pending = null;
    this.#isRunning = true;
    const start = performance.now();
    let next: VerificationState;
    try {
      const builds = this.#buildsInUse;
      // A document without a flow is a valid start, not an error.
      const findings = document.flows.length === 0 ? [] : await this.check(document);
      const ownErrors = await ownErrorsOf(document, findings, builds);
      const { open, accepted } = partitionAccepted(findings, document);
      const isCurrent = document === this.#draft.document.get();
      next = { isCurrent, findings: open, accepted, ownErrors, failure: null };
    } catch (error) {
      const failure = failureText(error);
      next = { isCurrent: false, findings: [], accepted: [], ownErrors: 0, failure };
    }
    this.#cost = performance.now() - start;
    this.#isRunning = false;
    if (this.#pending) this.#schedule();
    else this.state.set(next);
  }
}

function errorsIn(findings: Finding[]): number {
  return findings.filter((finding) => finding.severity === "error").length;
}
