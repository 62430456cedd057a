// The draft as one works on it: edits, undo, saving by itself, and what others do to it.

import { clientId, whenSessionOver } from "../api";
import { merge, type Choice, type Edit, type FlowDocument } from "../document";
import type { ApplicationModel } from "./application";
import { browserHost, type Host } from "./drafts/host";
import { DraftRemote } from "./drafts/remote";
import {
  emptyDocument, firstState, type DraftState, type SaveState,
} from "./drafts/state";
import { DraftSync, type SyncState } from "./drafts/sync";
import { t } from "../localization";
import { EditHistory, type SideEffect } from "./history";
import { myself } from "./authors";
import { me, signInAgain } from "./session";
import { Store } from "./store";
import { unsaved, beforeSignOut } from "./unsaved";

export type { DraftState, SaveState } from "./drafts/state";

const models = new WeakMap<ApplicationModel, DraftModel>();

/** The draft of one application. It saves itself, and what others change comes in by itself. */
export class DraftModel {
  readonly state: Store<DraftState>;
  /** The document alone, for those who look at nothing else. */
  readonly document: Store<FlowDocument>;
  readonly application: ApplicationModel;
  readonly #host: Host;
  readonly #history = new EditHistory();
  readonly #remote: DraftRemote;
  readonly #sync: DraftSync;
  readonly #key = `${clientId}-${Math.random().toString(36).slice(2)}`;
  #opening: Promise<void> | null = null;
  #ends: (() => void)[] = [];
  #keeping: Promise<void> | null = null;
  #keepsAgain = false;
  #isKept = false;

