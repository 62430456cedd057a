import assert from "node:assert/strict";
import { test } from "node:test";
import { problem, start, TestBench } from "./bench.test-support";
import { openDraft, saveStatus, setTitle } from "./draft.test-support";
import { BrowserJournal, type UnsentChanges } from "./journal";
import { signOut } from "../session";
import { isSigningOut } from "../unsaved";

const changes: UnsentChanges = {
  key: "page", application: "shop", user: "p1", tag: null, base: start, mine: start,
  at: "2030-01-01T00:00:00.000Z",
};

/**
 * A fake IndexedDB that can be opened after as many failures, and counts its openings. `clear` does
 * what browsers do when a response clears the site's data.
 */
function fakeDatabase(failures: number) {
  const stored = new Map<string, UnsentChanges>();
  const connections: { isClosed: boolean; onclose: () => void }[] = [];
  const connect = () => ({
    isClosed: false, onclose: () => {}, onversionchange: () => {},
    close() {
      this.isClosed = true;
    },
    transaction() {
      if (this.isClosed) throw new DOMException("It is closing.", "InvalidStateError");
      const transaction = {
        oncomplete: () => {},
        objectStore: () => ({
          put(entry: UnsentChanges) {
            stored.set(entry.key, entry);
            queueMicrotask(() => transaction.oncomplete());
            return { result: entry.key };
          },
          delete(key: string) {
            stored.delete(key);
            queueMicrotask(() => transaction.oncomplete());
            return {};
          },
          getAll() {
            queueMicrotask(() => transaction.oncomplete());
            return { result: [...stored.values()] };
          },
        }),
      };
      return transaction;
    },
  });
  const counts = { openings: 0 };
  const open = () => {
    counts.openings += 1;
    const isFailure = counts.openings <= failures;
    const database = connect();
    const opening = {
      result: database, onsuccess: () => {}, onerror: () => {},
    };
    connections.push(database);
    queueMicrotask(() => (isFailure ? opening.onerror() : opening.onsuccess()));
    return opening;
  };
  const clear = (reportsClosing: boolean) => {
    stored.clear();
    for (const connection of connections.splice(0)) {
      connection.isClosed = true;
      if (reportsClosing) connection.onclose();
    }
  };
  Object.assign(globalThis, { indexedDB: { open } });
  return { stored, counts, clear };
}

test("the database is opened again after a failure, and then stays open", async () => {
  const { stored, counts } = fakeDatabase(1);
  const journal = new BrowserJournal();
  assert.deepEqual(
    await Promise.all([journal.keep(changes), journal.keep(changes)]), [false, false]);
  assert.deepEqual([stored.size, counts.openings], [0, 1]);
  assert.equal(await journal.keep(changes), true);
  assert.equal(await journal.keep({ ...changes, key: "other" }), true);
  assert.deepEqual([[...stored.keys()], counts.openings], [["page", "other"], 2]);
});

test("a browser without a database may get one later", async () => {
  const journal = new BrowserJournal();
  Object.assign(globalThis, { indexedDB: undefined });
  assert.equal(await journal.keep(changes), false);
  fakeDatabase(0);
  assert.equal(await journal.keep(changes), true);
});

for (const reportsClosing of [true, false]) {
  test(`a database that was deleted ${reportsClosing ? "" : "silently "}is created again`,
    async () => {
      const { stored, counts, clear } = fakeDatabase(0);
      const journal = new BrowserJournal();
      assert.equal(await journal.keep(changes), true);
      clear(reportsClosing);
      assert.equal(await journal.keep(changes), true);
      assert.equal(await journal.keep({ ...changes, key: "other" }), true);
      assert.deepEqual([[...stored.keys()], counts.openings], [["page", "other"], 2]);
    });
}

test("changes that the user loses by signing out are not stored again", async () => {
  const { stored, clear } = fakeDatabase(0);
  const bench = new TestBench();
  const page = bench.page();
  page.host.journal = new BrowserJournal();
  const draft = await openDraft(bench, page);
  bench.isOffline = true;
  draft.apply("a", setTitle("home", "A"));
  await bench.advance(400);
  assert.deepEqual([saveStatus(draft), stored.size], ["offline", 1]);
  bench.gate = [];
  const failing = signOut();
  draft.apply("b", setTitle("home", "B"));
  await bench.settle();
  assert.equal(stored.size, 0);
  bench.gate.shift()?.();
  await assert.rejects(failing);
  await bench.settle();
  assert.deepEqual([...stored.values()].map(({ mine }) => mine), [draft.document.get()]);
  bench.gate = null;
  bench.isOffline = false;
  bench.overrides = [{ status: 204 }, problem(401, "no-session")];
  // NB: the response clears the site's data, and the page lives until the next one is loaded.
  Object.assign(location, { assign: () => clear(false) });
  await signOut();
  page.leave();
  await bench.settle();
  assert.deepEqual([saveStatus(draft), stored.size], ["signed-out", 0]);
  isSigningOut.set(false);
});
