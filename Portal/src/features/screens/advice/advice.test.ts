import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../../../document";
import type { DrawnScreen } from "../../../document/blocks";
import { adviceFor } from "./advice";

/** The pointers of the advice with a code about a block. */
function pointersOf(code: string, block: Json): string[] {
  const screen = { name: "Goal", title: "Goal", root: { type: "column", children: [block] } };
  return adviceFor(screen as unknown as DrawnScreen)
    .filter((finding) => finding.code === code)
    .map(({ pointer }) => pointer.replace("/root/children/0/", ""));
}

const button = (...actions: Json[]): Json => ({ type: "button", title: "Terms", do: actions });
const open = "https://example.com/terms";

test("an example URL is a placeholder, wherever a press opens it", () => {
  const placeholders = (block: Json) => pointersOf("placeholder", block);
  assert.deepEqual(
    placeholders({ type: "link", title: "Terms", to: "https://example.com" }), ["to"]);
  assert.deepEqual(placeholders(button({ set: "seen", to: "https://example.com" }, { open })), [
    "do/1/open"]);
  assert.deepEqual(
    placeholders(button({ call: "share", then: { failed: { open } } })), ["do/0/then/failed/open"]);
  assert.deepEqual(
    placeholders({ type: "video", video: "intro", poster: "", ended: [{ open }] }),
    ["ended/0/open"]);
});

test("other URLs and destinations are not placeholders", () => {
  for (const to of ["https://example.community/a", "https://www.shop.com", "terms"]) {
    assert.deepEqual(pointersOf("placeholder", { type: "link", title: "Terms", to }), []);
  }
});
