import assert from "node:assert/strict";
import { test } from "node:test";
import { bestMatch, type Suggestion } from "./Combobox";

const known = ["platform", "app version", "versionless", "country"].map(
  (text): Suggestion => ({ value: text, text }));
const own = (text: string): Suggestion => ({ value: text, text: `New “${text}”`, isText: true });

test("what exists is meant before what would be made up", () => {
  const shown = [...known.slice(0, 2), own("version")];
  assert.equal(bestMatch(shown, "version"), 1);
  assert.equal(bestMatch([own("loyalty")], "loyalty"), 0);
});

test("a name is better than its beginning, a word's beginning better than a part", () => {
  assert.equal(bestMatch(known, "country"), 3);
  assert.equal(bestMatch(known, "vers"), 2);
  assert.equal(bestMatch(known.slice(0, 2), "Vers"), 1);
  assert.equal(bestMatch(known.slice(0, 2), "form"), 0);
});

test("a text that stands first is meant itself, and nothing where nothing fits", () => {
  assert.equal(bestMatch([own("a"), ...known], "a"), 0);
  assert.equal(bestMatch([], "a"), -1);
});
