import assert from "node:assert/strict";
import { test } from "node:test";
import { pointerToText } from "./texts";

const strings = { en: { hi: "Welcome" }, de: { hi: "Willkommen" } };
const content = {
  "a/b": "Slash", title: { $text: "hi" }, count: 3, options: [{ label: "Small" }, "Large"],
};

test("a drawn text is located in the content", () => {
  const at = (text: string) => pointerToText(content, text, strings);
  assert.equal(at("Willkommen"), "/title");
  assert.equal(at("Small"), "/options/0/label");
  assert.equal(at("Large"), "/options/1");
  assert.equal(at("Slash"), "/a~1b");
  assert.equal(at("3"), undefined);
  assert.equal(at("Log in"), undefined);
  assert.equal(pointerToText("Plain", "Plain", undefined), "");
});
