import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../../document";

// The texts take their language from the page, and a test has no page.
Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });
Object.defineProperty(
  globalThis, "navigator", { value: { languages: ["en-GB"] }, configurable: true });

const sentences: [JsonObject, string][] = [
  [{}, "always"],
  [{ country: { $in: ["DE", "AT"] } }, "country is one of Germany or Austria"],
  [{ country: { $nin: ["DE"] } }, "country is none of Germany"],
  [{ appVersion: { $vgte: "2.3" } }, "app version at least version 2.3"],
  [{ age: { $gte: 18, $lt: 65 } }, "age is at least 18 and age is less than 65"],
  [{ since: { $gte: "2026-01-31" } }, "since is on or after 2026-01-31"],
  [{ beta: true }, "beta is yes"],
  [{ "output.email": { $exists: true } }, "output of “email” exists"],
  [{ plan: null }, "plan does not exist"],
  [{ userId: { $inGroup: "testers" } }, "user ID is in the segment “testers”"],
  [{ plan: { $regexi: "^pro" } }, "plan starts with “pro” ignoring case"],
  [{ plan: { $not: { $regex: "x" } } }, "plan does not contain “x”"],
  [{ plan: { $not: { $gt: 3 } } }, "not (plan is greater than 3)"],
  [{ tags: { $all: ["a", "b"] } }, "tags has all of a and b"],
  [{ tags: { $size: { $gte: 2 } } }, "tags number of entries is at least 2"],
  [{ items: { $elemMatch: { price: { $gt: 3 } } } },
    "items has an entry where price is greater than 3"],
  [{ $or: [{ country: "DE" }, { age: 3, plan: "pro" }] },
    "country is Germany or (age is 3 and plan is pro)"],
  [{ $nor: [{ country: "DE" }] }, "not (country is Germany)"],
  [{ locale: "de-AT" }, "language is Austrian German"],
  [{ a: { $foo: 1 } }, "JSON: {\"a\":{\"$foo\":1}}"],
];

test("conditions are written as sentences", async () => {
  const { conditionSentence } = await import("./ruleText");
  for (const [condition, sentence] of sentences) {
    assert.equal(conditionSentence(condition), sentence);
  }
  for (const when of [null, true, 5, "", []]) assert.equal(conditionSentence(when), "never");
});
