import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlowDocument } from "../../document";
import { directionOf, longer, mirrored, withPseudo } from "./pseudo";

test("an expanded text is at least 40% longer, in brackets, and has accents", () => {
  const texts = ["Go", "Continue", "Where can we write to you?", "x".repeat(200)];
  for (const text of texts) {
    const expanded = longer(text);
    assert.ok(expanded.length >= Math.ceil(text.length * 1.4) + 2, expanded);
    assert.ok(expanded.length <= text.length * 1.4 + 10, expanded);
    assert.match(expanded, /^\[.*\]$/);
  }
  assert.equal(longer("Run"), "[Ŕûñ öñé]");
  assert.equal(longer(""), "");
});

test("placeholders, doubled braces and URLs are unchanged", () => {
  assert.match(longer("For {output.goal} and {{x}}"), /\{output\.goal\}.*\{\{x\}\}/);
  assert.match(longer("See [our terms](https://example.com/terms?a=b)"),
    /\]\(https:\/\/example\.com\/terms\?a=b\)/);
  assert.equal(mirrored("Hi {name}"), "\u200F\u202EHi\u202C\u200F {name}");
});

test("a pseudo-language has a text for each source text, only if it is selected", () => {
  const document: FlowDocument = {
    schema: 1, flows: [], defaultLocale: "en", strings: { en: { a: "Run", b: "Go" }, de: {} },
  };
  const shown = withPseudo(document, "en-XA");
  assert.deepEqual(Object.keys(shown.strings?.["en-XA"] ?? {}), ["a", "b"]);
  assert.equal(document.strings?.["en-XA"], undefined);
  assert.equal(withPseudo(document, "de"), document);
  assert.equal(withPseudo(document, undefined), document);
});

test("the direction follows from a language's script, or else from the language", () => {
  assert.equal(directionOf("ar-XB"), "rtl");
  assert.equal(directionOf("he"), "rtl");
  assert.equal(directionOf("az-Arab"), "rtl");
  assert.equal(directionOf("ar-Latn"), "ltr");
  assert.equal(directionOf("de-AT"), "ltr");
  assert.equal(directionOf(undefined), "ltr");
  assert.equal(directionOf("not a language"), "ltr");
});
