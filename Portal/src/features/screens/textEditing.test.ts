// Texts that are edited directly in the preview.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { insertBlocks, withValue, type DrawnScreen } from "../../document/blocks";
import { followMoved, followText, ownerOf, textsOf } from "./textEditing";

const screen: DrawnScreen = {
  name: "Question",
  root: { type: "column", children: [
    { type: "text", text: "Who?" },
    { type: "choice", name: "who", label: "One of", options: [
      { value: "a", title: "A" }, { value: "b", title: { $text: "b" } },
      { value: "c", title: { $: "output.c" } }] },
    { type: "text", text: { $: "output.name" } },
  ] },
};
const second = "/root/children/1/options/1/title";

describe("texts in the preview", () => {
  test("are those of blocks and of their items, without bound values", () => {
    assert.deepEqual(textsOf(screen, "/root/children/1"), [
      "/root/children/1/label", "/root/children/1/options/0/title", second]);
    assert.deepEqual(textsOf(screen, "/root/children/2"), []);
    assert.deepEqual(ownerOf(screen, second), ["/root/children/1", "/options/1/title"]);
  });

  test("are tracked when other members move and change their blocks", () => {
    const children = structuredClone(screen.root["children"]) as { [name: string]: unknown }[];
    const [title, choice, name] = children;
    const moved = { ...screen, root: { type: "column", children: [
      name, { type: "row", children: [{ ...choice, label: "Any" }, title] }] } } as DrawnScreen;
    assert.deepEqual(
      followMoved(screen, moved, ["/root/children/1", "/root/children/0", "/root"]),
      ["/root/children/1/children/0", "/root/children/1/children/1", "/root"]);
    assert.equal(followText(screen, moved, second, followMoved),
      "/root/children/1/children/0/options/1/title");
  });

  test("are tracked when blocks and items move, until their item is removed", () => {
    const moved = insertBlocks(
      screen, { slot: "/root/children", index: 0 }, [{ type: "divider" }]);
    assert.equal(followText(screen, moved, second), "/root/children/2/options/1/title");
    const choice = screen.root["children"] as [unknown, { options: object[] }];
    const [a, b, c] = choice[1].options as [object, object, object];
    const at = "/root/children/1/options";
    const swapped = withValue(screen, at, [b, a, c] as never);
    assert.equal(followText(screen, swapped, second), "/root/children/1/options/0/title");
    assert.equal(followText(screen, withValue(screen, at, [a, c] as never), second), null);
    const gone = { ...screen, root: { type: "column", children: [] } };
    assert.equal(followText(screen, gone, second), null);
  });
});
