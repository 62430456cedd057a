import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleOf, objectSchema, sketchOf, sentenceCase } from "./drawing";

const step = (content: never) => ({ id: "s", screen: "TEXT_INPUT", content });
const kinds = (content: unknown) => sketchOf(step(content as never), undefined, undefined)
  .map((it) => ("text" in it ? `${it.kind}: ${it.text}` : it.kind));

test("content is drawn as a small screen", () => {
  assert.deepEqual(kinds({
    primaryButtonText: "Next", title: "Your name?", subtitle: "So that we can greet you.",
    placeholder: "First name", skipButtonText: "Later",
  }), [
    "headline: Your name?", "text: So that we can greet you.", "input: First name", "button: Next",
    "link: Later",
  ]);
});

test("lists, switches, numbers and pictures are drawn differently", () => {
  const widgets = sketchOf(step({
    title: "Plans", heroImage: "a.png", hasNewsletter: true, price: 12,
    options: [{ title: "Small" }, { title: "Large" }, 3, { odd: 1 }],
  } as never), undefined, undefined);
  assert.deepEqual(widgets, [
    { kind: "picture" }, { kind: "headline", text: "Plans" },
    { kind: "toggle", text: "Newsletter" },
    { kind: "fact", text: "Price", value: "12" },
    { kind: "list", items: ["Small", "Large", "3"], more: 0 },
  ]);
});

test("a secret is drawn as a password field, not as a switch", () => {
  assert.deepEqual(
    kinds({ title: "Password", placeholder: "At least twelve", isSecret: true }),
    ["headline: Password", "secret: At least twelve"]);
});

test("texts are in the reader's language, otherwise in an available one", () => {
  const strings = { en: { hi: "Welcome" }, de: { hi: "Willkommen" } };
  const say = (locale: string) =>
    sketchOf(step({ title: { $text: "hi" } } as never), undefined, strings, locale)[0];
  assert.deepEqual(say("de"), { kind: "headline", text: "Willkommen" });
  assert.deepEqual(say("fr"), { kind: "headline", text: "Welcome" });
});

test("a screen without content shows its name and its ports", () => {
  const widgets = sketchOf(
    { id: "s", screen: "TEXT_INPUT" },
    { name: "TEXT_INPUT", ports: ["next", "goBack"], builds: [] }, undefined);
  assert.deepEqual(widgets, [
    { kind: "headline", text: "Text input" }, { kind: "button", text: "Next" },
    { kind: "link", text: "Go back" },
  ]);
});

test("buttons have the labels that a build declares", () => {
  const texts = (locale: string) => sketchOf(
    { id: "s", screen: "Home" }, {
      name: "Home", ports: ["login", "skip"], builds: [],
      labels: { login: { en: "Log in", de: "Anmelden" } },
    }, undefined, locale).slice(1).map((it) => "text" in it && it.text);
  assert.deepEqual(texts("de"), ["Anmelden", "Skip"]);
  assert.deepEqual(texts("en"), ["Log in", "Skip"]);
});

test("malformed content is drawn without an error", () => {
  for (const content of [null, 3, [], "x", { a: { b: { c: { d: 1 } } } }, { $text: 4 }]) {
    assert.ok(kinds(content).length > 0);
  }
});

test("a new step's content matches its screen's schema", () => {
  const schema = {
    anyOf: [{ type: "null" }, {
      type: "object", required: ["title", "items", "kind", "count"], properties: {
        title: { type: "string" }, items: { type: "array" }, kind: { enum: ["a", "b"] },
        count: { type: "integer", minimum: 2 }, note: { type: ["string", "null"] },
      },
    }],
  };
  assert.deepEqual(
    exampleOf(objectSchema(schema as never)), { title: "Title", items: [], kind: "a", count: 2 });
  assert.equal(exampleOf(objectSchema(null)), undefined);
  assert.equal(sentenceCase("forgotPassword"), "Forgot password");
});
