import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FlowCore } from "flowcore";
import type { FlowDocument, Json, Manifest } from "../../../document";
import { blocksOf, drawnScreenOf, type DrawnScreen } from "../../../document/blocks";
import { blocksFor, addRequiredOutputs } from "./values";

const engine = await FlowCore.load(readFileSync("Wasm/.build/flowcore.wasm"));
const buildFor = (screen: DrawnScreen) => ({
  schema: 1, platform: "any", version: "1", build: "1", blocks: blocksFor(screen),
}) as unknown as Manifest;

const text = { type: "text", text: "Hi" };
const next = { type: "button", title: "Next", do: [{ fire: "next" }] };
const ifNamed = { showIf: { "output.name": { $exists: true } } };

/** A document with a screen that is reached without any output. */
const documentOf = (...children: Json[]) => ({
  schema: 1, screens: [{ name: "Goal", root: { type: "column", children } }],
  flows: [{ id: "main", start: "goal", steps: [
    { id: "goal", screen: "Goal", ports: { next: [{ finish: "done" }] } }] }],
}) as unknown as FlowDocument;

/** The outputs that the engine reports as missing at a block. */
function missingAt(document: FlowDocument, path: string): Json[] {
  const screen = drawnScreenOf(document, "Goal") as DrawnScreen;
  const needing = { ...document, screens: [addRequiredOutputs(screen, path, ["name", "age"])] };
  const needs = engine.verify(needing, [buildFor(screen)])
    .filter(({ code }) => code === "need-not-provided");
  return [...new Set(needs.map(({ arguments: args }) => args["key"] as string))].sort();
}

test("an output is missing at a block unless a rule at or around it checks for it", () => {
  const card = { type: "card", ...ifNamed, children: [text, { type: "row", children: [text] }] };
  const document = documentOf(text, card, { ...text, ...ifNamed }, next);
  const missing = (path: string) => missingAt(document, `/root${path}`);
  assert.deepEqual(missing(""), ["age", "name"]);
  assert.deepEqual(missing("/children/0"), ["age", "name"]);
  for (const path of ["/children/1", "/children/1/children/1/children/0", "/children/2"]) {
    assert.deepEqual(missing(path), ["age"], path);
  }
});

test("missing outputs are found wherever a block can be", () => {
  const document = documentOf(
    { type: "overlay", children: [text, text, text, text] },
    { type: "list", from: "data.items", key: "item.id", item: text, empty: text, else: text },
    { type: "carousel", children: [text] },
    { type: "tabs", tabs: [{ title: "A", children: [text] }] },
    { type: "disclosure", title: "More", children: [text] },
    { type: "countdown", until: "2030-01-01T00:00:00Z", ended: text },
    { type: "custom", name: "Stars", props: {}, children: [text], else: text },
    { type: "card", do: [{ call: "share", then: {} }], children: [text] },
    { type: "footer", children: [next] });
  const screen = drawnScreenOf(document, "Goal") as DrawnScreen;
  for (const { path } of blocksOf(screen)) {
    assert.deepEqual(missingAt(document, path), ["age", "name"], path);
  }
});
