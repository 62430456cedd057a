// The editable draft: edits, undo, automatic saving, and others' changes.

import { clientId, setSessionEndHandler } from "../api";
import { merge, type Choice, type Edit, type FlowDocument } from "../document";
import type { ApplicationModel } from "./application";
import { browserHost, type DraftHost } from "./drafts/host";
import { Debouncer } from "./drafts/debouncer";
import { DraftRemote } from "./drafts/remote";
import {
  emptyDocument, initialState, type DraftState, type SaveState,
} from "./drafts/state";
import { DraftSync, type SyncState } from "./drafts/sync";
import { t } from "../localization";
import { EditHistory, type SideEffect } from "./history";
import { myself } from "./authors";
import { me, goToSignIn } from "./session";
import { Store } from "./store";
import { hasUnsavedChanges, isSigningOut, beforeSignOut } from "./unsaved";

export type { DraftState, SaveState } from "./drafts/state";

const models = new WeakMap<ApplicationModel, DraftModel>();

/** The draft of one application. It saves itself, and merges others' changes automatically. */
export class DraftModel {
  readonly state: Store<DraftState>;
  /** The document alone, for subscribers that need nothing else. */
  readonly document: Store<FlowDocument>;
  /**
   * The document for slow work, such as verifying and drawing it. While someone types, it lags at
   * most half a second behind.
   */
  readonly debounced: Store<FlowDocument>;
  readonly application: ApplicationModel;
  readonly #host: DraftHost;
  readonly #history = new EditHistory();
  readonly #remote: DraftRemote;
  readonly #sync: DraftSync;
  readonly #key = `${clientId}-${Math.random().toString(36).slice(2)}`;
  #opening: Promise<void> | null = null;
  #ends: (() => void)[] = [];
  #persisting: Promise<void> | null = null;
  #isPersistDue = false;
  #isPersisted = false;
  readonly #debouncer: Debouncer;

