import assert from "node:assert/strict";
import { test } from "node:test";
import { formOf, linesOf, linesOfFile, valuesOf } from "./values";

test("lines are converted to distinct values, without empty ones", () => {
  assert.deepEqual(valuesOf(" a \n\nb\r\na", "text"), { values: ["a", "b"], wrong: [] });
  assert.deepEqual(valuesOf("007", "text").values, ["007"]);
});

test("a line that is not a number is reported and kept", () => {
  assert.deepEqual(
    valuesOf("1\ntwo\n3.5\n-2e3", "number"), { values: [1, 3.5, -2000], wrong: [2] });
  assert.deepEqual(valuesOf("0x10", "number").wrong, [1]);
});

test("values other than texts and numbers are kept as JSON", () => {
  const values = ["a", 1, true, null, { b: [2] }];
  assert.equal(formOf(values), "json");
  assert.deepEqual(valuesOf(linesOf(values, "json"), "json"), { values, wrong: [] });
  assert.deepEqual(valuesOf("{", "json").wrong, [1]);
  assert.equal(formOf(["a\nb"]), "json");
});

test("the first column of a table is used", () => {
  assert.equal(linesOfFile([["a", "x"], [""], [" b "]]), "a\nb");
});
