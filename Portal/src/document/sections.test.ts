import assert from "node:assert/strict";
import { test } from "node:test";
import { removeSteps } from "./edits";
import { merge } from "./merge";
import {
  addSection, changeSection, moveToSection, readSection, removeSection, sectionOf,
} from "./sections";
import type { FlowDocument } from "./types";

const document: FlowDocument = {
  schema: 1,
  flows: [{
    id: "shop", start: "a",
    steps: ["a", "b", "c"].map((id) => ({ id, screen: "S" })),
  }],
};
const flow = (of: FlowDocument) => of.flows[0]!;
const sectioned = addSection(flow(document), "Log in", ["a", "b"]).edit(document);

test("a new section has a title and an unused id and color, and its steps refer to it", () => {
  assert.deepEqual(flow(sectioned).sections, { "Log in": { title: "Log in", color: "blue" } });
  assert.deepEqual(flow(sectioned).steps.map((it) => it.section), ["Log in", "Log in", undefined]);
  const second = addSection(flow(sectioned), "Log in", ["c"]);
  assert.equal(second.id, "Log in-2");
  assert.equal(flow(second.edit(sectioned)).sections?.["Log in-2"]?.color, "green");
});

test("a new title keeps the id, so that links to it still work", () => {
  const renamed = changeSection("shop", "Log in", { title: "Sign in", color: "red" })(sectioned);
  assert.deepEqual(readSection(flow(renamed), "Log in"), { title: "Sign in", color: "red" });
  assert.equal(sectionOf(flow(renamed), "a"), "Log in");
});

test("a section is removed with its last step, and its steps stay when it is removed", () => {
  const withoutA = moveToSection("shop", ["a"], null)(sectioned);
  assert.deepEqual(Object.keys(flow(withoutA).sections ?? {}), ["Log in"]);
  assert.deepEqual(moveToSection("shop", ["b"], null)(withoutA), document);
  assert.deepEqual(removeSection("shop", "Log in")(sectioned), document);
});

test("a removed step is in no section, and invalid sections are read with defaults", () => {
  assert.equal(sectionOf(flow(removeSteps("shop", ["a"])(sectioned)), "a"), undefined);
  const odd = { ...flow(sectioned), sections: { "Log in": { color: "pink" } } } as never;
  assert.deepEqual(readSection(odd, "Log in"), { title: "Log in", color: "gray" });
  assert.equal(readSection({ ...flow(sectioned), sections: { x: null } } as never, "x"), undefined);
  assert.equal(sectionOf({ ...flow(sectioned), sections: undefined }, "a"), undefined);
});

test("concurrent changes of sections by two members are both kept", () => {
  const mine = moveToSection("shop", ["c"], "Log in")(sectioned);
  const theirs = changeSection("shop", "Log in", { color: "red" })(
    addSection(flow(sectioned), "Pay", ["b"]).edit(sectioned));
  const result = merge(sectioned, mine, theirs);
  assert.deepEqual(result.conflicts, []);
  assert.deepEqual(
    flow(result.mine).steps.map((it) => it.section), ["Log in", "Pay", "Log in"]);
  assert.equal(flow(result.mine).sections?.["Log in"]?.color, "red");
  assert.equal(flow(result.mine).sections?.["Pay"]?.title, "Pay");
});
