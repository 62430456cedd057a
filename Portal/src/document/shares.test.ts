import assert from "node:assert/strict";
import { test } from "node:test";
import {
  divide, movedShare, rangesOf, setShare, sharesOf, weightsAddUp, withVariant, withShares,
  type Split,
} from "./index";

const split = (weights: (number | undefined)[], more: Partial<Split> = {}): Split => ({
  experiment: "e", ...more,
  variants: weights.map((weight, index) => ({ to: "a", key: `variant-${index}`, weight })),
});
const sum = (parts: number[]) => parts.reduce((total, part) => total + part, 0);
const written = (shares: number[], weights: number[]) =>
  withShares(split(weights), shares).variants.map((variant) => variant.weight ?? Number.NaN);

test("shares add up to exactly 1 with four decimals, wherever a slider is moved to", () => {
  // A reproducible sequence of numbers.
  let seed = 7;
  const random = () => (seed = seed * 48_271 % 2_147_483_647) / 2_147_483_647;
  for (let round = 0; round < 3000; round += 1) {
    const count = 2 + Math.floor(random() * 6);
    let shares = divide(10_000, Array.from({ length: count }, () => Math.floor(random() * 9)));
    for (let move = 0; move < 5; move += 1) {
      const locked = new Set([...shares.keys()].filter(() => random() < 0.2));
      shares = setShare(
        shares, Math.floor(random() * count), random() * 14_000 - 2000, locked);
      assert.equal(sum(shares), 10_000);
      assert.ok(shares.every((share) => share >= 0 && Number.isInteger(share)), String(shares));
    }
    const weights = written(shares, shares.map(() => 0));
    assert.equal(sum(weights.map((weight) => Math.round(weight * 10_000))), 10_000);
    for (const weight of weights) assert.equal(Number(weight.toFixed(4)), weight);
  }
});

test("the other shares change proportionally, and a locked one does not change", () => {
  assert.deepEqual(setShare([5000, 3000, 2000], 0, 7500), [7500, 1500, 1000]);
  assert.deepEqual(setShare([5000, 3000, 2000], 0, 6000, new Set([1])), [6000, 3000, 1000]);
  assert.deepEqual(setShare([5000, 3000, 2000], 0, 9000, new Set([1])), [7000, 3000, 0]);
  assert.deepEqual(setShare([5000, 5000], 0, 1000, new Set([1])), [5000, 5000]);
  assert.deepEqual(setShare([10_000, 0, 0], 0, 4000), [4000, 3000, 3000]);
  assert.deepEqual(setShare([10_000], 0, 4000), [10_000]);
});

test("weights that do not add up count as equal, as in the engine", () => {
  assert.deepEqual(sharesOf(split([0.5, 0.2])), [5000, 5000]);
  assert.equal(weightsAddUp(split([0.5, 0.2])), false);
  assert.deepEqual(sharesOf(split([undefined, undefined, undefined])), [3334, 3333, 3333]);
  assert.equal(weightsAddUp(split([undefined, undefined])), true);
  assert.equal(weightsAddUp(split([0.5, undefined])), false);
});

test("a new variant gets an equal share", () => {
  const grown = withVariant(split([0.5, 0.5]), { to: "b" });
  assert.deepEqual(grown.variants.map((variant) => variant.weight), [0.3334, 0.3333, 0.3333]);
});

test("the share of reassigned users follows from the changed ranges", () => {
  const before = split([0.5, 0.5]);
  assert.equal(movedShare(before, before), 0);
  assert.equal(Math.round(movedShare(before, split([0.6, 0.4])) * 1000), 100);
  assert.equal(movedShare(before, split([0.5, 0.5], { seed: "other" })), 1);
  assert.equal(movedShare(split([0.5, 0.5], { coverage: 0.2 }), before), 0);
});

test("ranges may be explicit with gaps; otherwise they follow from weights and coverage", () => {
  const own: Split = { experiment: "e", variants: [
    { to: "a", range: [0, 0.25] }, { to: "b", range: [0.5, 0.75] },
  ] };
  assert.deepEqual(
    rangesOf(split([undefined, undefined, undefined])).map(([from]) => from), [0, 1 / 3, 2 / 3]);
  assert.deepEqual(rangesOf(own), [[0, 0.25], [0.5, 0.75]]);
  assert.deepEqual(rangesOf(split([0.5, 0.5], { coverage: 0.5 })), [[0, 0.25], [0.5, 0.75]]);
});
