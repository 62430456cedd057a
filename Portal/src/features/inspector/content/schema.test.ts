import assert from "node:assert/strict";
import { test } from "node:test";
import manifest from "../../../../../Samples/Shop/shop.manifest.json";
import type { FlowDocument, Json } from "../../../document";
import {
  alternativesOf, firstValue, matchesType, isTextReference, kindOf, labelOf, shapeOf, typeOf,
} from "./schema";
import {
  addLocale, uniqueKey, localesOf, replaceAt, setString, stringOf, translateText, usesOf,
} from "./strings";

const screens = (manifest as { screens: { name: string; content?: Json }[] }).screens;
const schemaOf = (name: string) => screens.find((screen) => screen.name === name)?.content;

test("the initial content of every screen of the sample shop matches its schema", () => {
  for (const { name, content } of screens) {
    if (content === undefined) continue;
    assert.ok(matchesType(content, firstValue(content)), name);
  }
  assert.deepEqual(firstValue(schemaOf("SignUp")), { title: "New here?", benefits: [] });
  assert.deepEqual(firstValue(schemaOf("TEXT_INPUT")), {
    title: "", placeholder: "", primaryButtonText: "",
  });
});

test("optional content is distinguished from required content", () => {
  assert.equal(shapeOf(schemaOf("Home")).isNullable, true);
  assert.equal(shapeOf(schemaOf("INFO")).isNullable, false);
  assert.deepEqual([...shapeOf(schemaOf("Home")).required], ["headline"]);
  assert.deepEqual(shapeOf(schemaOf("Home")).default, { headline: "Welcome to the shop" });
});

test("a value gets the field of its type", () => {
  const kind = (schema: Json | undefined, value: Json) => kindOf(shapeOf(schema, value), value);
  assert.equal(kind({ type: ["string", "null"] }, "a"), "string");
  assert.equal(kind({ type: ["string", "number"] }, 3.5), "number");
  assert.equal(kind({ enum: ["a", "b"] }, "a"), "choice");
  assert.equal(kind({ const: 3 }, 3), "choice");
  assert.equal(kind({ type: "array", items: {} }, []), "array");
  assert.equal(kind(undefined, { a: 1 }), "object");
  assert.equal(kind(undefined, true), "boolean");
  assert.equal(kind(undefined, 3), "number");
  assert.equal(kind(true, "a"), "string");
  assert.equal(kind({ type: "string" }, { $text: "a" }), "string");
});

test("of several alternatives the matching one is used", () => {
  const asset: Json = { type: "object", required: ["asset"], properties: { asset: {} } };
  const web: Json = { type: "object", required: ["url"], properties: { url: {} } };
  const either: Json = { anyOf: [asset, web, { type: "null" }] };
  assert.deepEqual(alternativesOf(either), [asset, web]);
  assert.deepEqual([...shapeOf(either, { url: "/" }).required], ["url"]);
  assert.equal(shapeOf(either, { url: "/" }).isNullable, true);
  assert.deepEqual(alternativesOf({ type: ["string", "number", "null"] }), [
    { type: "string" }, { type: "number" },
  ]);
  assert.deepEqual(alternativesOf({ anyOf: [asset, { type: "null" }] }), []);
});

test("an initial value respects the limits, choices and default of its schema", () => {
  assert.equal(firstValue({ type: "integer", minimum: 3 }), 3);
  assert.equal(firstValue({ type: "number", maximum: -2 }), -2);
  assert.equal(firstValue({ enum: ["b", "a"] }), "b");
  assert.equal(firstValue({ type: "boolean", default: true }), true);
  assert.deepEqual(firstValue({ type: "array" }), []);
});

test("names become words, and types are distinguished", () => {
  assert.equal(labelOf("primaryButtonText"), "Primary button text");
  assert.equal(labelOf("image_url"), "Image url");
  assert.deepEqual([null, 1, 1.5, "a", true, [], {}].map(typeOf), [
    "null", "integer", "number", "string", "boolean", "array", "object",
  ]);
  assert.ok(isTextReference({ $text: "a" }));
  assert.ok(!isTextReference({ $text: 1 }));
});

const draft: FlowDocument = {
  schema: 1, flows: [{ id: "shop", start: "home", steps: [
    { id: "home", screen: "Home", content: { "a/b": ["x", { title: "Hello" }], other: 1 } },
    { id: "again", screen: "Home", content: { title: { $text: "hello" } } },
  ] }],
};

test("a text moves into the string tables and is still shown in its place", () => {
  const key = uniqueKey(draft, "home", "/a~1b/1/title");
  const after = translateText({
    flow: "shop", step: "home", pointer: "/a~1b/1/title", key, text: "Hello",
  })(draft);
  assert.deepEqual(after.flows[0]?.steps[0]?.content, {
    "a/b": ["x", { title: { $text: key } }], other: 1,
  });
  assert.deepEqual(after.strings, { en: { [key]: "Hello" } });
  assert.deepEqual(after.locales, ["en"]);
  assert.equal(usesOf(after, key), 1);
  assert.equal(after.flows[0]?.steps[1], draft.flows[0]?.steps[1]);
  assert.notEqual(uniqueKey(after, "home", "/a~1b/1/title"), key);
});

test("texts are written, emptied and listed by language", () => {
  const german = setString("de", "hello", "Hallo")(addLocale("de")(addLocale("en")(draft)));
  assert.deepEqual(localesOf(german), ["en", "de"]);
  assert.equal(german.defaultLocale, "en");
  assert.equal(stringOf(german, "de", "hello"), "Hallo");
  assert.equal(setString("de", "hello", "Hallo")(german), german);
  const removed = setString("de", "hello", undefined)(german);
  assert.equal(stringOf(removed, "de", "hello"), undefined);
  assert.equal(stringOf(removed, "de", "constructor"), undefined);
});

test("only the value at the pointer is replaced", () => {
  assert.deepEqual(replaceAt({ a: [1, { b: 2 }], c: 3 }, "/a/1/b", 9), { a: [1, { b: 9 }], c: 3 });
  assert.deepEqual(replaceAt({ a: 1 }, "/x/y", 9), { a: 1 });
  assert.equal(replaceAt(1, "", 9), 9);
});
