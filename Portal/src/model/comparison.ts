// The comparison of the draft with the live release, updated while editing.

import { marksOf, type Change, type DocumentMarks, type FlowDocument } from "../document";
import { diff } from "../engine";
import type { ApplicationModel } from "./application";
import type { DraftModel } from "./draft";
import { liveReleaseNumber, releaseDocument } from "./releases";
import { Store } from "./store";
import { failureText } from "../ui/failureText";

export interface ComparisonState {
  environment: string;
  /** The number of the live release; undefined for none. */
  number: number | undefined;
  /** The live document; null until it is loaded, without any flow if nothing is live. */
  live: FlowDocument | null;
  /** The changes that publishing would make; null until they are known. */
  changes: Change[] | null;
  /** The draft's differences from the live document; empty while nothing is live. */
  marks: DocumentMarks;
  /** Whether this compares the current draft with the live release. */
  isCurrent: boolean;
  failure: string | null;
}

const noMarks: DocumentMarks = new Map();

/** Compares the draft with the live release of the selected environment. */
export class Comparison {
  readonly state: Store<ComparisonState>;
  readonly #application: ApplicationModel;
  readonly #draft: Pick<DraftModel, "document" | "debounced">;
  readonly #emptyDocument: FlowDocument;
  readonly #stops: (() => void)[];
  #isRunning = false;
  #isDue = false;
  #isClosed = false;

  /** With `isDisabled`, it is never computed or updated. */
  constructor(
    application: ApplicationModel, draft: Pick<DraftModel, "document" | "debounced">,
    isDisabled = false,
  ) {
    this.#application = application;
    this.#draft = draft;
    this.#emptyDocument = { schema: 1, application: application.id, flows: [] };
    const environment = application.environment.get();
    this.state = new Store<ComparisonState>({
      environment, number: liveReleaseNumber(application, environment), live: null, changes: null,
      marks: noMarks, isCurrent: false, failure: null,
    });
    const refresh = () => this.#refresh();
    this.#stops = isDisabled ? [] : [
      draft.document.subscribe(refresh), draft.debounced.subscribe(refresh),
      application.environment.subscribe(refresh), application.releases.subscribe(refresh),
      application.application.subscribe(refresh),
      // A comparison that failed, such as offline, is repeated when the connection changes.
      application.isConnected.subscribe(() => this.state.get().failure !== null && refresh()),
    ];
    if (!isDisabled) refresh();
  }

  /** Ends all subscriptions. */
  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
  }

  #refresh(): void {
    const environment = this.#application.environment.get();
    const number = liveReleaseNumber(this.#application, environment);
    const old = this.state.get();
    const hasReleaseChanged = environment !== old.environment || number !== old.number;
    if (old.isCurrent || hasReleaseChanged) {
      this.state.set({
        ...old, environment, number, isCurrent: false,
        ...(hasReleaseChanged && { live: null, changes: null, marks: noMarks, failure: null }),
      });
    }
    if (this.#draft.document.get() !== this.#draft.debounced.get()) return;
    this.#isDue = true;
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isDue && !this.#isClosed) {
      this.#isDue = false;
      const { number, environment } = this.state.get();
      const document = this.#draft.debounced.get();
      const result = await this.#compare(number, document);
      // NB: edits made in the meantime are compared next; the live release may have changed.
      const now = this.state.get();
      if (now.number !== number || now.environment !== environment) continue;
      const isCurrent = result.failure === null && !this.#isDue
        && document === this.#draft.document.get();
      this.state.set({ ...now, ...result, isCurrent });
    }
    this.#isRunning = false;
  }

  /** Returns the members of the state that change: after a failure, only the failure. */
  async #compare(
    number: number | undefined, document: FlowDocument,
  ): Promise<Partial<ComparisonState>> {
    try {
      const live = number === undefined
        ? this.#emptyDocument : await releaseDocument(this.#application.id, number);
      const changes = await diff(live, document);
      const marks = number === undefined ? noMarks : marksOf(document, live);
      return { live, changes, marks, failure: null };
    } catch (error) {
      return { failure: failureText(error) };
    }
  }
}
