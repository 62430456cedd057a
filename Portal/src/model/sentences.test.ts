import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FlowCore } from "flowcore";
import {
  addSection, type Finding, type FlowDocument, type JsonObject, type Manifest,
} from "../document";
import { loadMessages } from "../localization";
import * as changesDe from "../localization/engine/changes-de";
import * as changesEn from "../localization/engine/changes-en";
import * as findingsDe from "../localization/engine/findings-de";
import * as findingsEn from "../localization/engine/findings-en";
import { argumentNames } from "../localization/engine/template";
import { changeSentence, findingFix, findingSentence } from "./sentences";

interface Vector { name: string; document: FlowDocument; manifests?: Manifest[] }

const engine = await FlowCore.load(readFileSync("Wasm/.build/flowcore.wasm"));
const vectors = (JSON.parse(
  readFileSync("Conformance/findings/findings.json", "utf8")) as { vectors: Vector[] }).vectors;
const all = vectors.flatMap((vector) => engine.verify(vector.document, vector.manifests ?? []));

/** Returns the first English word of a text without its quoted names. */
function english(text: string): string | undefined {
  const plain = text.replace(/„[^“]*“|“[^”]*”|`[^`]*`/g, "").replace(/\{[^}]*\}/g, "");
  return /\b(the|is|are|has|which|when|leads|of|that|and|or|a|no|not|flow|step|now)\b/i
    .exec(plain)?.[0];
}

test("a finding's short sentence omits the names of step and flow", () => {
  const finding: Finding = {
    code: "need-not-provided", severity: "error", flow: "main", step: "s",
    messageId: "need-not-provided", arguments: { key: "email" },
  };
  assert.equal(
    findingSentence(finding, true),
    "This step needs “email”, which users may not have entered.");
  assert.equal(
    findingSentence(finding),
    "Step “s” in flow “main” needs “email”, which users may not have entered.");
});

test("an image without a picture asks for one, and other unknown names for a declaration", () => {
  const at = (at: string, name: string): Finding => ({
    code: "unknown-binding", severity: "error", messageId: "unknown-binding",
    arguments: { screen: "Goal", at, name },
  });
  const image = at("/root/children/0/image", "picture");
  assert.equal(findingSentence(image), "The document has an image without a picture on screen "
    + "“Goal”: none is called “picture”.");
  assert.match(findingFix(image), /^Choose a picture/);
  for (const other of [
    at("/root/children/0/image", "item.picture"), at("/root/children/0/text", "state.plan"),
  ]) {
    assert.match(findingFix(other), /^Correct the name/);
  }
});

test("a difference describes a port's change, with names inserted verbatim", () => {
  const sentence = (messageId: string, values: JsonObject) => changeSentence({
    kind: "", messageId, arguments: { step: "A", port: "n", ...values } });
  assert.equal(sentence("port-removed", {}), "On “A”, “n” leads nowhere any more.");
  assert.equal(
    sentence("port-added", { routes: [{ to: "B", style: "root" }] }),
    "On “A”, “n” led nowhere before: now it leads to “B” as a fresh start.");
  assert.equal(
    sentence("route-removed", { route: { to: "B {port} [[x]] as the only screen" } }),
    "On “A”, “n” no longer leads to “B {port} [[x]] as the only screen”.");
});

test("a condition in a difference is formatted in both languages", async () => {
  const condition: JsonObject = {
    $or: [
      { appVersion: { $vgte: "2.3" }, plan: { $in: ["a", "b"] } },
      { "output.email": { $exists: true } }, { deviceOS: { $not: { $eq: "iOS" } } },
    ] as JsonObject[],
  };
  const change = { kind: "", messageId: "show-when-changed", arguments: { step: "s", condition } };
  assert.equal(changeSentence(change), "“s” is now shown only when (app version is at least 2.3 "
    + "and plan is one of a or b), the output of “email” exists or not (device OS is iOS).");
  const shownWhen = (condition: JsonObject): string | undefined => (
    changeSentence({ ...change, arguments: { step: "s", condition } }));
  assert.equal(shownWhen({ a: { $exists: 0 } }), "“s” is now shown only when a is missing.");
  assert.equal(shownWhen({ $foo: 1 }), "“s” is now shown only when $foo is 1.");
  assert.equal(shownWhen({ a: { $size: 1 } }), "“s” is now shown only when a has 1 entry.");
  assert.equal(shownWhen({ a: { $size: 2 } }), "“s” is now shown only when a has 2 entries.");
  await loadMessages("de");
  assert.equal(changeSentence(change), "„s“ wird nur noch gezeigt, wenn gilt: (App-Version ist "
    + "mindestens 2.3 und plan ist eines von a oder b), Ausgabe von „email“ ist vorhanden oder "
    + "nicht (device OS ist iOS).");
  await loadMessages("en");
});

test("every message id of the engine has a text with all its arguments", async () => {
  const listed = JSON.parse(readFileSync("Conformance/messages.json", "utf8")) as {
    findings: { [id: string]: string[] }; changes: { [id: string]: string[] };
  };
  const languages = [{ ...findingsEn, ...changesEn }, { ...findingsDe, ...changesDe }];
  for (const { findings, changes } of languages) {
    assert.deepEqual(Object.keys(findings).sort(), Object.keys(listed.findings).sort());
    assert.deepEqual(Object.keys(changes).sort(), Object.keys(listed.changes).sort());
    for (const [id, names] of Object.entries(listed.findings)) {
      assert.deepEqual(usedNames(...findings[id] ?? []), expectedNames(names), id);
    }
    for (const [id, names] of Object.entries(listed.changes)) {
      assert.deepEqual(usedNames(changes[id] ?? ""), expectedNames(names), id);
    }
  }
});

const usedNames = (...templates: string[]) => [...new Set(templates.flatMap(argumentNames))].sort();
const expectedNames = (names: string[]) => names.map((name) => name.replace("?", "")).sort();

test("the part with an optional argument is omitted without it", () => {
  const texts = (values: JsonObject) => findingSentence({
    code: "", severity: "error", flow: "f", messageId: "skip-cycle", arguments: values });
  assert.match(texts({}), /at the same time: users/);
  assert.match(texts({ builds: { names: ["1"] } }), /at the same time in build 1: users/);
  assert.match(
    texts({ builds: { names: ["1", "", "3"], more: 2 } }),
    /in builds 1, without a name, 3 and 2 more: users/);
});

test("every finding has a short sentence that begins with its subject", () => {
  for (const finding of all) {
    assert.match(findingSentence(finding, true), /^(This|Port|Route|The document)/);
  }
});

test("every finding of the vectors has a sentence and a fix in each language", async () => {
  assert.ok(all.length > 80);
  for (const language of ["en", "de"]) {
    await loadMessages(language);
    for (const finding of all) {
      for (const text of [findingSentence(finding), findingFix(finding)]) {
        assert.match(text, /[.?]$/);
        assert.equal(/undefined|\[object|\[\[|\]\]/.test(text), false, text);
        if (language === "de") assert.equal(english(text), undefined, text);
      }
    }
  }
  await loadMessages("en");
});

const before: FlowDocument = {
  schema: 1, defaultLocale: "en", locales: ["en"], strings: { en: { hi: "Hi", bye: "Bye" } },
  segments: { beta: ["u1", "u2"] }, attributes: { plan: "string", old: "number" },
  flows: [
    {
      id: "main", start: "a", steps: [
        {
          id: "a", screen: "Info", content: { title: "One", gone: 1 },
          showWhen: { plan: "gold" },
          ports: {
            next: [
              { when: { country: { $in: ["DE", "AT"] } }, to: "b" },
              {
                split: {
                  experiment: "x", variants: [{ weight: 0.5, to: "b" }, { weight: 0.5, to: "c" }],
                },
              },
              { to: "c" },
            ],
            skip: [{ to: "c" }],
          },
        },
        { id: "b", screen: "Info", ports: { next: [{ finish: "done" }] } },
        { id: "c", screen: "Info", ports: { next: [{ to: "b" }, { finish: "x" }] } },
      ],
    },
    { id: "old", start: "o", steps: [{ id: "o", screen: "Info" }] },
  ],
};

const after: FlowDocument = {
  schema: 1, defaultLocale: "de", locales: ["en", "de"],
  strings: { en: { hi: "Hello and welcome", more: "More" }, de: { hi: "Hallo" } },
  segments: { beta: ["u2", "u3"], staff: ["u9"] }, attributes: { plan: "number", fresh: "string" },
  flows: [
    { id: "fresh", start: "f", steps: [{ id: "f", screen: "Info" }] },
    {
      id: "main", start: "b", steps: [
        {
          id: "a", screen: "Other", content: { title: "Two", fresh: true },
          showWhen: { $or: [{ appVersion: { $vgte: "2.3" } }, { "output.b": { $exists: true } }] },
          ports: {
            next: [
              { when: { country: { $nin: ["CH"] } }, to: "b" },
              {
                split: {
                  experiment: "x", coverage: 0.5, by: "deviceId",
                  variants: [
                    { weight: 0.2, to: "c", key: "0" }, { weight: 0.4, to: "c" },
                    { weight: 0.4, finish: "out", key: "third" },
                  ],
                },
              },
              { to: "b", style: "sheet" },
            ],
            extra: [{ flow: "fresh", then: { done: "b", "*": { finish: "left" } } }],
          },
        },
        { id: "b", screen: "Info", ports: { next: [{ to: "d" }] } },
        { id: "d", screen: "Info", ports: { next: [{ finish: "done" }] } },
      ],
    },
  ],
};

test("the differences of two documents have sentences in each language", async () => {
  const changes = [...engine.diff(before, after), ...engine.diff(after, before)];
  assert.ok(new Set(changes.map((change) => change.kind)).size >= 18);
  for (const language of ["en", "de"]) {
    await loadMessages(language);
    for (const change of changes) {
      const sentence = changeSentence(change);
      assert.match(sentence, /\.$/);
      assert.equal(/undefined|\[object|\[\[|\]\]/.test(sentence), false, sentence);
      if (language === "de") assert.equal(english(sentence), undefined, sentence);
    }
  }
  await loadMessages("en");
});

test("the engine keeps sections without findings, and reports their changes", () => {
  const plain: FlowDocument = {
    schema: 1, flows: [{
      id: "shop", start: "a", steps: [{ id: "a", screen: "S", ports: { next: [{ to: "a" }] } }],
    }],
  };
  const [flow] = plain.flows as [FlowDocument["flows"][0]];
  const sectioned = addSection(flow, "Log in", ["a"]).edit(plain);
  assert.deepEqual(engine.convert(JSON.stringify(sectioned), "native").json, sectioned);
  const codes = (document: FlowDocument) => engine.verify(document, []).map(({ code }) => code);
  assert.deepEqual(codes(sectioned), codes(plain));
  const changes = engine.diff(plain, sectioned);
  assert.deepEqual(changes.map(changeSentence), [
    "“a” is in another section.", "The sections of flow “shop” have changed.",
  ]);
});

test("an added, changed or removed theme is described", () => {
  const plain: FlowDocument = { schema: 1, flows: [] };
  const round = { ...plain, theme: { corner: "large" } };
  const square = { ...plain, theme: { corner: "none" } };
  for (const [from, to] of [[plain, round], [round, square], [square, plain]] as const) {
    assert.deepEqual(engine.diff(from, to).map(changeSentence), [
      "The theme of drawn screens changed."]);
  }
});
