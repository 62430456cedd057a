import assert from "node:assert/strict";
import { test } from "node:test";
import type { Edit, FlowDocument, Json } from "../../document";
import { blocksOf } from "../../document/blocks";
import type { EditorModel } from "../../model/editor";
import { Store } from "../../model/store";
import { ScreenModel } from "./screenModel";

// NB: the selection settles with the browser's timers.
Object.assign(globalThis, { window: globalThis });

/** The model of a screen with these blocks. */
function modelOf(...children: Json[]): ScreenModel {
  const document = new Store({
    schema: 1, flows: [], screens: [{ name: "Goal", root: { type: "column", children } }],
  } as unknown as FlowDocument);
  const draft = {
    document, applyPending: () => undefined,
    apply: (_label: string, edit: Edit) => document.update(edit),
  };
  const editor = { canEdit: true, block: new Store(null), draft };
  return new ScreenModel(editor as unknown as EditorModel, "Goal");
}

/** The types of blocks after a picture file is added while blocks are selected; `*` shows it. */
function typesAfterPicture(selected: string[], ...children: Json[]): string[] {
  const model = modelOf(...children);
  model.selected.set(selected.map((index) => `/root/children/${index}`));
  model.addPicture(new File([], "wall.png"));
  const blocks = model.screen ? blocksOf(model.screen).slice(1) : [];
  const shown = blocks.findIndex(({ path }) => path === model.active);
  model.close();
  return blocks.map(({ block }, index) => `${block.type}${index === shown ? " *" : ""}`);
}

test("a picture file is shown by the selected image, or by a new one", () => {
  const [text, image] = [{ type: "text", text: "Hi" }, { type: "image", image: "wall" }];
  assert.deepEqual(typesAfterPicture(["1"], text, image), ["text", "image *"]);
  assert.deepEqual(typesAfterPicture(["0"], text, image), ["text", "image *", "image"]);
  // Several blocks, and a binding, have no field for a picture.
  assert.deepEqual(typesAfterPicture(["0", "1"], text, image), ["text", "image", "image *"]);
  const bound = { type: "image", image: { $: "data.picture" } };
  assert.deepEqual(typesAfterPicture(["0"], bound), ["image", "image *"]);
});

test("a new block follows the selected one, or the nearest one in a list that contains it", () => {
  const item = { type: "column", children: [] };
  const list = { type: "list", from: "data.x", item: { type: "text", text: "i" }, empty: item };
  const model = modelOf({ type: "text", text: "a" }, list, { type: "footer", children: [] });
  const targetFor = (...selected: string[]) => {
    model.selected.set(selected);
    const { slot, index } = model.targetForNew();
    return `${slot} ${index}`;
  };
  assert.equal(targetFor(), "/root/children 2");
  assert.equal(targetFor("/root/children/0"), "/root/children 1");
  assert.equal(targetFor("/root/children/1/item"), "/root/children 2");
  assert.equal(targetFor("/root/children/1/empty"), "/root/children/1/empty/children 0");
  model.close();
});

test("no move puts a block after the footer", () => {
  const footer = { type: "footer", children: [{ type: "button" }] };
  const model = modelOf({ type: "text", text: "a" }, { type: "text", text: "b" }, footer);
  const types = () => (model.screen ? blocksOf(model.screen).slice(1) : [])
    .map(({ block }) => block["text"] ?? block.type);
  model.select("/root/children/0");
  model.move("down");
  assert.deepEqual(types(), ["b", "a", "footer", "button"]);
  assert.equal(model.canMove("down"), false);
  model.select("/root/children/2");
  assert.equal(model.canMove("up"), false);
  model.select("/root/children/2/children/0");
  model.move("out");
  assert.deepEqual(types(), ["b", "a", "button", "footer"]);
  model.close();
  const list = { type: "column", children: [] };
  const beforeFooter = modelOf(list, footer);
  beforeFooter.select("/root/children/1");
  for (const direction of ["up", "down", "in", "out"] as const) {
    assert.equal(beforeFooter.canMove(direction), false, direction);
  }
  beforeFooter.close();
});
