import assert from "node:assert/strict";
import { test } from "node:test";
import { isIdentifier, suggestId } from "./identifiers";

test("a suggested id has lowercase letters without accents, and is empty if there are none", () => {
  assert.equal(suggestId("Corner Shop"), "corner-shop");
  assert.equal(suggestId("  Märchen & Café! "), "maerchen-and-cafe");
  assert.equal(suggestId("Ångström 2.0"), "angstroem-2-0");
  assert.equal(suggestId("日本"), "");
});

test("a suggested id is valid", () => {
  const long = suggestId("a ".repeat(100));
  assert.ok(long.length <= 63);
  for (const name of ["-x-", "A--B", "x".repeat(80), long]) {
    assert.ok(isIdentifier(suggestId(name)), name);
  }
});

test("an id is invalid if it is empty or too long, or has other characters", () => {
  for (const text of ["", "-a", "A", "a_b", "ä", "a".repeat(64)]) {
    assert.ok(!isIdentifier(text), text);
  }
});
