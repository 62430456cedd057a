import assert from "node:assert/strict";
import { test } from "node:test";
import { pictureFor, type PictureUse } from "./assets";
import type { JsonObject } from "./types";

const variants: JsonObject[] = [
  { dark: true, sha256: "dark" }, { locale: "de", sha256: "German" },
  { locale: "pt-BR", sha256: "Brazilian" },
  { locale: "pt-BR", dark: true, sha256: "dark Brazilian" },
];
const entry: JsonObject = { sha256: "standard", variants };

function expectVariant(use: PictureUse, name: string) {
  assert.deepEqual(pictureFor(entry, use), name === "standard" ? entry
    : variants.find((variant) => variant["sha256"] === name));
}

test("the language takes precedence over the appearance", () => {
  expectVariant({}, "standard");
  expectVariant({ dark: true }, "dark");
  expectVariant({ locale: "de", dark: true }, "German");
  expectVariant({ locale: "fr", dark: true }, "dark");
  expectVariant({ locale: "pt-BR", dark: true }, "dark Brazilian");
});

test("a region uses the variant of its language, but a language not that of a region", () => {
  expectVariant({ locale: "de_AT" }, "German");
  expectVariant({ locale: "de-x-formal" }, "German");
  expectVariant({ locale: "PT-br" }, "Brazilian");
  expectVariant({ locale: "pt" }, "standard");
});

test("an entry without variants is for every language and appearance", () => {
  const single: JsonObject = { sha256: "standard" };
  assert.equal(pictureFor(single, { locale: "de", dark: true }), single);
  assert.equal(pictureFor(undefined, { dark: true }), undefined);
});
