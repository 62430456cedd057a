import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCSV, toCSV } from "./csv";

test("written tables are read back unchanged", () => {
  const rows = [["key", "en", "de"], ["a.b", "Say \"hi\",\nnow", "Ü;1"], ["x", "", "- z"]];
  assert.deepEqual(parseCSV(toCSV(rows)), rows);
});

test("formulas are escaped for spreadsheets, and numbers stay numbers", () => {
  assert.equal(toCSV([["=1+1", "@x", -1, "a"]]), "'=1+1,'@x,-1,a\r\n");
});

test("other separators, byte order marks and empty lines are accepted", () => {
  assert.deepEqual(parseCSV("\uFEFFa;b\n\n1;\"x;y\"\n"), [["a", "b"], ["1", "x;y"]]);
  assert.deepEqual(parseCSV("a\tb\r\n1\t2"), [["a", "b"], ["1", "2"]]);
});

test("an unclosed quote loses nothing", () => {
  assert.deepEqual(parseCSV('a,"b\nc'), [["a", "b\nc"]]);
});
