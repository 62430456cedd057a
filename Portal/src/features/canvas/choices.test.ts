import assert from "node:assert/strict";
import { test } from "node:test";
import { byRank } from "./choices";
import type { PaletteItem } from "./Palette";

const item = (group: string, text: string, problem?: string): PaletteItem => ({
  id: `${group}/${text}`, group, text, problem, icon: "phone", run: () => undefined,
});
const sorted = (query: string, ...items: PaletteItem[]): string[] =>
  byRank(query, items).map(({ id }) => id);

test("the item whose text is the query comes first, then prefixes, then words", () => {
  const items = ["Compass", "Forgot pass", "Passport", "Pass"].map((text) => item("Screens", text));
  assert.deepEqual(
    sorted("PASS", ...items),
    ["Screens/Pass", "Screens/Passport", "Screens/Forgot pass", "Screens/Compass"]);
  assert.deepEqual(sorted(" ", ...items), items.map(({ id }) => id));
});

test("the exact name of a screen is as good as its text", () => {
  const signUp = { ...item("Screens", "Sign up"), name: "SignUp" };
  const form = { ...item("Screens", "Sign up form"), name: "SignUpForm" };
  assert.deepEqual(
    sorted("SignUp", form, signUp, item("Steps", "SignUp")),
    ["Screens/Sign up", "Screens/Sign up form", "Steps/SignUp"]);
});

test("items stay in their group, and equal ones in their order", () => {
  assert.deepEqual(
    sorted(
      "pass", item("Steps", "Forgot pass"), item("Steps", "My pass"), item("Screens", "Compass"),
      item("Screens", "Pass")),
    ["Screens/Pass", "Screens/Compass", "Steps/Forgot pass", "Steps/My pass"]);
});

test("items that cannot be chosen come last", () => {
  assert.deepEqual(
    sorted("pass", item("Screens", "Pass", "has no port"), item("Screens", "Compass")),
    ["Screens/Compass", "Screens/Pass"]);
});
