import assert from "node:assert/strict";
import { test } from "node:test";
import { isIdentifier, suggestId } from "./identifiers";

test("an id is suggested for a name in any script", () => {
  assert.equal(suggestId("Corner Shop"), "corner-shop");
  assert.equal(suggestId("  Märchen & Café! "), "maerchen-and-cafe");
  assert.equal(suggestId("Ångström 2.0"), "angstroem-2-0");
  assert.equal(suggestId("日本"), "");
});

test("a suggested id is accepted by the server", () => {
  const long = suggestId("a ".repeat(100));
  assert.ok(long.length <= 63);
  for (const name of ["-x-", "A--B", "x".repeat(80), long]) {
    assert.ok(isIdentifier(suggestId(name)), name);
  }
});

test("an id that the server rejects is invalid", () => {
  for (const text of ["", "-a", "A", "a_b", "ä", "a".repeat(64)]) {
    assert.ok(!isIdentifier(text), text);
  }
});
