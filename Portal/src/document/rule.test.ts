import assert from "node:assert/strict";
import { test } from "node:test";
import vectors from "../../../Conformance/conditions.json";
import { readGroup, readRule, sameJSON, writeRule, type JsonObject, type Rule } from "./index";

const roundTrip = (condition: unknown) => writeRule(readRule(condition as JsonObject));
const expectUnchanged = (condition: unknown) => assert.deepEqual(roundTrip(condition), condition);

test("every condition of the conformance suite is written back unchanged", () => {
  let count = 0;
  for (const { condition } of (vectors as { vectors: { condition: unknown }[] }).vectors) {
    if (typeof condition !== "object" || condition === null || Array.isArray(condition)) continue;
    assert.ok(sameJSON(roundTrip(condition), condition), JSON.stringify(condition));
    count += 1;
  }
  assert.ok(count > 100, `${count} conditions`);
});

const operands: { [operator: string]: unknown } = {
  $eq: "DE", $ne: null, $lt: 1, $lte: 1.5, $gt: -3, $gte: "2026-01-01",
  $in: ["DE", "AT"], $nin: [], $ini: ["de"], $nini: [1, null, true],
  $exists: false, $type: "string", $regex: "^a", $regexi: "b$",
  $not: { $in: ["x"] }, $all: ["a", "b"], $alli: ["A"], $elemMatch: { $gt: 10, $lt: 20 },
  $size: { $gte: 1, $lt: 3 }, $inGroup: "testers", $notInGroup: "staff",
  $veq: "1", $vne: "1.2", $vlt: "2", $vlte: "2.3", $vgt: 3, $vgte: "2.3.0",
};

test("every operator survives a round trip, alone and combined with every other", () => {
  for (const [name, operand] of Object.entries(operands)) {
    expectUnchanged({ a: { [name]: operand } });
    expectUnchanged({ $not: { a: { [name]: operand } } });
    expectUnchanged({ a: { $not: { [name]: operand } } });
    for (const [other, value] of Object.entries(operands)) {
      if (other !== name) expectUnchanged({ a: { [name]: operand, [other]: value }, b: 1 });
    }
  }
});

test("nested groups survive a round trip", () => {
  const a = { a: 1 }, b = { "b.c": { $exists: true } }, both = { x: { $gt: 1, $lt: 5 }, y: "z" };
  for (const list of [[], [a], [a, b], [both], [a, both, { $or: [a, { $and: [b] }] }]]) {
    for (const name of ["$and", "$or", "$nor"]) {
      expectUnchanged({ [name]: list });
      expectUnchanged({ [name]: list, ...both });
      expectUnchanged({ $not: { [name]: list } });
      expectUnchanged({ $and: [{ [name]: list }] });
    }
  }
  expectUnchanged({});
  expectUnchanged({ $not: {} });
  expectUnchanged({ $not: { $not: both } });
  expectUnchanged({ items: { $elemMatch: { price: { $gt: 3 }, $or: [a, b] } } });
  expectUnchanged({ tags: { $not: { $elemMatch: { $regex: "x", $not: { $in: ["y"] } } } } });
});

test("what the editor cannot express is kept verbatim", () => {
  const unsupported = [
    { a: { $foo: 1 } }, { a: { $foo: 1, $gt: 2 } }, { $gt: 3 }, { $or: 3 }, { $and: [3] },
    { a: { b: { c: 1 } } }, { a: [1, 2] }, { a: {} }, { a: { $gt: [1] } }, { a: { $in: "DE" } },
    { a: { $all: [{ $gt: 1 }] } }, { a: { $size: { $in: [1] } } }, { a: { $elemMatch: 3 } },
    { a: { $elemMatch: {} } }, { a: { $elemMatch: { $or: [] } } }, { a: { $not: { b: 1 } } },
    { a: { $exists: 1 } }, { a: { $gt: 1, b: 2 } }, { $not: 3 }, { a: { $not: null } },
  ];
  for (const condition of unsupported) expectUnchanged(condition);
  expectUnchanged(JSON.parse('{"__proto__": {"$gt": 1}, "constructor": 3}'));
});

const isTest = (attribute: string, value: string): Rule => (
  { kind: "test", attribute, operator: "is", value });

test("two tests that cannot share an object are written as a list", () => {
  const group = readGroup({ country: "DE" });
  const after = writeRule({ ...group, rules: [...group.rules, isTest("country", "AT")] });
  assert.deepEqual(after, { $and: [{ country: "DE" }, { country: "AT" }] });
  assert.equal(readGroup(after).rules.length, 2);
});

test("tests of one attribute share an object where their operators differ", () => {
  const group = readGroup({ age: { $gte: 18 } });
  const more: Rule = { kind: "test", attribute: "age", operator: "$lt", value: 65 };
  assert.deepEqual(
    writeRule({ ...group, rules: [...group.rules, more] }), { age: { $gte: 18, $lt: 65 } });
});

test("a group keeps its rules when its mode changes", () => {
  const group = readGroup({ country: "DE", plan: "pro" });
  const list: JsonObject[] = [{ country: "DE" }, { plan: "pro" }];
  assert.deepEqual(writeRule({ ...group, mode: "any" }), { $or: list });
  assert.deepEqual(writeRule({ ...group, mode: "none" }), { $nor: list });
  assert.deepEqual(writeRule({ ...group, mode: "notAll" }), {
    $not: { country: "DE", plan: "pro" },
  });
  assert.deepEqual(writeRule({ ...readGroup({ $or: list }), mode: "all" }), { $and: list });
});

test("a `$not` at an attribute encloses the test of another attribute, too", () => {
  const group = readGroup({ age: { $not: { $gt: 3, $lt: 9 } } });
  assert.equal(group.mode, "notAll");
  assert.deepEqual(writeRule({ ...group, rules: [...group.rules, isTest("country", "DE")] }), {
    $not: { age: { $gt: 3, $lt: 9 }, country: "DE" },
  });
});

test("two tests of an entry with the same operator are both written", () => {
  const rules: Rule[] = [1, 2].map((value) => (
    { kind: "test", attribute: "", operator: "$ne", value }));
  const written = writeRule({ kind: "entries", attribute: "tags", isPlain: true, rules });
  assert.deepEqual(written, {
    tags: { $elemMatch: { $not: { $not: { $ne: 1 } }, $ne: 2 } },
  });
});
