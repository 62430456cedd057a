import assert from "node:assert/strict";
import { test } from "node:test";
import { bestMatch, type Suggestion } from "./Combobox";

const known = ["platform", "app version", "versionless", "country"].map(
  (text): Suggestion => ({ value: text, text }));
const own = (text: string): Suggestion => ({ value: text, text: `New “${text}”`, isText: true });

test("an existing suggestion is preferred to a new entry", () => {
  const shown = [...known.slice(0, 2), own("version")];
  assert.equal(bestMatch(shown, "version"), 1);
  assert.equal(bestMatch([own("loyalty")], "loyalty"), 0);
});

test("matches rank: the whole name, its beginning, a word's beginning, a part", () => {
  assert.equal(bestMatch(known, "country"), 3);
  assert.equal(bestMatch(known, "vers"), 2);
  assert.equal(bestMatch(known.slice(0, 2), "Vers"), 1);
  assert.equal(bestMatch(known.slice(0, 2), "form"), 0);
});

test("the typed text is preferred if it comes first, and an empty list has no match", () => {
  assert.equal(bestMatch([own("a"), ...known], "a"), 0);
  assert.equal(bestMatch([], "a"), -1);
});