  constructor(application: ApplicationModel, host: DraftHost = browserHost()) {
    this.application = application;
    this.#host = host;
    this.document = new Store(emptyDocument);
    this.debounced = new Store(emptyDocument);
    this.state = new Store<DraftState>(initialState);
    this.#debouncer = new Debouncer(host, () => {
      this.#updateDebounced();
      this.#persist();
    });
    this.#remote = new DraftRemote(application, host.read);
    this.#sync = new DraftSync({
      document: () => {
        this.applyPending();
        return this.document.get();
      },
      replace: (document) => this.#show(document),
      hasLocalChanges: () => this.#history.canUndo || this.#history.canRedo || this.#sync.isAhead,
      changed: (change) => this.#changed(change),
    }, this.#remote, host, myself);
  }

  /** The draft that all pages of an application share. */
  static of(application: ApplicationModel): DraftModel {
    const known = models.get(application) ?? new DraftModel(application);
    models.set(application, known);
    return known;
  }

  /**
   * Loads the draft, or the live release if there is none, and unsent changes kept in this browser.
   */
  open(): Promise<void> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<void> {
    const user = me.get()?.id ?? "";
    this.#listen();
    const [remote, unsent] = await Promise.all([
      this.#remote.loadFirst(), this.#host.journal.unsent(this.application.id, user),
    ]);
    this.#sync.begin(remote);
    this.document.set(remote.document);
    this.#restore(unsent);
    this.#show(this.document.get());
    this.#receive();
    this.#receiveRelease();
    if (this.#sync.isAhead) void this.flush();
  }

  // Merges changes kept in the browser into the server's current document.
  #restore(unsent: Awaited<ReturnType<DraftHost["journal"]["unsent"]>>): void {
    const server = this.document.get();
    let document = server;
    for (const changes of unsent) {
      const merged = merge(changes.base, changes.mine, document);
      document = merged.mine;
      this.#sync.resume(merged.base, document);
    }
    const last = unsent.at(-1);
    if (document !== server && last) {
      this.document.set(this.#history.apply(server, t("draft.restored"), () => document));
      this.state.update((state) => ({ ...state, restored: last.at }));
      this.#persist();
    }
    for (const { key } of unsent) void this.#host.journal.drop(key);
  }

  #receive(): void {
    const event = this.application.draftEvent.get();
    if (!event) return;
    const { client, ...change } = event;
    this.#sync.receive(change, client === clientId);
  }

  #receiveRelease(): void {
    this.#sync.receiveRelease(this.application.releases.get()[this.#remote.environment]?.number);
  }

  #listen(): void {
    if (this.#ends.length > 0) return;
    const { changes } = this.application;
    this.#ends.push(
      this.#host.journal.lock(this.#key),
      this.application.draftEvent.subscribe(() => this.#receive()),
      this.application.releases.subscribe(() => this.#receiveRelease()),
      changes.on("ready", () => this.#sync.wake()),
      this.#host.onWake(() => this.#sync.wake()),
      this.#host.onLeave(() => {
        if (!this.#sync.isAhead) return;
        this.#persist();
        void this.#sync.flush(true);
      }),
      beforeSignOut(() => this.flush()),
      isSigningOut.subscribe(() => this.#persist()),
    );
    setSessionEndHandler(() => this.#sync.endSession());
    this.#ends.push(() => setSessionEndHandler(goToSignIn));
    this.application.onClose(() => void this.#end());
  }

  async #end(): Promise<void> {
    this.applyPending();
    // NB: the first one unlocks the stored changes, which other pages may restore from then on.
    for (const end of this.#ends.splice(1)) end();
    this.#updateDebounced();
    this.#persist();
    await this.#sync.flush(true);
    this.#sync.stop();
    hasUnsavedChanges.set(false);
    for (const end of this.#ends.splice(0)) end();
  }

  /** Sends pending changes; the draft lives until its application is closed. */
  close(): void {
    if (this.#sync.isAhead) void this.flush();
  }

  // Editing -------------------------------------------------------------------------------------

  /** Changes the document. Consecutive edits with the same `mergeKey` are undone together. */
  apply(label: string, edit: Edit, mergeKey?: string): void {
    this.applyPending();
    const before = this.document.get();
    const after = this.#history.apply(before, label, edit, mergeKey);
    if (after !== before) this.#edited(after, mergeKey !== undefined);
  }

  /**
   * Changes the document together with something else, such as positions on the canvas: `also` has
   * already been applied, and is undone and redone with the edit.
   */
  applyWith(label: string, edit: Edit, also: SideEffect, mergeKey?: string): void {
    this.applyPending();
    const before = this.document.get();
    const after = this.#history.apply(before, label, edit, mergeKey, also);
    this.#edited(after);
  }

  /**
   * Applies an edit when `debounced` is updated, such as that of a field which shows its own text.
   * A newer one replaces it, so it must contain everything that was typed.
   */
  applyLater(edit: () => void): void {
    this.#debouncer.later(edit);
  }

  /** Applies the edit of `applyLater` now. The draft does that before any other change. */
  applyPending(): void {
    this.#debouncer.apply();
  }

  /** Whether an edit of `applyLater` has not been applied yet. */
  get isPending(): boolean { return this.#debouncer.isPending; }

  /** The id of the edit that undo would revert. */
  get newestEdit(): number | undefined { return this.#history.newest; }

  /** Reverts the last edit with an effect, or the edit `only`; returns whether anything changed. */
  undo(only?: number): boolean {
    this.applyPending();
    const before = this.document.get();
    this.#edited(this.#history.undo(before, only));
    return this.document.get() !== before;
  }

  redo(): void {
    this.applyPending();
    this.#edited(this.#history.redo(this.document.get()));
  }

  #edited(document: FlowDocument, isTyped = false): void {
    // An edit without an effect has nothing to send.
    const isSame = document === this.document.get();
    this.#show(document, isTyped);
    if (isSame) return;
    this.#sync.edited();
    if (document === this.debounced.get()) this.#persist();
  }

  /** Sends pending changes; resolves after the attempt, even if it has failed. */
  flush(): Promise<void> {
    return this.#sync.flush();
  }

  /** The draft's entity tag on the server; null if there is no draft. */
  get tag(): string | null {
    return this.#sync.tag;
  }

  /** Whether there are unsent changes or unresolved conflicts. */
  get isAhead(): boolean {
    return this.#sync.isAhead;
  }

  // Choosing ------------------------------------------------------------------------------------

  /** Resolves conflicts with others' changes. */
  resolve(choices: ReadonlyMap<string, Choice>): void {
    this.applyPending();
    this.#show(this.#sync.resolve(choices));
    this.#sync.edited();
    this.#persist();
  }

  /**
   * Returns the document before a conflict, with this side's and with the other side's change, all
   * else being equal.
   */
  sides(key: string): { base: FlowDocument; mine: FlowDocument; theirs: FlowDocument } {
    return {
      base: this.#sync.resolved(key, "base"), mine: this.#sync.resolved(key, "mine"),
      theirs: this.#sync.resolved(key, "theirs"),
    };
  }

  /** Discards the draft and returns to the live release of an environment; undo restores it. */
  async discard(label: string, environment: string): Promise<void> {
    await this.#sync.exclusive(async () => {
      if (this.#sync.tag) await this.#remote.discard(this.#sync.tag);
      this.#remote.environment = environment;
      const live = await this.#remote.live();
      this.#sync.begin({ ...live, tag: null });
      this.#resetTo(label, live.document);
    }).catch((error: unknown) => {
      this.#sync.refresh();
      throw error;
    });
  }

  /** Fetches the server's state; unsent changes are merged into it, or discarded. */
  async reload(label: string, keepsChanges: boolean): Promise<void> {
    if (keepsChanges) {
      this.#sync.refresh();
      await this.flush();
      return;
    }
    await this.#sync.exclusive(async () => {
      const remote = await this.#remote.load();
      this.#sync.begin(remote);
      this.#resetTo(label, remote.document);
    });
  }

  /**
   * After someone else discarded the draft: keeps the local one as a new draft, or discards it too.
   */
  answerDiscard(label: string, keepsChanges: boolean): void {
    this.#sync.rebase();
    if (!keepsChanges) this.#resetTo(label, this.#sync.server);
    this.#sync.resumeSending();
  }

  /** Dismisses the notice about restored changes. */
  dismissRestored(): void {
    this.state.update((state) => ({ ...state, restored: null }));
  }

  #resetTo(label: string, document: FlowDocument): void {
    this.applyPending();
    this.#show(this.#history.apply(this.document.get(), label, () => document));
    this.#sync.rebase();
    this.#changed({ save: { kind: "saved" } });
  }

  // State ---------------------------------------------------------------------------------------

  #changed(change: Partial<SyncState>): void {
    this.#update(change);
    if (change.save || change.conflicts) {
      const { save, conflicts } = this.state.get();
      hasUnsavedChanges.set(isUnsaved(save) || conflicts.length > 0);
      // NB: signing out in another tab has ended the session and removed what was stored.
      if (save.kind === "saved" || save.kind === "signed-out") this.#persist();
    }
  }

  #show(document: FlowDocument, isTyped = false): void {
    this.document.set(document);
    // Every edit except typing updates `debounced` immediately.
    if (isTyped) this.#debouncer.typed();
    else this.#updateDebounced();
    const { canUndo, canRedo, undoLabel, redoLabel, newest } = this.#history;
    this.#update({ canUndo, canRedo, undoLabel, redoLabel, newest });
  }

  // NB: keeps the same object unless a member changes, so that a keystroke re-renders nothing.
  #update(change: Partial<DraftState>): void {
    const state = this.state.get();
    const next = { ...state, ...change };
    const keys = Object.keys(change) as (keyof DraftState)[];
    if (keys.some((key) => next[key] !== state[key])) this.state.set(next);
  }

  #updateDebounced(): void {
    this.#debouncer.stop();
    this.debounced.set(this.document.get());
  }

  // Stores unsent changes in the browser, or removes sent ones; the newest state wins.
  #persist(): void {
    if (this.#persisting) {
      this.#isPersistDue = true;
      return;
    }
    this.#persisting = this.#write().finally(() => {
      this.#persisting = null;
      if (!this.#isPersistDue) return;
      this.#isPersistDue = false;
      this.#persist();
    });
  }

  async #write(): Promise<void> {
    if (!this.#sync.isAhead) {
      if (this.#isPersisted) await this.#host.journal.drop(this.#key);
      this.#isPersisted = false;
      this.#update({ cannotStore: false });
      return;
    }
    this.#isPersisted = true;
    const isPersisted = await this.#host.journal.keep({
      key: this.#key, application: this.application.id, user: me.get()?.id ?? "",
      tag: this.#sync.tag, base: this.#sync.base, mine: this.document.get(),
      at: this.#host.now().toISOString(),
    });
    this.#update({ cannotStore: !isPersisted });
  }
}

/** A read-only draft, for showing releases. */
export class ReadOnlyDraft extends DraftModel {
  constructor(application: ApplicationModel, document: FlowDocument) {
    super(application);
    this.document.set(document);
    this.debounced.set(document);
  }

  override async open(): Promise<void> {}
  override async flush(): Promise<void> {}
  override close(): void {}
  override apply(): void {}
  override applyLater(): void {}
  override undo(): boolean { return false; }
  override redo(): void {}
}

const isUnsaved = (save: SaveState): boolean =>
  ["offline", "failed", "signed-out"].includes(save.kind);
