import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlowDocument } from "../../../document";
import { removeScreen, renameScreen, type DrawnScreen } from "../../../document/blocks";
import { screens } from "../../../document/merging/blocks";
import { withMoves } from "../../../document/merging/moves";
import { setScreenMerging } from "../../../document/merging/screens";
import { contentOf, type TemplateContent } from "./content";
import {
  importTemplate, isChangedLocally, nextContent, updateFromTemplate,
} from "./importTemplate";
import { linkOf, sameNames, withLink } from "./links";

setScreenMerging({ rule: screens, follow: withMoves });

const screenOf = (...texts: string[]): DrawnScreen => ({
  name: "Consent", root: {
    type: "column", children: [
      { type: "text", text: { $text: "title" } }, { type: "image", image: "hero", alt: "A" },
      ...texts.map((text) => ({ type: "text", text })),
    ],
  },
});
const strings = { en: { title: "Terms", other: "Other" }, de: { title: "Bedingungen" } };
const assets = { hero: { sha256: "a" }, unused: { sha256: "b" } };
const source: FlowDocument = {
  schema: 1, flows: [], defaultLocale: "en", strings, assets,
  screens: [screenOf("First", "Second")],
};
const content = contentOf(source, screenOf("First", "Second"), "shop");
const link = { template: "t1", version: 1, names: sameNames };

/** A document with the content as a linked screen. */
function linked(document: FlowDocument, from = content) {
  const imported = importTemplate(document, from, "Consent");
  return withLink("Consent", { ...link, names: imported.names })({
    ...imported.document, screens: [...document.screens ?? [], imported.screen],
  });
}

const screenIn = (document: FlowDocument) => document.screens?.at(-1) as DrawnScreen;
const textsOf = (document: FlowDocument) => (
  (screenIn(document).root["children"] as { text?: unknown }[]).flatMap(({ text }) => text ?? []));

test("a content has only the texts and pictures that its screen shows", () => {
  assert.deepEqual(content.strings, { en: { title: "Terms" }, de: { title: "Bedingungen" } });
  assert.deepEqual(content.assets, { hero: { sha256: "a" } });
  assert.equal(content.application, "shop");
});

test("a document without languages adopts those of the template", () => {
  const document = linked({ schema: 1, flows: [] });
  assert.deepEqual(document.strings, content.strings);
  assert.equal(document.defaultLocale, "en");
});

test("a language of the document that the template lacks falls back to the template's own", () => {
  const french: FlowDocument = {
    schema: 1, flows: [], defaultLocale: "fr", strings: { fr: {} },
  };
  assert.deepEqual(linked(french).strings, { fr: { title: "Terms" } });
});

test("texts and pictures with a name that is taken are renamed for the screen", () => {
  const before: FlowDocument = {
    schema: 1, flows: [], strings: { en: { title: "Mine" } }, assets: { hero: { sha256: "c" } },
  };
  const document = linked(before);
  assert.deepEqual(document.strings, { en: { "title": "Mine", "title-2": "Terms" } });
  assert.deepEqual(document.assets, { "hero": { sha256: "c" }, "hero-2": { sha256: "a" } });
  assert.deepEqual(textsOf(document)[0], { $text: "title-2" });
  assert.deepEqual(linkOf(document, "Consent")?.names, {
    texts: { title: "title-2" }, assets: { hero: "hero-2" },
  });
  assert.equal(isChangedLocally(document, screenIn(document), content), false);
  assert.deepEqual(
    nextContent(document, screenIn(document), "market", content).screen, content.screen);
});

test("an update keeps local changes, and the names of renamed texts", () => {
  const before: FlowDocument = { schema: 1, flows: [], strings: { en: { title: "Mine" } } };
  const document = linked(before);
  const screen = screenIn(document);
  const children = screen.root["children"] as DrawnScreen[];
  const mine = {
    ...screen, root: { ...screen.root, children: [...children, { type: "text", text: "Own" }] },
  };
  const next = {
    ...content, screen: screenOf("First", "Better"), version: 2,
    strings: { en: { title: "New terms" } },
  };
  const { document: after, conflicts } = updateFromTemplate(
    { ...document, screens: [mine] }, mine, { ...link, names: linkOf(document, "Consent")!.names },
    content, next, "mine");
  assert.equal(conflicts, 0);
  assert.deepEqual(textsOf(after), [{ $text: "title-2" }, "First", "Better", "Own"]);
  assert.deepEqual(after.strings, { en: { "title": "Mine", "title-2": "New terms" } });
  assert.equal(linkOf(after, "Consent")?.version, 2);
});

test("of conflicting changes, the preferred side's are kept", () => {
  const document = linked({ schema: 1, flows: [] });
  const mine = screenOf("Here", "Second");
  const next = { ...content, screen: screenOf("There", "Second"), version: 2 };
  const update = (prefers: "mine" | "theirs") => updateFromTemplate(
    { ...document, screens: [mine] }, mine, link, content, next, prefers);
  assert.equal(update("mine").conflicts, 1);
  assert.equal(textsOf(update("mine").document)[1], "Here");
  assert.equal(textsOf(update("theirs").document)[1], "There");
});

test("an update keeps a locally changed text, and does not change texts of other screens", () => {
  const step = { id: "a", screen: "X", content: { title: { $text: "title" } } };
  const document = linked({
    schema: 1, strings: { en: {} }, flows: [{ id: "f", start: "a", steps: [step] }],
  });
  const next: TemplateContent = { ...content, strings: { en: { title: "New" } } };
  const update = (strings: FlowDocument["strings"]) => {
    const edited = { ...document, strings };
    return updateFromTemplate(
      edited, screenIn(edited), link, content, { ...next, version: 2 }, "mine").document;
  };
  assert.deepEqual(update({ en: { title: "Terms" } }).strings, {
    en: { "title": "Terms", "title-2": "New" },
  });
  assert.deepEqual(update({ en: { title: "Translated here" } }).strings, {
    en: { title: "Translated here" },
  });
});

test("a changed screen, text or picture is a local change", () => {
  const document = linked({ schema: 1, flows: [] });
  assert.equal(isChangedLocally(document, screenIn(document), content), false);
  assert.equal(isChangedLocally(document, screenOf("First"), content), true);
  const withText = { ...document, strings: { ...strings, en: { title: "Changed" } } };
  assert.equal(isChangedLocally(withText, screenIn(withText), content), true);
  const withPicture = { ...document, assets: { hero: { sha256: "z" } } };
  assert.equal(isChangedLocally(withPicture, screenIn(withPicture), content), true);
});

test("the next version keeps the languages that only the template has", () => {
  const document = linked({ schema: 1, flows: [], strings: { en: {} } });
  const next = nextContent(document, screenIn(document), "market", content);
  assert.deepEqual(next.strings, { en: { title: "Terms" }, de: { title: "Bedingungen" } });
});

test("a link is renamed and removed with its screen", () => {
  const document = linked({ schema: 1, flows: [] });
  const moved = renameScreen("Consent", "Legal")(document);
  assert.equal(linkOf(moved, "Legal")?.template, "t1");
  assert.equal(linkOf(moved, "Consent"), undefined);
  assert.equal(removeScreen("Legal")(moved).screenTemplates, undefined);
  assert.equal(linkOf({ ...document, screenTemplates: { Consent: 7 } }, "Consent"), undefined);
});
