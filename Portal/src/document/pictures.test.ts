import assert from "node:assert/strict";
import { test } from "node:test";
import { showsOneContent } from "./pictures";
import type { FlowDocument, Json } from "./types";

const documentOf = (contents: Json[], strings?: FlowDocument["strings"]): FlowDocument => ({
  schema: 1, ...(strings ? { strings } : {}), flows: [{
    id: "shop", start: "0",
    steps: contents.map((content, index) => ({ id: String(index), screen: "Form", content })),
  }],
});
const email = documentOf([{ title: "E-mail" }]);

test("a screen that one step uses has one content", () => {
  assert.equal(showsOneContent("Form", email), true);
  assert.equal(showsOneContent("Form", email, null), true);
  assert.equal(showsOneContent("Form", email, documentOf([{ title: "E-mail" }])), true);
});

test("a screen that several steps use has one content only if theirs are equal", () => {
  const both = documentOf([{ title: "E-mail" }, { title: "Name" }]);
  assert.equal(showsOneContent("Form", both), false);
  assert.equal(showsOneContent("Form", documentOf([{ a: 1, b: 2 }, { b: 2, a: 1 }])), true);
});

test("a content or a text that differs from the live release is not the same content", () => {
  assert.equal(showsOneContent("Form", documentOf([{ title: "Mail" }]), email), false);
  const key = [{ title: { $text: "mail" } }];
  const [before, after] = ["Mail", "E-mail"].map((mail) => documentOf(key, { en: { mail } }));
  assert.ok(before && after);
  assert.equal(showsOneContent("Form", after, before), false);
  assert.equal(showsOneContent("Form", after, after), true);
});

test("a screen that is not in the live release or not in the document has one content", () => {
  assert.equal(showsOneContent("Form", email, documentOf([])), true);
  assert.equal(showsOneContent("Other", email, email), true);
});
