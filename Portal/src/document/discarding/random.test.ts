// Discarding the changes of random drafts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { routesOf } from "../reading";
import type { Change, FlowDocument } from "../types";
import { changesOf, errorsOf, live, randomDraft, randomNumbers } from "./discarding.test-support";
import { discardChange } from "./index";

const textOf = ({ messageId, flow, step, port, route, arguments: values }: Change) =>
  JSON.stringify([messageId, flow, step, port, route, values]);

function documentWithout(
  base: FlowDocument, draft: FlowDocument, change: Change,
): FlowDocument | null {
  const result = discardChange(base, draft, change);
  return result && "document" in result ? result.document : null;
}

/** The ports that lead somewhere, of the steps that the live document does not have. */
function newExits(document: FlowDocument): string[] {
  const known = new Set(live.flows.flatMap(({ steps }) => steps.map(({ id }) => id)));
  return document.flows.flatMap(({ steps }) => steps).filter(({ id }) => !known.has(id))
    .flatMap((step) => Object.keys(step.ports ?? {})
      .filter((port) => routesOf(step, port).length > 0).map((port) => `${step.id} ${port}`));
}

/** Discards all changes in a random order. */
function discardAll(base: FlowDocument, draft: FlowDocument, seed: number, name: string): void {
  const random = randomNumbers(seed);
  let document = draft;
  let changes = changesOf(base, document);
  while (changes.length > 0) {
    const current = document;
    const possible = changes.flatMap((change) => documentWithout(base, current, change) ?? []);
    assert.ok(possible.length > 0, `${name}: ${changes.map(textOf).join()}`);
    document = random.pick(possible);
    const remaining = changesOf(base, document);
    assert.ok(remaining.length < changes.length, `${name}: ${remaining.map(textOf).join()}`);
    changes = remaining;
  }
}

describe("discarding changes", () => {
  test("of a random draft removes them, adds no other ones, and leaves nothing dangling", () => {
    let count = 0;
    for (let seed = 1; seed <= 250; seed += 1) {
      const random = randomNumbers(seed);
      const draft = randomDraft(random, 1 + random.below(6));
      const changes = changesOf(live, draft);
      const known = new Set([...errorsOf(live), ...errorsOf(draft)]);
      for (const change of changes) {
        const document = documentWithout(live, draft, change);
        if (!document) continue;
        count += 1;
        const name = `seed ${seed}: ${textOf(change)}`;
        const remaining = changesOf(live, document);
        assert.ok(remaining.length < changes.length, name);
        assert.ok(!remaining.some((other) => textOf(other) === textOf(change)), name);
        assert.deepEqual(errorsOf(document).filter((error) => !known.has(error)), [], name);
        if (known.size > errorsOf(live).length || change.kind !== "step-added") continue;
        const exits = newExits(draft).filter((exit) => !exit.startsWith(`${change.step} `));
        assert.deepEqual(newExits(document), exits, name);
      }
    }
    assert.ok(count > 300, `${count} changes were discarded`);
  });

  test("in any order returns to the live document", () => {
    for (let seed = 1; seed <= 250; seed += 1) {
      const random = randomNumbers(seed);
      discardAll(live, randomDraft(random, 1 + random.below(6)), seed, `seed ${seed}`);
    }
  });

  test("of the test vectors for sections, too", () => {
    const { sections } = JSON.parse(readFileSync("Conformance/sections.json", "utf8")) as {
      sections: { name: string; old: FlowDocument; new: FlowDocument }[];
    };
    assert.ok(sections.length >= 7);
    for (const vector of sections) {
      for (let seed = 1; seed <= 5; seed += 1) {
        discardAll(vector.old, vector.new, seed, vector.name);
        discardAll(vector.new, vector.old, seed, `${vector.name}, reversed`);
      }
    }
  });
});
