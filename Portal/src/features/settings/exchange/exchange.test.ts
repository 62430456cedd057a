import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlowDocument } from "../../../document";
import { FileError, type FileProblem } from "./file";
import { importOf, rejectionsOf, reviewOf } from "./review";
import { readTable, toTable } from "./table";
import { idOf, keyOf, readXLIFF, toXLIFF } from "./xliff";
import { parseXML } from "./xml";

/**
 * Texts that file formats may corrupt: markup, formulas, line breaks, spaces, control characters,
 * other scripts.
 */
const hard = [
  "Hello {name}, and {{braces}}", "<b>&amp;</b> \"quoted\" 'text' ]]>", "=1+1", "'=1+1", "''@x",
  "+49 30", "-", "@handle", "\tTab", "\r\nLines\r\nof\nall\rkinds ", "  spaces  ", "a;b,c\td",
  "Bell\u0007 and \u0001", "日本語 · עברית · 🎉", "{a}{b}{a}", "\uFF1Dsum", "{never closed",
  "[link](https://example.com/?a=1&b=2)", "_x41_", "\u00A0", "\n=1",
];
const hardKeys = ["a b", "ü/=", "=key", "x_x20_", "{k}", "1", "a,b;c", "-", "\"q\"", "<k>", "__"];

function sampleDocument(): FlowDocument {
  const en: { [key: string]: string } = {};
  const de: { [key: string]: string } = {};
  hard.forEach((text, index) => {
    const key = `${hardKeys[index % hardKeys.length]}${index}`;
    en[key] = text;
    if (index % 3 > 0) de[key] = text;
  });
  return {
    schema: 1, flows: [], locales: ["en", "de", "fr"], defaultLocale: "en", strings: { en, de },
  };
}

/** The document without a language's texts. */
function without(document: FlowDocument, locale: string): FlowDocument {
  return { ...document, strings: { ...document.strings, [locale]: {} } };
}

test("exported texts are imported unchanged, without differences", () => {
  const document = sampleDocument();
  for (const file of [
    readTable(toTable(document), document),
    readXLIFF(toXLIFF(document, "de", "shop"), document),
    readXLIFF(toXLIFF(document, "fr", "shop"), document),
  ]) {
    const review = reviewOf(file, document);
    assert.deepEqual([review.changes, review.additions, rejectionsOf(review, false)], [[], [], []]);
  }
});

test("an empty language is restored exactly from an export", () => {
  const document = sampleDocument();
  const empty = without(document, "de");
  for (const file of [
    readTable(toTable(document), empty), readXLIFF(toXLIFF(document, "de", "shop"), empty),
  ]) {
    const review = reviewOf(file, empty);
    assert.deepEqual(rejectionsOf(review, false), []);
    assert.deepEqual(importOf(review, false)(empty).strings, document.strings);
  }
});

