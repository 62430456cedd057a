import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlowDocument, Json } from "../../document";
import {
  addLanguage, importTexts, languagesOf, removeLanguage, removeText, renameSegment, renameText,
  setText,
} from "./edits";
import { attributeUses, isReservedName, segmentUses, textUses } from "./uses";

const document: FlowDocument = {
  schema: 1, defaultLocale: "en", locales: ["en", "de"],
  strings: { en: { hello: "Hello", bye: "Bye" }, de: { hello: "Hallo" } },
  segments: { friends: ["a"], others: ["b"] },
  flows: [{
    id: "f", start: "s", steps: [
      {
        id: "s", screen: "S", content: { title: { $text: "hello" }, list: [{ $text: "hello" }] },
        showWhen: { $and: [{ userId: { $not: { $inGroup: "friends" } } }, { age: { $gt: 3 } }] },
        ports: {
          next: [
            { when: { "address.city": "Ulm", userId: { $notInGroup: "others" } }, to: "t" },
            { split: { experiment: "x", by: "device", variants: [{ to: "t" }] } },
          ],
        },
      },
      { id: "t", screen: "S", ports: { next: [{ finish: "done" }] } },
    ],
  }],
};

test("the rules that use a segment are found at any depth", () => {
  assert.deepEqual(segmentUses(document, "friends"), [{ flow: "f", step: "s" }]);
  assert.deepEqual(segmentUses(document, "others"), [{ flow: "f", step: "s", port: "next" }]);
  assert.deepEqual(segmentUses(document, "nobody"), []);
});

test("attributes are found in conditions, within objects and in splits", () => {
  assert.equal(attributeUses(document, "age").length, 1);
  assert.deepEqual(attributeUses(document, "address"), [{ flow: "f", step: "s", port: "next" }]);
  assert.deepEqual(attributeUses(document, "device"), [{ flow: "f", step: "s", port: "next" }]);
  assert.equal(attributeUses(document, "userId").length, 2);
  assert.deepEqual(attributeUses(document, "$gt"), []);
});

test("renaming a segment updates only its rules", () => {
  const renamed = renameSegment("friends", "family")(document);
  assert.deepEqual(Object.keys(renamed.segments ?? {}), ["family", "others"]);
  assert.equal(segmentUses(renamed, "friends").length, 0);
  assert.equal(segmentUses(renamed, "family").length, 1);
  assert.equal(renamed.flows[0]?.steps[1], document.flows[0]?.steps[1]);
});

test("the conditions of drawn screens use segments and attributes", () => {
  const root: Json = {
    type: "column",
    children: [{ type: "text", text: "Hi", showIf: {
      userId: { $inGroup: "friends" }, "state.page": 1,
    } }, { type: "input", name: "vat", label: "VAT", required: { country: "DE" } }],
  };
  const drawn: FlowDocument = { ...document, flows: [], screens: [{ name: "Offer", root }] };
  assert.deepEqual(segmentUses(drawn, "friends"), [{ screen: "Offer" }]);
  assert.deepEqual(attributeUses(drawn, "userId"), [{ screen: "Offer" }]);
  assert.deepEqual(attributeUses(drawn, "country"), [{ screen: "Offer" }]);
  assert.deepEqual(attributeUses(drawn, "state"), []);
  const renamed = renameSegment("friends", "family")(drawn);
  assert.deepEqual(segmentUses(renamed, "friends"), []);
  assert.deepEqual(segmentUses(renamed, "family"), [{ screen: "Offer" }]);
});

test("names that conditions read as outputs or operators are reserved", () => {
  for (const name of ["$gt", "output", "output.email"]) assert.ok(isReservedName(name), name);
  for (const name of ["outputs", "my.output", "country"]) assert.ok(!isReservedName(name), name);
});

test("a text's uses are counted once for each step, and renaming updates them", () => {
  assert.equal(textUses(document).get("hello")?.names.size, 1);
  const renamed = renameText("hello", "hi")(document);
  assert.deepEqual(renamed.strings, { en: { hi: "Hello", bye: "Bye" }, de: { hi: "Hallo" } });
  assert.equal(textUses(renamed).get("hi")?.names.size, 1);
  assert.equal(renamed.flows[0]?.steps[1], document.flows[0]?.steps[1]);
});

test("an empty text is removed, and an equal text changes nothing", () => {
  assert.equal(setText("en", "hello", "Hello")(document), document);
  assert.equal(setText("de", "bye", "")(document), document);
  assert.deepEqual(setText("en", "bye", "")(document).strings?.["en"], { hello: "Hello" });
  assert.deepEqual(removeText("hello")(document).strings, { en: { bye: "Bye" }, de: {} });
});

test("imported texts are added to the existing ones", () => {
  const imported = importTexts([
    { locale: "de", key: "bye", text: "Tschüss" }, { locale: "fr", key: "bye", text: "Salut" },
  ])(document);
  assert.deepEqual(imported.strings?.["de"], { hello: "Hallo", bye: "Tschüss" });
  assert.deepEqual(languagesOf(imported), ["en", "de", "fr"]);
});

test("another language becomes the default if the default language is removed", () => {
  const added = addLanguage("fr")(document);
  assert.deepEqual(added.locales, ["en", "de", "fr"]);
  assert.equal(removeLanguage("en")(added).defaultLocale, "de");
  const none = removeLanguage("de")(removeLanguage("en")(document));
  assert.equal(none.defaultLocale, undefined);
  assert.deepEqual(languagesOf(none), []);
  assert.equal(addLanguage("it")(none).defaultLocale, "it");
});