  constructor(application: ApplicationModel, host: Host = browserHost()) {
    this.application = application;
    this.#host = host;
    this.document = new Store(emptyDocument);
    this.state = new Store<DraftState>(firstState);
    this.#remote = new DraftRemote(application, host.read);
    this.#sync = new DraftSync({
      document: this.document.get,
      take: (document) => this.#show(document),
      hasOwnWork: () => this.#history.canUndo || this.#history.canRedo || this.#sync.isAhead,
      changed: (change) => this.#changed(change),
    }, this.#remote, host, myself);
  }

  /** The draft that all pages of an application share. */
  static of(application: ApplicationModel): DraftModel {
    const known = models.get(application) ?? new DraftModel(application);
    models.set(application, known);
    return known;
  }

  /** Loads the draft, or what is live where there is none, and what this browser has kept. */
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
    const [remote, left] = await Promise.all([
      this.#remote.loadFirst(), this.#host.journal.left(this.application.id, user),
    ]);
    this.#sync.begin(remote);
    this.document.set(remote.document);
    this.#restore(left);
    this.#show(this.document.get());
    this.#hear();
    this.#hearRelease();
    if (this.#sync.isAhead) void this.flush();
  }

  // Merges changes kept in the browser into the server's current document.
  #restore(left: Awaited<ReturnType<Host["journal"]["left"]>>): void {
    const server = this.document.get();
    let document = server;
    for (const kept of left) {
      const merged = merge(kept.base, kept.mine, document);
      document = merged.mine;
      this.#sync.resume(merged.base, document);
    }
    const last = left.at(-1);
    if (document !== server && last) {
      this.document.set(this.#history.apply(
        server, t("draft.restored"), () => document));
      this.state.update((state) => ({ ...state, restored: last.at }));
      this.#keep();
    }
    for (const kept of left) void this.#host.journal.drop(kept.key);
  }

  #hear(): void {
    const event = this.application.draft.get();
    if (!event) return;
    const { client, ...heard } = event;
    this.#sync.hear(heard, client === clientId);
  }

  #hearRelease(): void {
    this.#sync.hearRelease(this.application.releases.get()[this.#remote.environment]?.number);
  }

  #listen(): void {
    if (this.#ends.length > 0) return;
    const { changes } = this.application;
    this.#ends.push(
      this.#host.journal.hold(this.#key),
      this.application.draft.subscribe(() => this.#hear()),
      this.application.releases.subscribe(() => this.#hearRelease()),
      changes.on("ready", () => this.#sync.wake()),
      this.#host.onWake(() => this.#sync.wake()),
      this.#host.onLeave(() => {
        if (this.#sync.isAhead) void this.#sync.flush(true);
      }),
      beforeSignOut(() => this.flush()),
    );
    whenSessionOver(() => this.#changed({ save: { kind: "signed-out" } }));
    this.#ends.push(() => whenSessionOver(signInAgain));
    this.application.onClose(() => void this.#end());
  }

  async #end(): Promise<void> {
    for (const end of this.#ends.splice(1)) end();
    await this.#sync.flush(true);
    this.#sync.stop();
    unsaved.set(false);
    for (const end of this.#ends.splice(0)) end();
  }

  /** Sends what is left; the draft goes on living until its application is let go. */
  close(): void {
    if (this.#sync.isAhead) void this.flush();
  }

  // Editing -------------------------------------------------------------------------------------

  /**
   * Changes the document. Edits with the same `merges` that follow each other are taken back
   * together, such as the letters of a word.
   */
  apply(label: string, edit: Edit, merges?: string): void {
    const before = this.document.get();
    const after = this.#history.apply(before, label, edit, merges);
    if (after !== before) this.#edited(after);
  }

  /**
   * Changes the document and something beside it, such as places on the canvas, as one state:
   * `also` has been done already, and is undone and redone with the edit.
   */
  applyWith(label: string, edit: Edit, also: SideEffect, merges?: string): void {
    const before = this.document.get();
    const after = this.#history.apply(before, label, edit, merges, also);
    this.#edited(after);
  }

  /** The edit that undo would take back: the same number as long as it is the same edit. */
  get newestEdit(): number | undefined {
    return this.#history.newest;
  }

  undo(): void {
    this.#edited(this.#history.undo(this.document.get()));
  }

  redo(): void {
    this.#edited(this.#history.redo(this.document.get()));
  }

  #edited(document: FlowDocument): void {
    // An edit that leaves the document as it is has nothing to send.
    const isSame = document === this.document.get();
    this.#show(document);
    if (isSame) return;
    this.#sync.edited();
    this.#keep();
  }

  /** Sends what has not been sent yet; done when the server has said yes, or why not. */
  flush(): Promise<void> {
    return this.#sync.flush();
  }

  /** The draft's revision as the server tags it; null if it has none. */
  get tag(): string | null {
    return this.#sync.tag;
  }

  /** Whether something here has not reached the server. */
  get isAhead(): boolean {
    return this.#sync.isAhead;
  }

  // Choosing ------------------------------------------------------------------------------------

  /** Settles conflicts with others' changes. */
  settle(choices: ReadonlyMap<string, Choice>): void {
    this.#show(this.#sync.settle(choices));
    this.#sync.edited();
    this.#keep();
  }

  /**
   * Returns a conflict's document before, on this side and on the other side, with all else being
   * equal.
   */
  sides(key: string): { base: FlowDocument; mine: FlowDocument; theirs: FlowDocument } {
    return {
      base: this.#sync.variant(key, "base"), mine: this.#sync.variant(key, "mine"),
      theirs: this.#sync.variant(key, "theirs"),
    };
  }

  /** Throws the draft away and goes back to what is live in an environment; undo brings it back. */
  async discard(label: string, environment: string): Promise<void> {
    await this.#sync.exclusive(async () => {
      if (this.#sync.tag) await this.#remote.discard(this.#sync.tag);
      this.#remote.environment = environment;
      const live = await this.#remote.live();
      this.#sync.begin({ ...live, tag: null });
      this.#goBack(label, live.document);
    }).catch((error: unknown) => {
      this.#sync.refresh();
      throw error;
    });
  }

  /** Fetches what the server has; what has not been sent is merged into it, or dropped. */
  async reload(label: string, keeps: boolean): Promise<void> {
    if (keeps) {
      this.#sync.refresh();
      await this.flush();
      return;
    }
    await this.#sync.exclusive(async () => {
      const remote = await this.#remote.load();
      this.#sync.begin(remote);
      this.#goBack(label, remote.document);
    });
  }

  /** Someone else threw the draft away: mine becomes a new one, or goes too. */
  answerDiscard(label: string, keeps: boolean): void {
    this.#sync.rebase();
    if (!keeps) this.#goBack(label, this.#sync.server);
    this.#sync.hold(false);
  }

  /** The notice of what came back has been read. */
  noteRestored(): void {
    this.state.update((state) => ({ ...state, restored: null }));
  }

  #goBack(label: string, document: FlowDocument): void {
    this.#show(this.#history.apply(this.document.get(), label, () => document));
    this.#sync.rebase();
    this.#changed({ save: { kind: "saved" } });
  }

  // State ---------------------------------------------------------------------------------------

  #changed(change: Partial<SyncState>): void {
    this.state.update((state) => ({ ...state, ...change }));
    if (change.save || change.conflicts) {
      const { save, conflicts } = this.state.get();
      unsaved.set(isUnsaved(save) || conflicts.length > 0);
      if (save.kind === "saved") this.#keep();
    }
  }

  #show(document: FlowDocument): void {
    this.document.set(document);
    this.state.update((state) => ({
      ...state, document, canUndo: this.#history.canUndo, canRedo: this.#history.canRedo,
      undoLabel: this.#history.undoLabel, redoLabel: this.#history.redoLabel,
    }));
  }

  // Keeps what the server does not have, or forgets what it has; the newest state wins.
  #keep(): void {
    if (this.#keeping) {
      this.#keepsAgain = true;
      return;
    }
    this.#keeping = this.#write().finally(() => {
      this.#keeping = null;
      if (!this.#keepsAgain) return;
      this.#keepsAgain = false;
      this.#keep();
    });
  }

  async #write(): Promise<void> {
    if (!this.#sync.isAhead) {
      if (this.#isKept) await this.#host.journal.drop(this.#key);
      this.#isKept = false;
      return;
    }
    this.#isKept = true;
    const isKept = await this.#host.journal.keep({
      key: this.#key, application: this.application.id, user: me.get()?.id ?? "",
      tag: this.#sync.tag, base: this.#sync.base, mine: this.document.get(),
      at: this.#host.now().toISOString(),
    });
    if (this.state.get().isUnkept === isKept) {
      this.state.update((state) => ({ ...state, isUnkept: !isKept }));
    }
  }
}

/** A draft that shows a document and changes nothing, for looking at releases. */
export class FixedDraft extends DraftModel {
  constructor(application: ApplicationModel, document: FlowDocument) {
    super(application);
    this.document.set(document);
    this.state.update((state) => ({ ...state, document }));
  }

  override async open(): Promise<void> {}
  override async flush(): Promise<void> {}
  override close(): void {}
  override apply(): void {}
  override undo(): void {}
  override redo(): void {}
}

const isUnsaved = (save: SaveState): boolean =>
  ["offline", "failed", "signed-out"].includes(save.kind);
