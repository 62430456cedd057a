import assert from "node:assert/strict";
import { test } from "node:test";
import type { FlowDocument } from "../../document";
import type { CanvasModel } from "./canvasModel";
import { rankOf, searchIn, usesQuery } from "./searching";

const document: FlowDocument = {
  schema: 1,
  strings: { en: { cta: "Start now", hi: "Hello" }, de: { cta: "Jetzt loslegen" } },
  screens: [{
    name: "Offer", title: "Bedtime", root: { type: "column", children: [
      { type: "text", text: "Sleep like a stone", style: "headline" },
      { type: "button", title: { $text: "cta" }, do: [{ fire: "buy" }] },
    ] },
  }],
  flows: [
    {
      id: "shop", start: "step1", sections: { pay: { title: "Payment", color: "red" } },
      steps: [
        ...["step10", "step1", "step100"].map((id) => ({ id, screen: "Info", section: "pay" })),
        { id: "login", screen: "Login", content: { title: "Good to see you" } },
      ],
    },
    { id: "other", start: "a", steps: [{ id: "a", screen: "Info" }, { id: "b", screen: "Login" }] },
    {
      id: "sale", start: "c",
      steps: [
        { id: "c", screen: "Offer" },
        { id: "d", screen: "Info", content: { text: { $text: "hi" } } },
      ],
    },
  ],
};
const commands: unknown[] = [];
const canvas = {
  flow: "shop",
  editor: {
    draft: { document: { get: () => document } },
    command: (command: unknown) => commands.push(command),
  },
} as unknown as CanvasModel;
const find = searchIn(canvas);

test("an exact name is the first result", () => {
  assert.deepEqual(
    find("step1").slice(0, 3).map((it) => it.text), ["step1", "step10", "step100"]);
  find("step1")[0]?.run();
  assert.deepEqual(
    commands.at(-1), { kind: "reveal", flow: "shop", step: "step1", isSelected: true });
});

test("a search for a screen finds all steps that show it, in every flow", () => {
  const screen = find("info").find((it) => it.query !== undefined);
  assert.equal(screen?.query, usesQuery("Info"));
  assert.match(screen?.detail ?? "", /^5 steps: step10, step1,? and step100/);
  assert.deepEqual(find(usesQuery("Info")).map((it) => it.id), [
    "shop/step10", "shop/step1", "shop/step100", "other/a", "sale/d",
  ]);
});

test("sections and flows are found, and steps by their section and their texts", () => {
  assert.ok(find("payment").some((it) => it.id === "section/shop/pay"));
  assert.ok(find("payment").some((it) => it.id === "shop/step1"));
  assert.deepEqual(find("see you").map((it) => it.id), ["shop/login"]);
  assert.ok(find("other").some((it) => it.id === "flow/other"));
});

test("steps are found by the texts of their drawn screens, in every language", () => {
  for (const query of ["like a stone", "start now", "jetzt los", "cta", "bedtime"]) {
    assert.deepEqual(find(query).map((it) => it.id), ["sale/c"], query);
  }
  assert.deepEqual(find("hello").map((it) => it.id), ["sale/d"]);
  assert.deepEqual(find("headline"), [], "a setting of a block");
});

test("a match at the start of a word ranks higher than one in its middle", () => {
  const ranks = ["Login", "LoginForm", "userLogin", "weblogin", "x"].map((name) => (
    rankOf("login", name, "")));
  assert.deepEqual(ranks, [0, 1, 2, 3, Infinity]);
  assert.equal(rankOf("nice words", "x", "some nice words"), 4);
});
