import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FlowCore } from "flowcore";
import type { Finding, FlowDocument, Manifest } from "../document";
import { loadMessages } from "../localization";
import { changeSentence, findingFix, findingSentence } from "./sentences";

interface Vector { name: string; document: FlowDocument; manifests?: Manifest[] }

const engine = await FlowCore.load(readFileSync("Wasm/.build/flowcore.wasm"));
const vectors = (JSON.parse(
  readFileSync("Conformance/findings/findings.json", "utf8")) as { vectors: Vector[] }).vectors;
const all = vectors.flatMap((vector) => engine.verify(vector.document, vector.manifests ?? []));

/** What is left of English when names are taken out. */
function english(text: string): string | undefined {
  const plain = text.replace(/„[^“]*“|“[^”]*”|`[^`]*`/g, "").replace(/\{[^}]*\}/g, "");
  return /\b(the|is|are|has|which|when|leads|of|that|and|or|a|no|not|flow|step|now)\b/i
    .exec(plain)?.[0];
}

test("a finding's sentence in short leaves out what stands above it", () => {
  const finding: Finding = {
    code: "need-not-provided", severity: "error", flow: "main", step: "s", fix: "",
    message: "Step “s” in flow “main” needs “email”, which a person may not have entered.",
  };
  assert.equal(
    findingSentence(finding, true),
    "This step needs “email”, which a person may not have entered.");
  assert.equal(findingSentence(finding), finding.message);
});

test("a difference says in plain words what becomes of a port", () => {
  const said = (sentence: string) => changeSentence({ kind: "", sentence });
  assert.equal(
    said("On “A”, the port “login” was removed."), "On “A”, “login” leads nowhere any more.");
  assert.equal(
    said("On “A”, the port “n” is new: it leads to “B” as the only screen."),
    "On “A”, “n” led nowhere before: now it leads to “B” as a fresh start.");
  assert.equal(
    said("On “A”, “n” no longer leads to “B as the only screen”."),
    "On “A”, “n” no longer leads to “B as the only screen”.");
});

test("a variant is called a variant, as in the panel; a name stays what it is", () => {
  const place = "Route 1 on port “variants” of step “s” in flow “main”";
  const finding: Finding = {
    code: "invalid-split", severity: "error", flow: "main", step: "s", port: "variants", route: 0,
    message: `${place} divides people over no variants.`,
    fix: "Add at least one variant, or take the route out.",
  };
  assert.equal(findingSentence(finding), `${place} divides people over no variants.`);
  assert.equal(
    findingSentence(finding, true), "Route 1 on port “variants” divides people over no variants.");
  assert.equal(findingFix(finding), "Add at least one variant, or take the route out.");
  const message = "The document has a condition that never applies: `variant` is not an operator.";
  assert.equal(findingSentence({ code: "", severity: "error", message, fix: "" }), message);
  assert.equal(
    changeSentence({ kind: "", sentence: "On “A”, people may get another variant." }),
    "On “A”, people may get another variant.");
});

test("every finding has a short sentence that begins with its place", () => {
  for (const finding of all) {
    assert.match(findingSentence(finding, true), /^(This|Port|Route|The document)/);
  }
});

test("every finding has a German sentence and a German fix", async () => {
  await loadMessages("de");
  assert.ok(all.length > 80);
  for (const finding of all) {
    // The engine's own words on a malformed rule and on a pattern stay as they are.
    if (["malformed-condition", "unsupported-pattern"].includes(finding.code)) continue;
    const sentence = findingSentence(finding);
    assert.notEqual(sentence, finding.message);
    assert.equal(english(sentence), undefined, sentence);
    assert.equal(english(findingFix(finding)), undefined, finding.fix);
  }
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

test("every kind of difference reads German", async () => {
  await loadMessages("de");
  const changes = [...engine.diff(before, after), ...engine.diff(after, before)];
  assert.ok(new Set(changes.map((change) => change.kind)).size >= 18);
  for (const change of changes) {
    const sentence = changeSentence(change);
    assert.equal(english(sentence), undefined, `${change.sentence}\n${sentence}`);
  }
});
