import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FlowRuntime } from "flowcore";
import type { FlowDocument, Json } from "../../document";
import { DrawnModel } from "./drawnModel";

const engine = await FlowRuntime.load(readFileSync("Wasm/.build/flowruntime.wasm"));

const save = { call: "save", then: { done: { fire: "next" } } } as unknown as Json;
const document: FlowDocument = {
  schema: 1,
  screens: [{ name: "Ask", root: { type: "column", children: [
    { type: "input", name: "email", id: "email", label: "Email" },
    { type: "button", id: "save", title: "Save", do: [save] },
  ] } }],
  flows: [{ id: "f", start: "ask", steps: [
    { id: "ask", screen: "Ask", ports: { next: [{ finish: "done" }] } },
  ] }],
} as unknown as FlowDocument;

test("another step, and a restart, are a new showing", () => {
  const drawn = new DrawnModel({
    fire: () => undefined, back: () => undefined, open: () => undefined,
  });
  drawn.read(engine, document, undefined);
  const showing = (step: string) => {
    drawn.show(step, "Ask", {});
    return drawn.view.get()?.showing;
  };
  const first = showing("ask");
  drawn.enter("mira@example.org", "email");
  assert.equal(drawn.view.get()?.showing, first);
  assert.equal(showing("ask"), first);
  const second = showing("other");
  assert.notEqual(second, first);
  drawn.restart();
  assert.notEqual(showing("other"), second);
});

test("a call lasts until it is finished, even if a field loses focus", () => {
  const fired: string[] = [];
  const drawn = new DrawnModel({
    fire: (port) => void fired.push(port), back: () => undefined, open: () => undefined,
  });
  drawn.read(engine, document, undefined);
  drawn.show("ask", "Ask", {});
  drawn.press("save");
  assert.deepEqual(drawn.view.get()?.call, { name: "save", outcomes: ["done"] });
  drawn.blur("email");
  drawn.enter("mira@example.org", "email");
  assert.deepEqual(drawn.view.get()?.call, { name: "save", outcomes: ["done"] });
  drawn.finish("done");
  assert.equal(drawn.view.get()?.call, null);
  assert.deepEqual(fired, ["next"]);
});
