// Synchronizes three documents: the local one, the server's, and their common base.

import type { Actor } from "../../api";
import { failureText } from "../../ui/failureText";
import { merge, sameJSON, type Choice, type Conflict, type FlowDocument } from "../../document";
import { isTransient, isSignedOut, revisionOf, type DraftRemote, type RemoteDraft } from "./remote";
import type { DraftHost } from "./host";
import { emptyDocument, type SaveState } from "./state";

const pending: SaveState = { kind: "pending" };

/** The delay between an edit and sending it, in milliseconds. */
const SAVE_DELAY = 300;
/**
 * The delay before the first retry, which doubles each time, and its maximum, in milliseconds; both
 * without the random part, which changes them by up to half.
 */
const FIRST_RETRY_DELAY = 1000;
const MAX_RETRY_DELAY = 30_000;

/** The draft that is synchronized. */
export interface SyncOwner {
  /** The local document. */
  document(): FlowDocument;
  /** Called with the merged document after others' changes. */
  replace(document: FlowDocument): void;
  /** Whether the user must be asked when the draft is discarded elsewhere. */
  hasLocalChanges(): boolean;
  /** Called when part of the state has changed. */
  changed(state: Partial<SyncState>): void;
}

export interface SyncState {
  save: SaveState;
  conflicts: Conflict[];
  revision: number;
  author: Actor | null;
  updated: string | null;
  discarded: { by: Actor | null; at: string } | null;
}

/** A change of the draft reported by the server; its revision is null once it is discarded. */
export interface RemoteChange {
  revision: number | null;
  author: Actor;
  updated: string;
}

/** Sends local changes, fetches others' changes, and merges both, one operation at a time. */
export class DraftSync {
  readonly #owner: SyncOwner;
  readonly #remote: DraftRemote;
  readonly #host: DraftHost;
  readonly #me: () => Actor | null;
  #server: FlowDocument = emptyDocument;
  #base: FlowDocument = emptyDocument;
  #tag: string | null = null;
  #release: number | null = null;
  #remoteChange: RemoteChange | null = null;
  /** Whether the server may have a newer state, which must be fetched. */
  #isStale = false;
  #hasStarted = false;
  /** Whether nothing is sent until the user decides about a draft that was discarded elsewhere. */
  #isPaused = false;
  /** Whether the session has ended; only a response tells whether the user has signed in again. */
  #isSignedOut = false;
  /** Whether local changes must be sent. */
  #isDue = false;
  #isRunning = false;
  #isSending = false;
  /** Whether the page may be about to close, so that the request must outlive it. */
  #isLast = false;
  #retries = 0;
  /** Requests with an unknown result. */
  #attempts: { mine: FlowDocument; sent: FlowDocument }[] = [];
  #queue: Promise<void> = Promise.resolve();
  #timer: (() => void) | null = null;
  #retry: (() => void) | null = null;
  #conflicts: Conflict[] = [];

  constructor(owner: SyncOwner, remote: DraftRemote, host: DraftHost, me: () => Actor | null) {
    this.#owner = owner;
    this.#remote = remote;
    this.#host = host;
    this.#me = me;
  }

  get tag(): string | null {
    return this.#tag;
  }

  /** The document that the local changes were made to. */
  get base(): FlowDocument {
    return this.#base;
  }

  get server(): FlowDocument {
    return this.#server;
  }

  /** The release of the document, while there is no draft. */
  get release(): number | null {
    return this.#release;
  }

  /** Whether there are unsent changes or unresolved conflicts. */
  get isAhead(): boolean {
    return this.#conflicts.length > 0 || this.#outgoing() !== null;
  }

  /** Starts with the server's state. */
  begin(remote: RemoteDraft): void {
    this.#hasStarted = true;
    this.#accept(remote);
    this.#base = remote.document;
  }

