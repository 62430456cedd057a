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

function expectVersion(use: PictureUse, version: string) {
  assert.deepEqual(pictureFor(entry, use), version === "standard" ? entry
    : variants.find((variant) => variant["sha256"] === version));
}

test("the language counts more than the appearance", () => {
  expectVersion({}, "standard");
  expectVersion({ dark: true }, "dark");
  expectVersion({ locale: "de", dark: true }, "German");
  expectVersion({ locale: "fr", dark: true }, "dark");
  expectVersion({ locale: "pt-BR", dark: true }, "dark Brazilian");
});

test("a region uses the variant of its language, but a language not that of a region", () => {
  expectVersion({ locale: "de_AT" }, "German");
  expectVersion({ locale: "de-x-formal" }, "German");
  expectVersion({ locale: "PT-br" }, "Brazilian");
  expectVersion({ locale: "pt" }, "standard");
});

test("an entry without variants is for everyone", () => {
  const plain: JsonObject = { sha256: "standard" };
  assert.equal(pictureFor(plain, { locale: "de", dark: true }), plain);
  assert.equal(pictureFor(undefined, { dark: true }), undefined);
});
