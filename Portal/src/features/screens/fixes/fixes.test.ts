import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FlowCore } from "flowcore";
import type { Finding, FlowDocument, Json, Manifest } from "../../../document";
import { drawnScreensOf, valueAt, type DrawnScreen } from "../../../document/blocks";
import { adviceFor } from "../advice/advice";
import { findingsOf } from "../findings";
import type { LocatedFinding } from "../locatedFinding";
import { fixableCodes, fixesFor } from "./index";

interface Vector { number: number; name: string; document: FlowDocument; manifests?: Manifest[] }

const engine = await FlowCore.load(readFileSync("Wasm/.build/flowcore.wasm"));
const { vectors } = JSON.parse(
  readFileSync("Conformance/findings/drawn-screens.json", "utf8")) as { vectors: Vector[] };

const next = { type: "button", title: "Next", do: [{ fire: "next" }] };
const build: Manifest = {
  schema: 1, platform: "ios", version: "2.0.0", blocks: { level: 1 },
} as Manifest;

/** A document whose only step shows a screen with blocks. */
function documentOf(...children: Json[]): FlowDocument {
  return {
    schema: 1, screens: [{ name: "Goal", root: { type: "column", children } }],
    flows: [{ id: "main", start: "goal", steps: [
      { id: "goal", screen: "Goal", ports: { next: [{ finish: "done" }] } }] }],
  } as FlowDocument;
}

const example = (name: string, ...children: Json[]): Vector =>
  ({ number: 0, name, document: documentOf(...children), manifests: [build] });

vectors.push(
  example("a port without a button", { ...next, do: [{ fire: "skip" }] }),
  example("a misspelled property", { type: "text", text: "Hi", tonee: "muted" }, next),
  example("a button without its title", { type: "button", do: [{ fire: "next" }] }),
  example("a footer before the end", { type: "footer", children: [next] },
    { type: "text", text: "Hi" }),
  example("products that no build sells", {
    type: "offer", name: "plan", products: ["monthly", "yearly"], default: "yearly",
    title: "{product.name}", price: "{product.price}",
  }, next),
  example("an action on a value that the screen does not keep", {
    type: "card", children: [], do: [{ set: "amount", to: 3 }],
  }, next),
);

const count = (findings: Finding[], severity: string) =>
  findings.filter((finding) => finding.severity === severity).length;

const fixed = new Set<string>();

for (const { number, name, document: written, manifests = [] } of vectors) {
  const document = engine.convert(written, "native").json as unknown as FlowDocument;
  const before = engine.verify(document, manifests);
  for (const screen of drawnScreensOf(document)) {
    const lowContrast = colorsIn(before, document);
    const { all } = findingsOf(before, document, screen.name, [], lowContrast);
    test(`each fix removes a finding and adds no error: ${number} ${name} (${screen.name})`, () => {
      for (const finding of all) {
        for (const { label, edit } of fixesFor({ finding, screen, document })) {
          if (!edit) continue;
          const after = engine.verify(edit(document), manifests);
          const what = `${finding.code} “${label}” ${JSON.stringify(after)}`;
          assert.ok(count(after, "error") <= count(before, "error"), `more errors: ${what}`);
          const isGone = !findingsOf(after, edit(document), screen.name, [], lowContrast).all
            .some((other) => other.code === finding.code && other.pointer === finding.pointer
              && other.name === finding.name);
          assert.ok(isGone || after.length < before.length, `still there: ${what}`);
          fixed.add(finding.code);
        }
      }
    });
  }
}

/** The theme's findings about colors, reported at the first block. */
function colorsIn(findings: Finding[], { theme }: FlowDocument) {
  const color = (role: Json | undefined, appearance: Json | undefined) => String(valueAt(
    theme as Json, `/colors/${String(role)}/${String(appearance)}`) ?? "#ffffff").toLowerCase();
  return findings.filter(({ code }) => code === "low-contrast").map(({ arguments: args }) => ({
    path: "/root", appearance: args["appearance"] as "light", hundredths: Number(args["ratio"]),
    color: color(args["text"], args["appearance"]), background: "#ffffff",
  }));
}

test("each fix of a suggestion resolves it", () => {
  const screen = (root: Json) => ({ name: "Goal", root } as DrawnScreen);
  const children: Json[] = [
    { type: "text", text: "" },
    { type: "icon", name: "bell", alt: "" },
    { ...next, showIf: { country: "DE" } },
  ];
  const before = screen({ type: "column", children });
  const advice = adviceFor(before);
  assert.deepEqual(
    advice.map(({ code }) => code), ["hidden-exit", "empty-text", "no-alternative", "no-heading"]);
  for (const finding of advice) {
    const document = { ...documentOf(), screens: [before] } as FlowDocument;
    for (const { label, edit } of fixesFor({ finding, screen: before, document })) {
      if (!edit) continue;
      const [after] = drawnScreensOf(edit(document));
      assert.ok(after && !adviceFor(after).some(({ code, path }) =>
        code === finding.code && path === finding.path), `${finding.code} “${label}”`);
      fixed.add(finding.code);
    }
  }
});

const rules: { [name: string]: [isAdvised: boolean, ...rules: (Json | undefined)[]] } = {
  "the only exit": [true, { country: "DE" }],
  "two exits with unrelated rules": [true, { country: "DE" }, { age: { $gt: 18 } }],
  "an exit for the others": [false, { country: "DE" }, { country: { $ne: "DE" } }],
  "an exit for all but the same": [false, { age: { $gt: 18 } }, { $not: { age: { $gt: 18 } } }],
  "an exit for everyone": [false, { country: "DE" }, undefined],
  "a rule about what users choose there": [false, { "state.agreed": true }],
};

for (const [name, [isAdvised, ...shown]] of Object.entries(rules)) {
  test(`hidden exits: ${name}`, () => {
    const root = { type: "column", children: shown.map((showIf) => (
      { ...next, ...(showIf === undefined ? {} : { showIf }) })) } as Json;
    const advice = adviceFor({ name: "Goal", root, title: "Goal" } as unknown as DrawnScreen);
    assert.equal(advice.some(({ code }) => code === "hidden-exit"), isAdvised);
  });
}

const adviceAt = (path: string, code: string, members: object = {}): LocatedFinding =>
  ({ code, severity: "advice", path, pointer: path, text: "", fix: "", ...members });

test("overflowing content gets space, and low-contrast text the default color", () => {
  const document = documentOf(
    { type: "text", text: "Welcome", style: "display", tone: "muted" },
    { type: "row", stackWhen: "never", children: [next, next] });
  const [screen] = drawnScreensOf(document);
  const apply = (finding: LocatedFinding, at: string) => {
    const [fix] = screen ? fixesFor({ finding, screen, document }) : [];
    const [after] = fix?.edit ? drawnScreensOf(fix.edit(document)) : [];
    fixed.add(finding.code);
    return valueAt(after, at);
  };
  const [text, button] = ["/root/children/0", "/root/children/1/children/0"];
  const stackWhen = "/root/children/1/stackWhen";
  assert.equal(apply(adviceAt(text, "broken-word"), `${text}/style`), "title");
  assert.equal(apply(adviceAt(button, "too-wide", { display: {} }), stackWhen), "compact");
  assert.equal(
    apply(adviceAt(button, "broken-word", { display: { isLarge: true } }), stackWhen), undefined);
  assert.equal(apply(adviceAt(text, "text-contrast"), `${text}/tone`), undefined);
});

test("every code with a fix has been fixed by a test above", () => {
  assert.deepEqual(fixableCodes.filter((code) => !fixed.has(code)), []);
});
