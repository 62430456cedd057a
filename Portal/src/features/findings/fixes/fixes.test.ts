import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FlowCore } from "flowcore";
import type { Finding, FlowDocument, Manifest } from "../../../document";
import { t } from "../../../localization";
import { findingMessageKey, findingSentence } from "../../../model/sentences";
import { fixableCodes, quickFixesFor, withoutFix, type QuickFix } from "./index";

interface Vector { number: number; name: string; document: FlowDocument; manifests?: Manifest[] }

const engine = await FlowCore.load(readFileSync("Wasm/.build/flowcore.wasm"));
const vectors = (JSON.parse(
  readFileSync("Conformance/findings/findings.json", "utf8")) as { vectors: Vector[] }).vectors;

// Fixable findings without an example in the test vectors.
const home: Manifest = { schema: 1, screens: [
  { name: "Home", ports: ["next"], content: {
    type: "object", required: ["title"], properties: { title: { type: "string" } },
  } },
  { name: "Plain", ports: ["next", "skip"] },
] };
const flow = (id: string, to: object) => ({
  id, start: "a", steps: [{ id: "a", screen: "Plain", ports: {
    next: [to], skip: [{ finish: "done" }],
  } }],
});
vectors.push(
  {
    number: 0, name: "no flow, but screens", manifests: [home],
    document: { schema: 1, flows: [] },
  },
  {
    number: 0, name: "a misspelled flow", manifests: [home],
    document: {
      schema: 1,
      flows: [
        flow("main", { flow: "paymnet", then: { done: { finish: "done" } } }),
        flow("payment", { finish: "done" }),
      ],
    } as FlowDocument,
  },
);

vectors.push({
  number: 0, name: "an unreachable step, and a port without a route", manifests: [home],
  document: {
    schema: 1,
    flows: [{
      id: "main", start: "a", steps: [
        { id: "a", screen: "Plain", ports: { next: [{ finish: "done" }] } },
        { id: "b", screen: "Plain", ports: {
          next: [{ finish: "done" }], skip: [{ finish: "done" }],
        } },
      ],
    }],
  },
});

vectors.push({
  number: 0, name: "a need in one build, while another has neither screen",
  manifests: [home, { schema: 1, platform: "ios", version: "2.0.0", build: "9", screens: [
    { name: "Send", ports: ["send"], provides: { email: "string" } },
    { name: "Email", ports: ["next"], provides: { email: "string" } },
    { name: "Receipt", ports: ["next"], needs: { email: "string" } },
  ] }],
  document: { schema: 1, flows: [{ id: "main", start: "r", steps: [
    { id: "r", screen: "Receipt", ports: { next: [{ finish: "done" }] } },
  ] }] },
});

/** All edits that a finding offers, including alternatives. */
const allEdits = (fixes: QuickFix[]): QuickFix[] =>
  fixes.flatMap((fix) => fix.choices ? allEdits(fix.choices) : [fix]);

const errors = (findings: Finding[]) =>
  findings.filter((finding) => finding.severity === "error").length;

const isSameFinding = (a: Finding, b: Finding) => a.code === b.code && a.flow === b.flow
  && a.step === b.step && a.port === b.port && findingMessageKey(a) === findingMessageKey(b);

function toNative(document: FlowDocument): FlowDocument {
  return engine.convert(document, "native").json as unknown as FlowDocument;
}

test("every code has a fix, or is listed as having none", () => {
  const codes = [...readFileSync(
    "Sources/FlowCore/Verification/FindingCode.swift", "utf8").matchAll(/case \w+ = "([\w-]+)"/g),
  ].map((match) => match[1] ?? "");
  assert.ok(codes.length > 30);
  assert.deepEqual(codes.sort(), [...fixableCodes, ...withoutFix].sort());
});

const fixed = new Set<string>();

for (const vector of vectors) {
  const manifests = vector.manifests ?? [];
  const document = toNative(vector.document);
  const before = engine.verify(document, manifests);
  if (before.length === 0) continue;
  test(`each fix removes a finding and adds no error: ${vector.name}`, () => {
    for (const finding of before) {
      for (const fix of allEdits(quickFixesFor(finding, document, manifests))) {
        assert.ok(fix.edit, `${finding.code} “${fix.label}” does nothing`);
        const changed = fix.edit(document);
        const after = engine.verify(changed, manifests);
        const details = `${finding.code} “${fix.label}”\n${JSON.stringify(changed.flows)}\n`
          + after.map((other) => findingSentence(other)).join("\n");
        assert.ok(
          !after.some((other) => isSameFinding(other, finding)) || after.length < before.length,
          `still there: ${details}`);
        assert.ok(errors(after) <= errors(before), `more errors: ${details}`);
        if (finding.severity === "error") assert.ok(
          errors(after) < errors(before), `as many errors: ${details}`);
        fixed.add(finding.code);
      }
    }
  });
}

test("a step that is never shown is not offered to those who have a key", () => {
  const receipt: Manifest = { schema: 1, screens: [
    { name: "Receipt", ports: ["next"], needs: { email: "string" } },
  ] };
  const labels = (showWhen: unknown) => {
    const step = { id: "r", screen: "Receipt", showWhen, ports: { next: [{ finish: "done" }] } };
    const document = {
      schema: 1, flows: [{ id: "main", start: "r", steps: [step] }],
    } as unknown as FlowDocument;
    const finding = {
      code: "need-not-provided", flow: "main", step: "r", arguments: { key: "email" },
    } as unknown as Finding;
    return quickFixesFor(finding, document, [receipt]).map((fix) => fix.label);
  };
  const label = t("findings.fix-show-if", { key: "email" });
  assert.ok(labels({ country: "DE" }).includes(label));
  for (const never of [null, true, []]) assert.ok(!labels(never).includes(label));
});

test("every fixable code was fixed in some test", () => {
  assert.deepEqual(fixableCodes.filter((code) => !fixed.has(code)), []);
});