test("a table contains no spreadsheet formula in any column", () => {
  const cells = toTable(sampleDocument()).replace(/^\uFEFF/, "").split(/\r\n|,/);
  for (const cell of cells) {
    assert.ok(!/^"?[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell), cell);
  }
});

test("a key is restored from its id", () => {
  for (const key of [...hardKeys, ...hard, "_x20_", "__x20_", "goal.title", "日本"]) {
    assert.match(idOf(key), /^[A-Za-z0-9._-]*$/);
    assert.equal(keyOf(idOf(key)), key);
  }
});

const small: FlowDocument = {
  schema: 1, flows: [], locales: ["en", "de"], defaultLocale: "en",
  strings: {
    en: { hi: "Hi {name}", bye: "Bye", "days.one": "{count} day", "days.other": "{count} days" },
    de: { hi: "Hallo {name}" },
  },
};

const unit = (id: string, source: string, target: string) => `<unit id="${id}"><originalData>
<data id="d1">{name}</data></originalData><segment><source>${source}</source>
<target>${target}</target></segment></unit>`;

const xliff = (units: string, head = 'version="2.0" srcLang="en" trgLang="de"') =>
  `<?xml version="1.0"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" ${head}>`
  + `<file id="f">${units}</file></xliff>`;

const name = '<ph id="1" dataRef="d1"/>';

test("a translation tool's text is imported, with inline codes in their positions", () => {
  const file = readXLIFF(xliff(unit("hi", `Hi ${name}`, `${name}, servus<mrk id="m"> du</mrk>`)),
    small);
  assert.deepEqual(reviewOf(file, small).changes, [
    { line: 4, key: "hi", locale: "de", before: "Hallo {name}", after: "{name}, servus du" }]);
});

test("the segments of a unit become one text", () => {
  const file = readXLIFF(xliff(`<unit id="bye"><segment><source>B</source><target>Auf</target>
    </segment><ignorable><source> </source></ignorable><segment><source>ye</source>
    <target>Wiedersehen</target></segment></unit>`), small);
  assert.equal(file.texts[0]?.text, "Auf Wiedersehen");
});

test("invalid texts are rejected with their line and the reason", () => {
  const rejected = (units: string) => rejectionsOf(reviewOf(readXLIFF(xliff(units), small), small),
    false);
  assert.deepEqual(rejected(unit("gone", "Old", "Alt")),
    [{ line: 4, reason: { kind: "unknown-key", key: "gone" } }]);
  assert.deepEqual(rejected(unit("bye", "Good bye", "Tschüss")),
    [{ line: 4, reason: { kind: "source", key: "bye", source: "Good bye", now: "Bye" } }]);
  assert.deepEqual(rejected(unit("hi", `Hi ${name}`, "Hallo {nmae}")), [{
    line: 4,
    reason: {
      kind: "placeholders", key: "hi", locale: "de", missing: ["{name}"], unknown: ["{nmae}"],
    },
  }]);
  assert.deepEqual(rejected(unit("bye", "Bye", "Tschüss") + unit("bye", "Bye", "Servus")),
    [{ line: 6, reason: { kind: "duplicate", key: "bye", locale: "de" } }]);
  assert.deepEqual(rejected(unit("hi", `Hi ${name}`, '<pc id="1">Hallo</pc>')),
    [{ line: 4, reason: { kind: "inline", key: "hi", name: "pc" } }]);
  for (const cp of ['<cp hex="D83D"/>', '<cp hex="zz"/>', '<cp hex="110000"/>', "<cp/>"]) {
    assert.deepEqual(rejected(unit("bye", "Bye", `Servus${cp}`)),
      [{ line: 4, reason: { kind: "inline", key: "bye", name: "cp" } }], cp);
  }
});

test("a singular need not contain the number, but placeholders must match otherwise", () => {
  const lines = (text: string) => rejectionsOf(reviewOf(
    readTable(`key,de\n${text}\n`, small), small), false).map((rejection) => rejection.reason.kind);
  assert.deepEqual(lines("days.one,Ein Tag"), []);
  assert.deepEqual(lines("days.other,Tage"), ["placeholders"]);
  assert.deepEqual(lines("days.one,{n} Tag"), ["placeholders"]);
});

test("errors in a table have their line, even after multi-line cells", () => {
  const text = 'key,en,de,fr\nbye,"Bye\nnow",Servus,Salut\n'
    + 'hi,Hi {name},"Hallo\nIhr",\nnew,N,Neu,\n';
  const review = reviewOf(readTable(text, small), small);
  assert.deepEqual(rejectionsOf(review, false).map(({ line, reason }) => [line, reason.kind]),
    [[2, "source"], [4, "placeholders"], [6, "unknown-key"]]);
  assert.deepEqual(rejectionsOf(review, true).map(({ line }) => line), [2, 4]);
  assert.deepEqual(review.newLanguages, ["fr"]);
  const { strings } = importOf(review, true)(small);
  assert.deepEqual([strings?.["en"]?.["new"], strings?.["de"]?.["new"]], ["N", "Neu"]);
  assert.equal(importOf(review, false)(small), small);
});

test("a table adds no text without its source", () => {
  for (const text of ["key,de,fr\nnew,Neu,Nouveau\n", "key,en,de,fr\nnew,,Neu,Nouveau\n"]) {
    const review = reviewOf(readTable(text, small), small);
    assert.deepEqual(review.additions, []);
    const reason = { kind: "no-source", key: "new", locale: "en" };
    assert.deepEqual(rejectionsOf(review, true), [{ line: 2, reason }]);
  }
});

test("an invalid file is rejected as a whole", () => {
  const problem = (read: () => unknown): FileProblem => {
    try {
      read();
    } catch (error) {
      if (error instanceof FileError) return error.problem;
    }
    return assert.fail("the file was read") as never;
  };
  const ofXLIFF = (text: string) => problem(() => readXLIFF(text, small));
  const ofTable = (text: string) => problem(() => readTable(text, small));
  assert.deepEqual(ofXLIFF(xliff("", 'version="1.2"')), { kind: "version", version: "1.2" });
  assert.deepEqual(ofXLIFF("<html/>"), { kind: "version", version: "" });
  assert.deepEqual(ofXLIFF(xliff("", 'version="2.1" srcLang="en"')), { kind: "no-language" });
  assert.deepEqual(ofXLIFF(xliff("", 'version="2.1" srcLang="fr" trgLang="de"')),
    { kind: "source-language", file: "fr", document: "en" });
  assert.deepEqual(ofXLIFF("<xliff>\n<file>\n</xliff>"), { kind: "xml", line: 3 });
  assert.deepEqual(ofXLIFF('<!DOCTYPE x [<!ENTITY a "b">]>\n<xliff/>'),
    { kind: "doctype", line: 1 });
  assert.deepEqual(ofTable("key\n"), { kind: "no-header" });
  assert.deepEqual(ofTable(""), { kind: "no-header" });
  assert.deepEqual(ofTable("key,no language\n"), { kind: "language", name: "no language" });
  assert.deepEqual(ofTable('key,de\nbye,"Tsch'), { kind: "quote", line: 2 });
});

test("XML is parsed strictly", () => {
  const wrong = ["", "<a>", "<a></b>", "<a/><b/>", "text", "<a b=c/>", "<a b='1' b='2'/>",
    "<a>&unknown;</a>", "<a>&#0;</a>", "<a>&#xD83D;</a>", "<a>&lt</a>", "<a",
    "<a>".repeat(80) + "</a>".repeat(80)];
  for (const text of wrong) assert.throws(() => parseXML(text), undefined, text);
  const { children } = parseXML("<a><!-- <b> --><![CDATA[<&]]>&#x41;&#66;&lt;\r\n</a>");
  assert.equal(children.join(""), "<&AB<\n");
});

// These took minutes when the time was quadratic in the file's size.
test("attack: a hostile file is processed in time that is proportional to its size", () => {
  assert.throws(() => parseXML(`<a>${"<!--".repeat(1_000_000)}`));
  const rows = Array.from({ length: 100_000 }, (_, index) => `new${index},x,y`);
  const review = reviewOf(readTable(`key,en,de\n${rows.join("\n")}\n`, small), small);
  assert.equal(review.additions.length, 200_000);
  assert.equal(rejectionsOf(review, false).length, 100_000);
  const changed = Array.from({ length: 100_000 }, () => "bye,Good bye,x");
  assert.ok(rejectionsOf(reviewOf(
    readTable(`key,en,de\n${changed.join("\n")}\n`, small), small), false).length >= 100_000);
});
