import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlowDocument } from "../../document";
import { literalCount, makeTranslatable } from "./literals";
import { canonicalTag, filterRows, rowsOf, sourceLanguage } from "./texts";

const document: FlowDocument = {
  schema: 1, locales: ["en", "de"], defaultLocale: "en",
  strings: {
    en: { a: "Hello", b: "Bye", "days.one": "One day", "days.other": "{count} days" },
    de: { a: "Hallo", "days.other": "{count} Tage" },
  },
  flows: [{
    id: "f", start: "s",
    steps: [{ id: "s", screen: "S", content: { x: { $text: "a" }, y: { $text: "c" } } }],
  }],
  screens: [{
    name: "Goal", title: "Your goal",
    root: {
      type: "column", children: [
        { type: "text", text: { $text: "a" } },
        { type: "text", text: { $text: "days", count: "state.days" } },
        { type: "text", text: "{output.goal} · {state.days}" },
        { type: "image", image: "hero", alt: { decorative: true } },
        {
          type: "choice", name: "goal", label: "Goal", options: [
            { value: "run", title: "Run" }, { value: "sleep", title: "Sleep", text: "All night" }],
        },
        { type: "facts", items: [{ name: "Plan", value: { $: "output.plan" } }] },
        { type: "tabs", tabs: [{ title: "One", children: [{ type: "badge", text: "New" }] }] },
        {
          type: "button", id: "go", title: "Go", do: [{ fire: "next" }],
          a11y: { label: "Go on" }, else: { type: "link", title: "Go", to: "next" },
        },
      ],
    },
  }],
};

test("keys used by contents and screens are in the table, even without a text", () => {
  const rows = rowsOf(document);
  assert.deepEqual(rows.map((row) => [row.key, row.isMissing, row.uses, row.isPluralForm]), [
    ["a", false, ["s", "Goal"], false], ["b", true, [], false], ["c", true, ["s"], false],
    ["days.one", true, ["Goal"], true], ["days.other", false, ["Goal"], true],
  ]);
});

test("rows are filtered by key, text, use and missing translation", () => {
  const rows = rowsOf(document);
  assert.deepEqual(filterRows(rows, "OTHER", "all").map((row) => row.key), ["days.other"]);
  assert.deepEqual(filterRows(rows, "hallo", "all").map((row) => row.key), ["a"]);
  assert.deepEqual(filterRows(rows, "goal tage", "all").map((row) => row.key), ["days.other"]);
  assert.deepEqual(filterRows(rows, "", "missing").map((row) => row.key), ["b", "c", "days.one"]);
  assert.deepEqual(filterRows(rows, "", "unused").map((row) => row.key), ["b"]);
});

test("the texts of drawn screens move into the table, with descriptive keys", () => {
  assert.equal(literalCount(document), 11);
  const changed = makeTranslatable(document);
  assert.equal(literalCount(changed), 0);
  assert.deepEqual(Object.entries(changed.strings?.["en"] ?? {}).slice(4), [
    ["Goal.title", "Your goal"], ["Goal.goal.label", "Goal"],
    ["Goal.goal.options.title", "Run"],
    ["Goal.goal.options.title-2", "Sleep"], ["Goal.goal.options.text", "All night"],
    ["Goal.facts.items.name", "Plan"], ["Goal.tabs.tabs.title", "One"],
    ["Goal.badge.text", "New"], ["Goal.go.title", "Go"], ["Goal.go.label", "Go on"],
    ["Goal.link.title", "Go"],
  ]);
  assert.deepEqual(changed.strings?.["de"], document.strings?.["de"]);
  assert.equal(rowsOf(changed).find((row) => row.key === "Goal.go.title")?.uses[0], "Goal");
});

test("the source is the language that others fall back to", () => {
  assert.equal(sourceLanguage(document), "en");
  assert.equal(sourceLanguage({ schema: 1, flows: [], locales: ["de"] }), "de");
});

test("a language tag is canonicalized", () => {
  assert.equal(canonicalTag("DE_at"), "de-AT");
  assert.equal(canonicalTag(""), undefined);
});
