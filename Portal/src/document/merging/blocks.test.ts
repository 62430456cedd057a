// Merging two members' changes to a drawn screen.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  addScreen, blocksOf, changeScreen, drawnScreenOf, insertBlocks, moveBlocks, removeBlocks,
  renameScreen, withValue, type Block, type DrawnScreen,
} from "../blocks";
import { merge, type Edit, type FlowDocument } from "../index";
import { screens } from "./blocks";
import { withMoves } from "./moves";
import { setScreenMerging } from "./screens";

setScreenMerging({ rule: screens, follow: withMoves });

const text = (content: string): Block => ({ type: "text", text: content });
const start: DrawnScreen = {
  name: "Goal", root: { type: "column", children: [
    text("Title"), text("Promise"),
    { type: "choice", name: "goal", label: "Goal", options: [
      { value: "run", title: "Run" }, { value: "sleep", title: "Sleep" }] },
    { type: "row", gap: 2, children: [{ type: "badge", text: "New" }] },
    { type: "button", title: "Continue", do: [{ fire: "next" }] }] },
};
const base: FlowDocument = addScreen(start)({
  schema: 1, flows: [{ id: "f", start: "s", steps: [{ id: "s", screen: "Goal" }] }],
});

const edit = (change: (screen: DrawnScreen) => DrawnScreen): Edit => changeScreen("Goal", change);
const set = (pointer: string, value: unknown): Edit =>
  edit((screen) => withValue(screen, `/root/children/${pointer}`, value as never));
const moveInto = (from: number, slot: string, index: number): Edit => edit((screen) => moveBlocks(
  screen, [`/root/children/${from}`], { slot, index })?.screen ?? screen);
const remove = (index: number): Edit => edit((screen) => {
  const removed = blocksOf(screen).find(({ path }) => path === `/root/children/${index}`)!.block;
  return removeBlocks(screen, new Set([removed]));
});
const after = (...edits: Edit[]) => edits.reduce((document, apply) => apply(document), base);
const root = (document: FlowDocument) => drawnScreenOf(document, "Goal")!.root;

/** Merges in both directions, without a conflict; returns the result. */
function merged(mine: FlowDocument, theirs: FlowDocument): Block {
  const [result, reversed] = [merge(base, mine, theirs), merge(base, theirs, mine)];
  assert.deepEqual(result.conflicts, []);
  assert.deepEqual(root(result.mine), root(result.theirs));
  assert.deepEqual(root(reversed.mine), root(result.mine));
  assert.deepEqual(result.base, theirs);
  return root(result.mine);
}

describe("two members in one screen", () => {
  test("keep edits of different blocks, and of different properties of one", () => {
    assert.deepEqual(
      merged(after(set("0/text", "Hello"), set("0/tone", "muted")),
        after(set("0/style", "title"), set("4/title", "Go"))),
      root(after(set("0/text", "Hello"), set("0/tone", "muted"), set("0/style", "title"),
        set("4/title", "Go"))));
  });

  test("keep edits of different choices, and an added one", () => {
    const added = [{ value: "run", title: "Run" }, { value: "sleep", title: "Rest" },
      { value: "eat", title: "Eat" }];
    assert.deepEqual(
      merged(after(set("2/options/0/title", "Jog")), after(set("2/options", added))),
      root(after(set("2/options", added), set("2/options/0/title", "Jog"))));
  });

  test("have a conflict where both change the same property, which either can win", () => {
    const [mine, theirs] = [after(set("0/text", "Mine")), after(set("0/text", "Theirs"))];
    const { conflicts } = merge(base, mine, theirs);
    assert.equal(conflicts.length, 1);
    const [{ key, screen, member, kind }] = conflicts as [typeof conflicts[0] & object];
    assert.deepEqual({ screen, member, kind }, { screen: "Goal", member: "text", kind: "changed" });
    for (const [choice, expected] of [["mine", mine], ["theirs", theirs]] as const) {
      const resolved = merge(base, mine, theirs, new Map([[key, choice]]));
      assert.deepEqual([resolved.conflicts, root(resolved.mine)], [[], root(expected)]);
    }
  });

  test("edit a block that the other moves within its list", () => {
    assert.deepEqual(
      merged(after(moveInto(1, "/root/children", 4)), after(set("1/text", "More"))),
      root(after(set("1/text", "More"), moveInto(1, "/root/children", 4))));
  });

  test("edit a block that the other moves into another one, or out of it", () => {
    assert.deepEqual(
      merged(after(moveInto(1, "/root/children/3/children", 1)), after(set("1/text", "More"))),
      root(after(set("1/text", "More"), moveInto(1, "/root/children/3/children", 1))));
    const out: Edit = edit((screen) => moveBlocks(
      screen, ["/root/children/3/children/0"], { slot: "/root/children", index: 1 })!.screen);
    assert.deepEqual(
      merged(after(out), after(set("3/children/0/text", "Old"), set("3/gap", 4))),
      root(after(set("3/children/0/text", "Old"), set("3/gap", 4), out)));
  });

  test("move one block to different places: it exists once, or there is a conflict", () => {
    const mine = after(moveInto(1, "/root/children/3/children", 0));
    const addCard = edit((screen) => insertBlocks(
      screen, { slot: "/root/children", index: 5 }, [{ type: "card", children: [] }]));
    const theirs = after(addCard, moveInto(1, "/root/children/5/children", 0));
    const { mine: result, conflicts } = merge(base, mine, theirs);
    const copies = blocksOf(drawnScreenOf(result, "Goal")!)
      .filter(({ block }) => block["text"] === "Promise");
    assert.ok(copies.length === 1 || conflicts.length > 0, JSON.stringify(root(result)));
  });

  test("edit a screen that the other renames", () => {
    const { mine, conflicts } = merge(
      base, after(renameScreen("Goal", "Aim")), after(set("0/text", "Hello")));
    assert.deepEqual(conflicts, []);
    assert.deepEqual(mine, after(set("0/text", "Hello"), renameScreen("Goal", "Aim")));
  });

  test("have a conflict where one removes what the other has changed", () => {
    const [mine, theirs] = [after(remove(1)), after(set("1/text", "More"))];
    const { conflicts } = merge(base, mine, theirs);
    assert.deepEqual(conflicts.map(({ kind, screen }) => [kind, screen]), [["removed", "Goal"]]);
    const choose = (choice: "mine" | "theirs") =>
      root(merge(base, mine, theirs, new Map([[conflicts[0]!.key, choice]])).mine);
    assert.deepEqual(choose("mine"), root(mine));
    assert.deepEqual(choose("theirs"), root(theirs));
  });

  test("remove one block and edit another, or add blocks at different places", () => {
    assert.deepEqual(
      merged(after(remove(1)), after(set("4/title", "Go"))),
      root(after(set("4/title", "Go"), remove(1))));
    const add = (index: number, content: string) => edit((screen) => insertBlocks(
      screen, { slot: "/root/children", index }, [text(content)]));
    assert.deepEqual(
      merged(after(add(0, "Top")), after(add(5, "End"))),
      root(after(add(5, "End"), add(0, "Top"))));
  });
});