  #accept({ document, tag, release }: RemoteDraft): void {
    this.#isSignedOut = false;
    this.#server = document;
    this.#tag = tag;
    this.#release = release;
    const change = this.#remoteChange;
    const isReported = change !== null && change.revision === revisionOf(tag);
    this.#owner.changed({
      revision: revisionOf(tag) ?? 0,
      ...(isReported ? { author: change.author, updated: change.updated } : {}),
      ...(tag === null ? { author: null, updated: null } : {}),
    });
  }

  // Events --------------------------------------------------------------------------------------

  /** Called after a local edit. */
  edited(): void {
    if (this.#conflicts.length > 0) this.#setConflicts(merge(this.#base, this.#mine, this.#server));
    if (this.#retries > 0 || this.#isPaused || this.#isSignedOut) {
      this.#isDue = true;
      return;
    }
    this.#owner.changed({ save: pending });
    this.#timer ??= this.#host.after(SAVE_DELAY, () => void this.flush());
  }

  /** Called when the server reports a change of the draft, including those of this page. */
  receive(change: RemoteChange, isOwn: boolean): void {
    this.#remoteChange = change;
    if (!this.#hasStarted) return;
    const known = revisionOf(this.#tag);
    // NB: a change of this page may be reported before the response to its request arrives.
    const isOld = isOwn
      && (this.#isSending || change.revision === null || change.revision <= (known ?? 0));
    if (change.revision === known || isOld) {
      if (change.revision === known && change.revision !== null) {
        this.#owner.changed({ author: change.author, updated: change.updated });
      }
      return;
    }
    this.refresh();
  }

  /** Called when the live release may have changed, which matters while there is no draft. */
  receiveRelease(number: number | undefined): void {
    const hasReleaseChanged = number !== undefined && number !== this.release;
    if (this.#hasStarted && this.#tag === null && hasReleaseChanged) this.refresh();
  }

  /** Fetches the server's state and merges it. */
  refresh(): void {
    this.#isStale = true;
    void this.#run();
  }

  /** Sends pending changes; resolves after the attempt, even if it has failed. */
  flush(isLast = false): Promise<void> {
    this.#timer?.();
    this.#timer = null;
    this.#isDue = true;
    this.#isLast = isLast;
    return this.#run();
  }

  /** Called when the connection may be back. */
  wake(): void {
    if (this.#isSignedOut && !this.isAhead) this.#isStale = true;
    else if (this.#retries === 0 && !this.isAhead) return;
    this.#retries = 0;
    void this.flush();
  }

  /** Called when the session has ended: nothing is sent until `wake`. */
  endSession(): void {
    this.#isSignedOut = true;
    this.#owner.changed({ save: { kind: "signed-out" } });
  }

  /** Runs an action exclusively, when no other operation is running. */
  exclusive<T>(action: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(action);
    this.#queue = done.then(() => undefined, () => undefined);
    return done;
  }

  /** Sends changes again, after the user has decided about a draft that was discarded elsewhere. */
  resumeSending(): void {
    this.#isPaused = false;
    this.#isStale ||= this.#isSignedOut;
    this.#owner.changed({ discarded: null });
    void this.flush();
  }

  stop(): void {
    this.#timer?.();
    this.#retry?.();
  }

  // Choices -------------------------------------------------------------------------------------

  /** Resolves conflicts. */
  resolve(choices: ReadonlyMap<string, Choice>): FlowDocument {
    const merged = merge(this.#base, this.#mine, this.#server, choices);
    this.#base = merged.base;
    this.#setConflicts(merged);
    return merged.mine;
  }

  /**
   * Returns the document with a conflict resolved by a choice, and all others left as they were
   * before both changes.
   */
  resolved(key: string, choice: Choice): FlowDocument {
    const choices = new Map<string, Choice>();
    for (const conflict of this.#conflicts) choices.set(conflict.key, "base");
    choices.set(key, choice);
    return merge(this.#base, this.#mine, this.#server, choices).mine;
  }

  /** Resumes with stored changes: their base, and the document that includes them. */
  resume(base: FlowDocument, mine: FlowDocument): void {
    this.#base = base;
    this.#setConflicts(merge(base, mine, this.#server));
  }

  /** Makes the server's document the base: the local one is no longer derived from the old base. */
  rebase(): void {
    this.#base = this.#server;
    this.#setConflicts({ conflicts: [] });
  }

  // Synchronization -----------------------------------------------------------------------------

  get #mine(): FlowDocument {
    return this.#owner.document();
  }

  #setConflicts({ conflicts }: { conflicts: Conflict[] }): void {
    if (conflicts.length === 0 && this.#conflicts.length === 0) return;
    this.#conflicts = conflicts;
    this.#owner.changed({ conflicts });
  }

  /**
   * Returns the document to send; null if the server has it. It has the server's values where a
   * conflict is unresolved.
   */
  #outgoing(): FlowDocument | null {
    const mine = this.#mine;
    if (mine === this.#server) return null;
    const outgoing = this.#base === this.#server
      ? mine : merge(this.#base, mine, this.#server).theirs;
    return outgoing === this.#server || sameJSON(outgoing, this.#server) ? null : outgoing;
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return this.#queue;
    this.#isRunning = true;
    return this.exclusive(() => this.#synchronize());
  }

  async #synchronize(): Promise<void> {
    try {
      this.#retry?.();
      this.#retry = null;
      while (!this.#isPaused && (this.#isStale || this.#isDue)) {
        if (this.#isStale) await this.#pull();
        else await this.#push();
      }
      this.#retries = 0;
      const save: SaveState = this.#isSignedOut ? { kind: "signed-out" }
        : this.#outgoing() === null ? { kind: "saved" } : pending;
      if (!this.#isPaused) this.#owner.changed({ save });
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isRunning = false;
    }
  }

  async #pull(): Promise<void> {
    const hadDraft = this.#tag !== null;
    // NB: first, because an event received while the response is in transit may be newer than it.
    this.#isStale = false;
    const remote = await this.#remote.load().catch((error: unknown) => {
      this.#isStale = true;
      throw error;
    });
    const isDiscarded = hadDraft && remote.tag === null;
    if (isDiscarded && this.#owner.hasLocalChanges()) {
      this.#isPaused = true;
      this.#accept(remote);
      this.#owner.changed({
        discarded: {
          by: this.#remoteChange?.author ?? null, at: this.#remoteChange?.updated ?? "",
        },
        save: pending,
      });
      return;
    }
    this.#merge(remote);
    this.#isDue ||= this.#outgoing() !== null;
  }

  #merge(remote: RemoteDraft): void {
    this.#recognize(remote.document);
    const merged = merge(this.#base, this.#mine, remote.document);
    this.#accept(remote);
    this.#base = merged.base;
    // NB: an identical object means that nothing is unsent, which saves the comparison.
    if (merged.conflicts.length === 0 && sameJSON(merged.theirs, remote.document)) {
      this.#server = this.#base = merged.mine;
    }
    if (merged.mine !== this.#mine) this.#owner.replace(merged.mine);
    this.#setConflicts(merged);
  }

  /**
   * Recognizes an earlier request of this page whose response was lost, so that its document is not
   * treated as someone else's change.
   */
  #recognize(theirs: FlowDocument): void {
    for (const { mine, sent } of this.#attempts.splice(0).reverse()) {
      const { conflicts, theirs: both } = merge(this.#server, sent, theirs);
      if (conflicts.length > 0 || !sameJSON(both, theirs)) continue;
      this.#base = merge(this.#base, mine, sent).base;
      return;
    }
  }

  async #push(): Promise<void> {
    this.#isDue = false;
    const mine = this.#mine;
    const outgoing = this.#outgoing();
    if (!outgoing) return;
    // A page that is signed out stays so until the server has accepted a request.
    if (!this.#isSignedOut) this.#owner.changed({ save: { kind: "saving" } });
    this.#attempts.push({ mine, sent: outgoing });
    this.#isSending = true;
    try {
      const { tag, updated } = await this.#remote.save(outgoing, this.#tag, this.#isLast);
      this.#attempts = [];
      this.#base = this.#conflicts.length === 0
        ? outgoing : merge(this.#base, mine, outgoing).base;
      this.#accept({ document: outgoing, tag, release: null });
      this.#owner.changed({ author: this.#me(), updated });
    } catch (error) {
      this.#isDue = true;
      if (!isTransient(error)) this.#attempts.pop();
      if (!isChangedDraft(error)) throw error;
      this.#isStale = true;
    } finally {
      this.#isSending = false;
    }
  }

  #fail(error: unknown): void {
    const message = failureText(error);
    if (isSignedOut(error)) {
      this.endSession();
    } else if (isTransient(error)) {
      this.#owner.changed({ save: { kind: "offline", message } });
      const { retryAfter } = error as { retryAfter?: number };
      const delay = retryAfter === undefined
        ? Math.min(MAX_RETRY_DELAY, FIRST_RETRY_DELAY * 2 ** this.#retries)
          * (0.5 + this.#host.random())
        : retryAfter * 1000;
      this.#retries += 1;
      this.#retry = this.#host.after(delay, () => void this.#run());
    } else {
      this.#isSignedOut = false;
      this.#isStale = false;
      this.#isDue = false;
      this.#owner.changed({ save: { kind: "failed", message } });
    }
  }
}

function isChangedDraft(error: unknown): boolean {
  return (error as { code?: string }).code === "draft-changed";
}
