import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, RuleTest } from "../../../document";
import {
  choiceOf, choices, choicesFor, choose, initialTest, patternOf, anchorOf, textOf, withCase,
} from "./choices";

const rule = (operator: string, value: Json): RuleTest =>
  ({ kind: "test", attribute: "a", operator, value });

test("a pattern that searches for plain text is recognized, and is written back unchanged", () => {
  const texts = ["eu-", "a.b", "(x)", "50 %", "a\\b", "^", "$", "Zürich", "", "[1]{2}|*+?"];
  for (const text of texts) {
    for (const anchor of ["within", "start", "end", "free"] as const) {
      const pattern = patternOf(text, anchor);
      assert.equal(textOf(pattern, anchor), text);
      assert.equal(patternOf(textOf(pattern, anchorOf(pattern)), anchorOf(pattern)), pattern);
    }
  }
  assert.deepEqual(
    ["^eu", "de$", "shop", "a\\.b", "a.b", "^a$", "(a|b)", "\\d+", "a\\"].map(anchorOf),
    ["start", "end", "within", "within", "free", "free", "free", "free", "free"]);
});

test("every offered choice can be selected, and is shown afterwards", () => {
  const types = ["string", "number", "boolean", "date", "version", "array", "any"] as const;
  const starts: RuleTest[] = [
    rule("$in", ["DE"]), rule("is", 3), rule("$exists", true), rule("$regex", "^x"),
    rule("$vgte", "2.3"), rule("$size.$gte", 2), rule("is", null), rule("$eq", "b"),
  ];
  for (const type of types) {
    for (const id of choicesFor([type], true)) {
      for (const start of starts) {
        const next = choose(start, id, [type]);
        if (id === "entries") assert.equal(next.kind, "entries");
        // An empty text is at every position, so there is only one way to write it.
        else if (next.kind === "test" && !["^", "$", ""].includes(String(next.value))) {
          assert.equal(choiceOf(next).id, id, `${type} ${id} ${JSON.stringify(next)}`);
        }
      }
    }
  }
});

test("another operator keeps as much of the value as possible", () => {
  const chosen = (start: RuleTest, id: string, type: "string" | "number" = "string") =>
    (choose(start, id, [type]) as RuleTest).value;
  assert.deepEqual(chosen(rule("is", "DE"), "in"), ["DE"]);
  assert.equal(chosen(rule("$in", ["DE", "AT"]), "is"), "DE");
  assert.equal(chosen(rule("$regex", "^a\\.b"), "ends"), "a\\.b$");
  assert.equal(chosen(rule("$in", ["12"]), "at-least", "number"), 12);
  assert.equal(chosen(rule("$in", ["x"]), "at-least", "number"), 0);
});

test("case sensitivity is kept when the operator changes", () => {
  assert.equal(withCase("$not.$regex", true), "$not.$regexi");
  assert.equal(withCase("$gt", true), undefined);
  const next = choose(rule("$ini", ["de"]), "not-in", ["string"]);
  assert.equal((next as RuleTest).operator, "$nini");
});

test("a new condition matches nobody if that can be expressed", () => {
  assert.deepEqual(initialTest("country", ["string"]).value, []);
  assert.equal(choiceOf(initialTest("age", ["integer"])).id, "at-least");
  assert.ok(choices.some((choice) => choice.operator === initialTest("v", ["version"]).operator));
});
