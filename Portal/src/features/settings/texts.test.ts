import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlowDocument } from "../../document";
import { canonical, chosen, readTable, rowsOf, tableOf } from "./texts";

const document: FlowDocument = {
  schema: 1, locales: ["en", "de"], defaultLocale: "en",
  strings: { en: { a: "Hello", b: "Bye" }, de: { a: "Hallo" } },
  flows: [{
    id: "f", start: "s",
    steps: [{ id: "s", screen: "S", content: { x: { $text: "a" }, y: { $text: "c" } } }],
  }],
};

test("what contents ask for stands in the table, even without a text", () => {
  const rows = rowsOf(document);
  assert.deepEqual(rows.map((row) => [row.key, row.isMissing, row.uses]),
    [["a", false, 1], ["b", true, 0], ["c", true, 1]]);
});

test("rows are found by key and text, and by what is wrong with them", () => {
  const rows = rowsOf(document);
  assert.deepEqual(chosen(rows, "hallo", "all").map((row) => row.key), ["a"]);
  assert.deepEqual(chosen(rows, "", "missing").map((row) => row.key), ["b", "c"]);
  assert.deepEqual(chosen(rows, "", "unused").map((row) => row.key), ["b"]);
});

test("a table comes back as it went", () => {
  const table = tableOf(document);
  assert.deepEqual(
    table, [["key", "en", "de"], ["a", "Hello", "Hallo"], ["b", "Bye", ""], ["c", "", ""]]);
  const read = readTable(table);
  assert.ok("edit" in read);
  assert.equal(read.texts, 3);
  assert.deepEqual(read.edit(document), document);
});

test("a table without languages, or with a wrong one, is refused", () => {
  assert.deepEqual(readTable([["key"]]), { wrong: "no-head" });
  assert.deepEqual(readTable([["key", "en", "not a language"]]), { wrong: "not a language" });
  assert.equal(canonical("DE_at"), "de-AT");
  assert.equal(canonical(""), undefined);
});
