// Stores unsent changes in this browser, so that neither a crash nor a lost connection loses them.

import type { FlowDocument } from "../../document";
import { isSigningOut } from "../unsaved";

/** Changes that the server does not have. */
export interface UnsentChanges {
  /** A unique key for each page that writes. */
  key: string;
  application: string;
  /** The id of the user who made the changes; they are restored for no one else. */
  user: string;
  /** The revision that they are based on; null for none. */
  tag: string | null;
  /** The document that the changes were made to. */
  base: FlowDocument;
  mine: FlowDocument;
  /** The time of the last change. */
  at: string;
}

/** The storage for changes until they are sent. */
export interface Journal {
  /** Returns unsent changes of closed pages, for a user in an application, oldest first. */
  unsent(application: string, user: string): Promise<UnsentChanges[]>;
  /**
   * Returns false if the browser stores nothing, so that only the page has the changes. While the
   * user is signing out, it removes them instead.
   */
  keep(unsent: UnsentChanges): Promise<boolean>;
  drop(key: string): Promise<void>;
  /** Locks the entry with this key until the page is closed, or the returned function is called. */
  lock(key: string): () => void;
}

type Work<T> = (store: IDBObjectStore) => Pick<IDBRequest<T>, "result">;

function transact<T>(
  database: IDBDatabase, mode: IDBTransactionMode, work: Work<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction("kept", mode);
    const request = work(transaction.objectStore("kept"));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = reject;
  });
}

const lockOf = (key: string) => `flowmagic-draft-${key}`;

/** Stores changes in IndexedDB; if that is unavailable, it stores nothing and work continues. */
export class BrowserJournal implements Journal {
  #database: Promise<IDBDatabase> | null = null;

  /** Opens the database once; after a failure or the end of the connection, anew. */
  #open(): Promise<IDBDatabase> {
    if (this.#database) return this.#database;
    const opened = new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("flowmagic-drafts", 1);
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore("kept", { keyPath: "key" });
      };
      opening.onsuccess = () => {
        const database = opening.result;
        database.onclose = () => this.#forget(opened);
        database.onversionchange = () => {
          database.close();
          this.#forget(opened);
        };
        resolve(database);
      };
      opening.onerror = reject;
    });
    opened.catch(() => this.#forget(opened));
    this.#database = opened;
    return opened;
  }

  #forget(opened: Promise<IDBDatabase>): void {
    if (this.#database === opened) this.#database = null;
  }

  /** Runs a transaction, and if it fails, once more with a new connection. */
  async #run<T>(mode: IDBTransactionMode, work: Work<T>): Promise<T> {
    const opened = this.#open();
    const database = await opened;
    try {
      return await transact(database, mode, work);
    } catch {
      // NB: signing out in another tab deletes the database and thus ends the connection for good.
      this.#forget(opened);
      database.close();
      return transact(await this.#open(), mode, work);
    }
  }

  async unsent(application: string, user: string): Promise<UnsentChanges[]> {
    try {
      const all = await this.#run<UnsentChanges[]>("readonly", (store) => store.getAll());
      const { held = [] } = await navigator.locks?.query() ?? {};
      const open = new Set(held.map((lock) => lock.name));
      return all
        .filter((changes) => changes.application === application && changes.user === user
          && !open.has(lockOf(changes.key)))
        .sort((a, b) => (a.at < b.at ? -1 : 1));
    } catch {
      return [];
    }
  }

  keep(unsent: UnsentChanges): Promise<boolean> {
    // Fails in some private windows, and on a full disk.
    return this.#run<unknown>("readwrite", (store) => (
      isSigningOut.get() ? store.delete(unsent.key) : store.put(unsent)
    )).then(() => true, () => false);
  }

  async drop(key: string): Promise<void> {
    await this.#run("readwrite", (store) => store.delete(key)).catch(() => undefined);
  }

  lock(key: string): () => void {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    void navigator.locks?.request(lockOf(key), () => released);
    return release;
  }
}
