import assert from "node:assert/strict";
import { test } from "node:test";
import { nameProblem, codeNamed } from "./names";
import { problemOf, problemOfAll } from "./values";

test("a version consists of numbers separated by dots", () => {
  for (const text of ["2", "2.3", "2.3.1", " 2.3 ", "v2.3", "10.0.0-beta.2", "1.2.3+45"]) {
    assert.equal(problemOf(text, "version"), null, text);
  }
  for (const text of ["banana", "", "2.", ".3", "2..3", "2,3", "two.three", "2.x"]) {
    assert.match(problemOf(text, "version") ?? "", /2\.3\.1/, text);
  }
});

test("a date must exist in the calendar", () => {
  for (const text of ["2024-02-29", "2025-12-31T10:00:00Z"]) {
    assert.equal(problemOf(text, "date"), null, text);
  }
  for (const text of ["2025-02-29", "yesterday", "31.12.2025", "2025-13-01", "2025-1-1"]) {
    assert.notEqual(problemOf(text, "date"), null, text);
  }
});

test("numbers, whole numbers and texts are validated", () => {
  assert.equal(problemOf("2,5", "number"), null);
  assert.notEqual(problemOf("2,5", "integer"), null);
  assert.notEqual(problemOf("many", "number"), null);
  assert.equal(problemOf("many", "string"), null);
  assert.equal(problemOfAll("many", ["number", "string"]), null);
  assert.notEqual(problemOfAll("many", ["number", "integer"]), null);
  assert.equal(problemOfAll("many", []), null);
});

test("countries and languages are known by their names and by their codes", () => {
  const named: [string, string, string | undefined][] = [
    ["country", "Austria", "AT"], ["country", "germany", "DE"], ["country", "at", "AT"],
    ["country", " DE ", "DE"], ["country", "Germ", undefined], ["country", "ZZ", undefined],
    ["locale", "German", "de"], ["locale", "Austrian German", "de-AT"],
    ["locale", "de-AT", "de-AT"], ["locale", "Klingonish", undefined],
    ["plan", "Austria", undefined],
  ];
  for (const [attribute, text, code] of named) {
    assert.equal(codeNamed(attribute, text), code, `${attribute} ${text}`);
  }
});

test("a text that is not a country or language is reported", () => {
  assert.match(nameProblem("country", "Germ") ?? "", /“Germ”.*DE/);
  assert.match(nameProblem("locale", "Germ") ?? "", /“Germ”.*de/);
  for (const [attribute, value] of [
    ["country", "AT"], ["locale", "de"], ["locale", "pt-BR"], ["locale", "de_AT"], ["plan", "x"],
    ["country", ""],
  ] as const) assert.equal(nameProblem(attribute, value), null, `${attribute} ${value}`);
});
