import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlowDocument } from "../../document";
import type { Block } from "../../document/blocks";
import { contentIn, copiedText, blocksToPaste } from "./clipboard";

const wall = { sha256: "aa", type: "image/png", width: 4, height: 3 };
const blocks = [
  { type: "text", text: { $text: "title" } },
  { type: "image", image: "wall", alt: { $text: "wall" } },
] as Block[];

const shop = {
  schema: 1, flows: [], defaultLocale: "en", assets: { wall, other: { sha256: "bb" } },
  strings: {
    en: { title: "Our wall", wall: "A red wall", unused: "No" },
    de: { title: "Unsere Wand", wall: "Eine rote Wand" },
  },
} as unknown as FlowDocument;

function pasteInto(document: FlowDocument, application: string) {
  const content = contentIn(copiedText(blocks, shop, "shop"));
  assert.ok(content);
  const { blocks: fresh, add } = blocksToPaste(content, document, application, "Goal");
  return { blocks: fresh, document: add(document) };
}

test("blocks bring their texts and pictures into another application, under unused names", () => {
  const { blocks: fresh, document } = pasteInto({
    schema: 1, flows: [], defaultLocale: "en", assets: { wall: { sha256: "cc" } },
    strings: { en: { title: "Welcome" }, de: { title: "Willkommen" } },
  } as unknown as FlowDocument, "kiosk");
  assert.deepEqual(fresh, [
    { type: "text", text: { $text: "title-2" } },
    { type: "image", image: "wall-2", alt: { $text: "wall" } },
  ]);
  assert.deepEqual(document.strings, {
    en: { title: "Welcome", "title-2": "Our wall", wall: "A red wall" },
    de: { title: "Willkommen", "title-2": "Unsere Wand", wall: "Eine rote Wand" },
  });
  assert.deepEqual(document.assets, { wall: { sha256: "cc" }, "wall-2": wall });
});

test("blocks pasted in the same application keep their text keys, even if texts changed", () => {
  const later = { ...shop, strings: { en: { title: "Our walls" } } } as FlowDocument;
  const { blocks: fresh, document } = pasteInto(later, "shop");
  assert.deepEqual(fresh, blocks);
  assert.equal(document, later);
});

test("other text is not read as blocks", () => {
  const kind = "flowmagic/blocks";
  for (const value of [null, 1, {}, { kind }, { kind, screen: {} }, { kind, screen: { root: {} } },
    { kind, screen: { root: { children: [1] } } }, { kind, screen: { root: { children: [] } } }]) {
    assert.equal(contentIn(JSON.stringify(value)), null, JSON.stringify(value));
  }
  assert.equal(contentIn("Hello"), null);
  const copied = copiedText(blocks, shop, "shop");
  assert.ok(contentIn(copied + " ".repeat(100)));
  assert.equal(contentIn(copied + " ".repeat(16 << 20)), null);
});
