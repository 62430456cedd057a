import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addScreen, blocksOf, changeScreen, drawnScreenOf, followPaths, insertBlocks, moveBlocks,
  pathsOf, portsIn, removeBlocks, removeScreen, renameScreen, topBlocks, withUniqueNames, withValue,
  type Block, type DrawnScreen,
} from "./blocks";
import type { FlowDocument } from "./types";

const text = (content: string): Block => ({ type: "text", text: content });
const button = (port: string): Block => ({ type: "button", title: port, do: [{ fire: port }] });

const screen = (...children: Block[]): DrawnScreen =>
  ({ name: "Goal", root: { type: "column", children } });

const document = (drawnScreen: DrawnScreen): FlowDocument => ({
  schema: 1, screens: [drawnScreen],
  flows: [{ id: "f", start: "s", steps: [{ id: "s", screen: "Goal" }] }],
});

const order = (drawnScreen: DrawnScreen) =>
  blocksOf(drawnScreen).map(({ path, block }) => `${path} ${String(block["text"] ?? block.type)}`);

test("blocks are listed from top to bottom, including those in tabs and slots", () => {
  const original = screen(
    { type: "tabs", tabs: [{ title: "A", children: [text("a")] }] },
    { type: "list", item: text("i"), empty: text("e"), from: "data.x", key: "item.id" },
    { ...text("t"), else: text("other") });
  assert.deepEqual(order(original), [
    "/root column", "/root/children/0 tabs", "/root/children/0/tabs/0/children/0 a",
    "/root/children/1 list", "/root/children/1/item i", "/root/children/1/empty e",
    "/root/children/2 t", "/root/children/2/else other",
  ]);
});

test("a block moves down its list, and several move into another list", () => {
  const original = screen(text("a"), text("b"), { type: "card", children: [text("c")] });
  const down = moveBlocks(original, ["/root/children/0"], { slot: "/root/children", index: 2 });
  assert.deepEqual(
    order(down?.screen ?? original).slice(1, 3), ["/root/children/0 b", "/root/children/1 a"]);
  const into = moveBlocks(original, ["/root/children/0", "/root/children/1"],
    { slot: "/root/children/2/children", index: 1 });
  assert.deepEqual(order(into?.screen ?? original), [
    "/root column", "/root/children/0 card", "/root/children/0/children/0 c",
    "/root/children/0/children/1 a", "/root/children/0/children/2 b",
  ]);
  assert.deepEqual(
    pathsOf(into?.screen ?? original, into?.blocks ?? []),
    ["/root/children/0/children/1", "/root/children/0/children/2"]);
});

test("a block does not move into itself, and the root block does not move", () => {
  const original = screen({ type: "card", children: [] });
  assert.equal(moveBlocks(
    original, ["/root/children/0"], { slot: "/root/children/0/children", index: 0 }), null);
  assert.equal(moveBlocks(original, ["/root"], { slot: "/root/children", index: 0 }), null);
});

test("a removed block leaves no gap, and a required one is replaced by an empty column", () => {
  const list: Block = { type: "list", item: text("i"), empty: text("e"), from: "data.x" };
  const original = screen(text("a"), list, { ...text("t"), else: text("other") });
  const removed = new Set(topBlocks(original, [
    "/root/children/0", "/root/children/1/item", "/root/children/2/else",
  ]).map(({ block }) => block));
  assert.deepEqual(order(removeBlocks(original, removed)), [
    "/root column", "/root/children/0 list", "/root/children/0/item column",
    "/root/children/0/empty e", "/root/children/1 t",
  ]);
  assert.equal(removeBlocks(original, new Set()), original);
});

test("an edit keeps unchanged parts identical", () => {
  const original = screen(text("a"), text("b"));
  const next = withValue(original, "/root/children/1/text", "c");
  const [before, after] = [original, next].map(({ root }) => root["children"] as Block[]);
  assert.equal(after?.[0], before?.[0]);
  assert.deepEqual(after?.[1], text("c"));
  assert.equal("text" in (withValue(original, "/root/children/0/text", undefined)
    .root["children"] as Block[])[0]!, false);
});

test("copies get unique ids and outputs", () => {
  const field = { type: "input", id: "a", name: "email", label: "Email", kind: "email" };
  const [first, second] = withUniqueNames(screen(field), [field, field]);
  assert.deepEqual([first?.["id"], first?.["name"]], ["a2", "email2"]);
  assert.deepEqual([second?.["id"], second?.["name"]], ["a3", "email3"]);
});

test("a selection follows its block, and drops a removed one", () => {
  const original = screen(text("a"), text("b"));
  const above = insertBlocks(original, { slot: "/root/children", index: 0 }, [text("new")]);
  assert.deepEqual(followPaths(original, above, ["/root/children/1"]), ["/root/children/2"]);
  const changed = withValue(original, "/root/children/1/text", "c");
  assert.deepEqual(followPaths(original, changed, ["/root/children/1"]), ["/root/children/1"]);
  const gone = [original.root["children"]].flat().slice(1) as Block[];
  const without = removeBlocks(original, new Set(gone));
  assert.deepEqual(followPaths(original, without, ["/root/children/1"]), []);
});

test("a screen is added, renamed along with its steps, changed and removed", () => {
  const original = screen(button("next"));
  const added = addScreen({ ...original, name: "Other" })(document(original));
  assert.equal(added.screens?.length, 2);
  const renamed = renameScreen("Goal", "Aim")(added);
  assert.equal(renamed.flows[0]?.steps[0]?.screen, "Aim");
  assert.equal(drawnScreenOf(renamed, "Goal"), undefined);
  assert.equal(changeScreen("Aim", (unchanged) => unchanged)(renamed), renamed);
  const changed = changeScreen(
    "Aim", (aim) => withValue(aim, "/root/children/0/title", "Go"))(renamed);
  assert.deepEqual(
    drawnScreenOf(changed, "Aim")?.root["children"], [{ ...button("next"), title: "Go" }]);
  const remaining = removeScreen("Other")(removeScreen("Aim")(renamed));
  assert.equal("screens" in remaining, false);
});

test("ports are those that actions fire, including actions after a call", () => {
  const call = { call: "purchase", then: { bought: { fire: "done" }, failed: { back: true } } };
  assert.deepEqual(portsIn([button("next"), { do: [call] }, button("next")]), ["next", "done"]);
});
