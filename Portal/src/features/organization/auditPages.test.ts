import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEntry } from "../../api";
import { loadAllEntries, type AuditPage } from "./auditPages";

const entry = (id: number): AuditEntry => ({
  id, at: "2026-11-07T00:00:00Z", actor: { type: "user", id: "p1", name: "owner@example.com" },
  action: "member.left", detail: {},
});

const pages: { [cursor: string]: AuditPage } = {
  first: { entries: [entry(5), entry(4)], next: "c4" },
  c4: { entries: [entry(3), entry(2)], next: "c2" },
  c2: { entries: [entry(1)], next: null },
};

const load = async (cursor = "first"): Promise<AuditPage> => {
  const page = pages[cursor];
  if (!page) throw new Error(`There is no page ${cursor}.`);
  return page;
};

test("the entries of all pages are loaded in order, with the progress", async () => {
  const progress: number[] = [];
  const entries = await loadAllEntries(load, (count) => progress.push(count));
  assert.deepEqual(entries.map(({ id }) => id), [5, 4, 3, 2, 1]);
  assert.deepEqual(progress, [2, 4, 5]);
});

test("a page that cannot be loaded ends it, without entries and further requests", async () => {
  const cursors: (string | undefined)[] = [];
  await assert.rejects(loadAllEntries((cursor) => {
    cursors.push(cursor);
    return cursor === "c4" ? Promise.reject(new Error("offline")) : load(cursor);
  }, () => {}), /offline/);
  assert.deepEqual(cursors, [undefined, "c4"]);
});
