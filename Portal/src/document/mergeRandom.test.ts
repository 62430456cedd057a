// Merging of random edits.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  addStep, changeStep, connect, merge, sameJSON, setAttribute, setSegment, setShowWhen, setStart,
  type Edit, type FlowDocument,
} from "./index";
import { base, edited } from "./merge.test-support";

function randomNumbers(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { below, pick: <T>(list: T[]): T => list[below(list.length)]! };
}

type EditWithPaths = { paths: string[]; edit: Edit };

/** Returns a random edit, and the paths that it changes. */
function randomEdit(random: ReturnType<typeof randomNumbers>, author: string): EditWithPaths {
  const id = random.pick(["home", "legal", "login", "free"]);
  const member = random.pick(["title", "text", "list", "more"]);
  const target = random.pick(["home", "legal", "login", "free"]);
  const port = random.pick(["next", "other", "third"]);
  const value = `${author}${random.below(1000)}`;
  switch (random.below(8)) {
    case 0: return {
      paths: [`${id}.content.${member}`],
      edit: changeStep("shop", id, (old) => (
        { ...old, content: { ...old.content as object, [member]: value } })),
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
      edit: setAttribute(member, random.pick(["string", "number"])),
    };
    default: return {
      paths: [], edit: (document) => setSegment(
        "near", [...document.segments?.["near"] ?? [], value])(document),
    };
  }
}

/** The document with unordered lists sorted, so that documents can be compared. */
function normalized(document: FlowDocument): unknown {
  const byID = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  return {
    ...document, segments: { near: [...document.segments?.["near"] ?? []].map(String).sort() },
    flows: document.flows.map((flow) => ({ ...flow, steps: [...flow.steps].sort(byID) })),
  };
}

describe("random edits of two members", () => {
  test("without conflicts are all kept", () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = randomNumbers(seed);
      const mine = Array.from({ length: 1 + random.below(6) }, () => randomEdit(random, "m"));
      const taken = new Set(mine.flatMap((edit) => edit.paths));
      const theirs = Array.from({ length: 1 + random.below(6) }, () => randomEdit(random, "t"))
        .filter((edit) => edit.paths.every((path) => !taken.has(path)));
      const [myDocument, theirDocument] = [mine, theirs].map(
        (edits) => edited(...edits.map(({ edit }) => edit))) as [FlowDocument, FlowDocument];
      const result = merge(base, myDocument, theirDocument);
      const expected = edited(...[...mine, ...theirs].map(({ edit }) => edit));
      assert.deepEqual(result.conflicts, [], `seed ${seed}`);
      assert.deepEqual(normalized(result.mine), normalized(expected), `seed ${seed}`);
      assert.ok(sameJSON(result.mine, result.theirs), `seed ${seed}`);
      assert.deepEqual(
        normalized(merge(base, theirDocument, myDocument).mine), normalized(expected),
        `seed ${seed}`);
    }
  });

  test("have the same conflicts in both directions, and all can be resolved", () => {
    let count = 0;
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = randomNumbers(seed);
      const randomDocument = (author: string) => edited(
        ...Array.from({ length: 4 + random.below(6) }, () => randomEdit(random, author).edit));
      const [mine, theirs] = [randomDocument("m"), randomDocument("t")];
      const result = merge(base, mine, theirs);
      count += result.conflicts.length;
      const keys = result.conflicts.map((conflict) => conflict.key);
      assert.deepEqual(
        merge(base, theirs, mine).conflicts.map(({ key }) => key).sort(), [...keys].sort());
      // Merging again after the result was sent and received changes nothing.
      const again = merge(result.base, result.mine, result.theirs);
      assert.deepEqual(again.conflicts.map((conflict) => conflict.key), keys, `seed ${seed}`);
      assert.deepEqual(normalized(again.mine), normalized(result.mine), `seed ${seed}`);
      assert.deepEqual(normalized(again.theirs), normalized(result.theirs), `seed ${seed}`);
      for (const choice of ["mine", "theirs"] as const) {
        const choices = new Map(keys.map((key) => [key, choice]));
        const resolved = merge(result.base, result.mine, theirs, choices);
        assert.deepEqual(resolved.conflicts, [], `seed ${seed}`);
        assert.deepEqual(normalized(resolved.mine), normalized(result[choice]), `seed ${seed}`);
        const sent = merge(resolved.base, resolved.mine, resolved.theirs);
        assert.deepEqual(sent.conflicts, [], `seed ${seed}`);
      }
    }
    assert.ok(count > 100, `${count} conflicts were tried`);
  });

  test("merging a document with itself changes nothing", () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = randomNumbers(seed);
      const mine = edited(...Array.from({ length: 5 }, () => randomEdit(random, "m").edit));
      const copy = JSON.parse(JSON.stringify(mine)) as FlowDocument;
      assert.equal(merge(base, mine, copy).mine, mine);
      assert.equal(merge(base, mine, base).mine, mine);
      assert.deepEqual(merge(base, base, mine).mine, mine);
    }
  });
});
