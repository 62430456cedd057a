import assert from "node:assert/strict";
import { test } from "node:test";
import { formatOf, linesOf, linesOfFile, valuesOf } from "./values";

test("lines are converted to distinct values, without empty ones", () => {
  assert.deepEqual(valuesOf(" a \n\nb\r\na", "text"), { values: ["a", "b"], invalid: [] });
  assert.deepEqual(valuesOf("007", "text").values, ["007"]);
});

test("a line that is not a number is reported, and the others are converted", () => {
  assert.deepEqual(
    valuesOf("1\ntwo\n3.5\n-2e3", "number"), { values: [1, 3.5, -2000], invalid: [2] });
  assert.deepEqual(valuesOf("0x10", "number").invalid, [1]);
});

test("values other than texts and numbers are kept as JSON", () => {
  const values = ["a", 1, true, null, { b: [2] }];
  assert.equal(formatOf(values), "json");
  assert.deepEqual(valuesOf(linesOf(values, "json"), "json"), { values, invalid: [] });
  assert.deepEqual(valuesOf("{", "json").invalid, [1]);
  assert.equal(formatOf(["a\nb"]), "json");
});

test("the first column of a table is used", () => {
  assert.equal(linesOfFile([["a", "x"], [""], [" b "]]), "a\nb");
});
