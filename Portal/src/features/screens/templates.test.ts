import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FlowCore } from "flowcore";
import type { FlowDocument, Manifest } from "../../document";
import { portsIn, type Block } from "../../document/blocks";
import { adviceFor } from "./advice/advice";
import { findingsOf } from "./findings";
import { screenFrom, templates, withExit } from "./templates";

const engine = await FlowCore.load(readFileSync("Wasm/.build/flowcore.wasm"));
/** A build that shows blocks and declares neither products nor data. */
const build = { schema: 1, platform: "ios", version: "2.0.0", blocks: { level: 1 } } as Manifest;

/** The example URLs that the member must replace. */
const placeholders: { [template: string]: string[] } = {
  legal: ["/root/children/2/to"], video: ["/root/children/1/video", "/root/children/1/poster"],
};

for (const template of templates) {
  test(`template ${template.id} has no findings, and advice only about URLs`, () => {
    const screen = screenFrom(template, "New");
    const ports = Object.fromEntries(
      portsIn(screen.root).map((port) => [port, [{ finish: "done" }]]));
    const document = {
      schema: 1, screens: [screen],
      flows: [{ id: "main", start: "new", steps: [{ id: "new", screen: "New", ports }] }],
    } as unknown as FlowDocument;
    const { all } = findingsOf(engine.verify(document, [build]), document, "New");
    assert.deepEqual(all.map(({ text }) => text), []);
    assert.deepEqual(
      adviceFor(screen).map(({ code, pointer }) => [code, pointer]),
      (placeholders[template.id] ?? []).map((pointer) => ["placeholder", pointer]));
  });
}

test("a screen that fires no port gets a button at its end", () => {
  const text: Block = { type: "text", text: "Hello" };
  const button: Block = { type: "button", title: "Continue", do: [{ fire: "next" }] };
  const column = (...children: Block[]): Block => ({ type: "column", children });
  const footer = (...children: Block[]): Block => ({ type: "footer", children });
  const rootWithExit = (root: Block) => withExit({ name: "Poster", root }).root;
  assert.deepEqual(rootWithExit(column()), column(button));
  assert.deepEqual(rootWithExit(column(text, footer())), column(text, footer(button)));
  assert.deepEqual(rootWithExit(text), { ...column(text, button), gap: 4 });
  assert.deepEqual(rootWithExit(column(button, text)), column(button, text));
});
