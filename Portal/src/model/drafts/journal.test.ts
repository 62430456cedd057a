import assert from "node:assert/strict";
import { test } from "node:test";
import { start } from "./bench.test-support";
import { BrowserJournal, type UnsentChanges } from "./journal";

const changes: UnsentChanges = {
  key: "page", application: "shop", user: "p1", tag: null, base: start, mine: start,
  at: "2030-01-01T00:00:00.000Z",
};

/** A fake IndexedDB that can be opened after as many failures, and counts its openings. */
function fakeDatabase(failures: number) {
  const stored = new Map<string, UnsentChanges>();
  const database = {
    transaction() {
      const transaction = {
        oncomplete: () => {},
        objectStore: () => ({
          put(entry: UnsentChanges) {
            stored.set(entry.key, entry);
            queueMicrotask(() => transaction.oncomplete());
            return { result: entry.key };
          },
        }),
      };
      return transaction;
    },
  };
  const counts = { openings: 0 };
  const open = () => {
    counts.openings += 1;
    const isFailure = counts.openings <= failures;
    const opening = {
      result: database, onsuccess: () => {}, onerror: () => {},
    };
    queueMicrotask(() => (isFailure ? opening.onerror() : opening.onsuccess()));
    return opening;
  };
  Object.assign(globalThis, { indexedDB: { open } });
  return { stored, counts };
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
