// Merging of random edits.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  addStep, changeStep, connect, merge, sameJSON, setAttribute, setSegment, setShowWhen, setStart,
  type Edit, type FlowDocument,
} from "./index";
import { base, edited } from "./merge.test-support";

function random(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { below, pick: <T>(list: T[]): T => list[below(list.length)]! };
}

type EditWithPaths = { paths: string[]; edit: Edit };

/** An edit, and the paths that it changes. */
function anyEdit(dice: ReturnType<typeof random>, who: string): EditWithPaths {
  const id = dice.pick(["home", "legal", "login", "free"]);
  const member = dice.pick(["title", "text", "list", "more"]);
  const target = dice.pick(["home", "legal", "login", "free"]);
  const port = dice.pick(["next", "other", "third"]);
  const value = `${who}${dice.below(1000)}`;
  switch (dice.below(8)) {
    case 0: return {
      paths: [`${id}.content.${member}`],
      edit: changeStep("shop", id, (it) => (
        { ...it, content: { ...it.content as object, [member]: value } })),
    };
    case 1: return { paths: [`${id}.showWhen`], edit: setShowWhen("shop", id, { [value]: 1 }) };
    case 2: return { paths: ["start"], edit: setStart("shop", target) };
    case 3: return {
      paths: [`${id}.ports.${port}`], edit: connect("shop", id, port, { to: target }),
    };
    case 4: return {
      paths: [`step.${value}`],
      edit: addStep("shop", { id: value, screen: "New", content: { of: value } }),
    };
    case 5: return {
      paths: [`strings.${member}`], edit: (document) => ({
        ...document,
        strings: { ...document.strings, en: { ...document.strings?.["en"], [member]: value } },
      }),
    };
    case 6: return {
      paths: [`attributes.${member}`],
      edit: setAttribute(member, dice.pick(["string", "number"])),
    };
    default: return {
      paths: [], edit: (document) => setSegment(
        "near", [...document.segments?.["near"] ?? [], value])(document),
    };
  }
}

/** The document with unordered lists sorted, so that documents can be compared. */
function normalized(document: FlowDocument): unknown {
  const by = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  return {
    ...document, segments: { near: [...document.segments?.["near"] ?? []].map(String).sort() },
    flows: document.flows.map((flow) => ({ ...flow, steps: [...flow.steps].sort(by) })),
  };
}

describe("random edits of two people", () => {
  test("without conflicts are all kept", () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const dice = random(seed);
      const mine = Array.from({ length: 1 + dice.below(6) }, () => anyEdit(dice, "m"));
      const taken = new Set(mine.flatMap((edit) => edit.paths));
      const theirs = Array.from({ length: 1 + dice.below(6) }, () => anyEdit(dice, "t"))
        .filter((edit) => edit.paths.every((path) => !taken.has(path)));
      const here = edited(...mine.map((one) => one.edit));
      const there = edited(...theirs.map((one) => one.edit));
      const result = merge(base, here, there);
      const expected = edited(...[...mine, ...theirs].map((one) => one.edit));
      assert.deepEqual(result.conflicts, [], `seed ${seed}`);
      assert.deepEqual(normalized(result.mine), normalized(expected), `seed ${seed}`);
      assert.ok(sameJSON(result.mine, result.theirs), `seed ${seed}`);
      assert.deepEqual(
        normalized(merge(base, there, here).mine), normalized(expected), `seed ${seed}`);
    }
  });

  test("with conflicts have the same ones on both sides, and all can be resolved", () => {
    let count = 0;
    for (let seed = 1; seed <= 400; seed += 1) {
      const dice = random(seed);
      const some = (who: string) => edited(
        ...Array.from({ length: 4 + dice.below(6) }, () => anyEdit(dice, who).edit));
      const [here, there] = [some("m"), some("t")];
      const result = merge(base, here, there);
      count += result.conflicts.length;
      const keys = result.conflicts.map((conflict) => conflict.key);
      assert.deepEqual(
        merge(base, there, here).conflicts.map((one) => one.key).sort(), [...keys].sort());
      // Merging again after the result was sent and received changes nothing.
      const again = merge(result.base, result.mine, result.theirs);
      assert.deepEqual(again.conflicts.map((conflict) => conflict.key), keys, `seed ${seed}`);
      assert.deepEqual(normalized(again.mine), normalized(result.mine), `seed ${seed}`);
      assert.deepEqual(normalized(again.theirs), normalized(result.theirs), `seed ${seed}`);
      for (const choice of ["mine", "theirs"] as const) {
        const choices = new Map(keys.map((key) => [key, choice]));
        const done = merge(result.base, result.mine, there, choices);
        assert.deepEqual(done.conflicts, [], `seed ${seed}`);
        assert.deepEqual(normalized(done.mine), normalized(result[choice]), `seed ${seed}`);
        const sent = merge(done.base, done.mine, done.theirs);
        assert.deepEqual(sent.conflicts, [], `seed ${seed}`);
      }
    }
    assert.ok(count > 100, `${count} conflicts were tried`);
  });

  test("merging a document with itself changes nothing", () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const dice = random(seed);
      const mine = edited(...Array.from({ length: 5 }, () => anyEdit(dice, "m").edit));
      const copy = JSON.parse(JSON.stringify(mine)) as FlowDocument;
      assert.equal(merge(base, mine, copy).mine, mine);
      assert.equal(merge(base, mine, base).mine, mine);
      assert.deepEqual(merge(base, base, mine).mine, mine);
    }
  });
});
