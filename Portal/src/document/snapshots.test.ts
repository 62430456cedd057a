import assert from "node:assert/strict";
import { test } from "node:test";
import { hasUniformContent } from "./snapshots";
import type { FlowDocument, Json } from "./types";

const documentOf = (contents: Json[], strings?: FlowDocument["strings"]): FlowDocument => ({
  schema: 1, ...(strings ? { strings } : {}), flows: [{
    id: "shop", start: "0",
    steps: contents.map((content, index) => ({ id: String(index), screen: "Form", content })),
  }],
});
const email = documentOf([{ title: "E-mail" }]);

test("a screen that one step uses has the same content in all of its steps", () => {
  assert.equal(hasUniformContent("Form", email), true);
  assert.equal(hasUniformContent("Form", email, null), true);
  assert.equal(hasUniformContent("Form", email, documentOf([{ title: "E-mail" }])), true);
});

test("a screen that several steps use has the same content only if theirs are equal", () => {
  const both = documentOf([{ title: "E-mail" }, { title: "Name" }]);
  assert.equal(hasUniformContent("Form", both), false);
  assert.equal(hasUniformContent("Form", documentOf([{ a: 1, b: 2 }, { b: 2, a: 1 }])), true);
});

test("a content or a text that differs from the live release is not the same content", () => {
  assert.equal(hasUniformContent("Form", documentOf([{ title: "Mail" }]), email), false);
  const key = [{ title: { $text: "mail" } }];
  const [before, after] = ["Mail", "E-mail"].map((mail) => documentOf(key, { en: { mail } }));
  assert.ok(before && after);
  assert.equal(hasUniformContent("Form", after, before), false);
  assert.equal(hasUniformContent("Form", after, after), true);
});

test("a screen that is new since the live release counts as having the same content", () => {
  assert.equal(hasUniformContent("Form", email, documentOf([])), true);
});

test("a screen that no step of the document uses counts as having the same content", () => {
  assert.equal(hasUniformContent("Other", email, email), true);
});
