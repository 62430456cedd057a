// The shares of a split's variants. Edits use ten-thousandths, so that shares add up exactly.

import type { Variant, Split } from "./types";

/** All users of a split, in ten-thousandths. */
const FULL_SHARE = 10_000;

/** Each variant's share in ten-thousandths; they add up to 10,000. */
export function sharesOf(split: Split): number[] {
  return divide(FULL_SHARE, appliedWeights(split));
}

/** The weights as in the engine: equal ones if those of the document do not add up. */
function appliedWeights(split: Split): number[] {
  const equal = 1 / Math.max(split.variants.length, 1);
  const areApplied = weightsAddUp(split);
  return split.variants.map((variant) => (areApplied ? variant.weight : undefined) ?? equal);
}

const coverageOf = ({ coverage = 1 }: Split) => Math.min(Math.max(coverage, 0), 1);

/** Each variant's share of the users who reach the split, from 0 to 1. */
export function variantShares(split: Split): number[] {
  if (split.variants.some((variant) => variant.range)) {
    return rangesOf(split).map(([from, to]) => Math.max(0, to - from));
  }
  return appliedWeights(split).map((weight) => weight * coverageOf(split));
}

/** Whether the weights apply: their sum is 1, within 0.01, or no variant has one. */
export function weightsAddUp(split: Split): boolean {
  if (split.variants.every((variant) => variant.weight === undefined)) return true;
  const total = split.variants.reduce((sum, variant) => sum + (variant.weight ?? Number.NaN), 0);
  return total >= 0.99 && total <= 1.01
    && split.variants.every((variant) => (variant.weight ?? 0) >= 0);
}

/**
 * Divides an integer into parts proportional to weights, or equal ones if all weights are 0. The
 * remainder goes to the parts with the largest rounding losses.
 */
export function divide(amount: number, weights: number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const fair = weights.map((weight) =>
    total > 0 ? amount * weight / total : amount / weights.length);
  const parts = fair.map(Math.floor);
  const remainder = amount - parts.reduce((sum, part) => sum + part, 0);
  const order = fair
    .map((share, index) => ({ index, lost: share - Math.floor(share) }))
    .sort((a, b) => b.lost - a.lost || a.index - b.index);
  for (const { index } of order.slice(0, remainder)) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}

/**
 * Sets the share of one variant; the others change proportionally, except locked ones.
 */
export function setShare(
  shares: number[], index: number, wanted: number, locked: ReadonlySet<number> = new Set(),
): number[] {
  const free = shares.map((_, at) => at).filter((at) => at !== index && !locked.has(at));
  if (free.length === 0 || index < 0 || index >= shares.length) return shares;
  const lockedTotal = shares.reduce((sum, share, at) =>
    sum + (at !== index && locked.has(at) ? share : 0), 0);
  const share = Math.max(0, Math.min(FULL_SHARE - lockedTotal, Math.round(wanted)));
  const parts = divide(FULL_SHARE - lockedTotal - share, free.map((at) => shares[at] ?? 0));
  const next = [...shares];
  next[index] = share;
  free.forEach((at, part) => {
    next[at] = parts[part] ?? 0;
  });
  return next;
}

/** The split with these shares as weights; its ranges are removed. */
export function withShares(split: Split, shares: number[]): Split {
  const variants = split.variants.map((variant, index): Variant => {
    const { range: _, ...rest } = variant;
    return { ...rest, weight: (shares[index] ?? 0) / FULL_SHARE } as Variant;
  });
  return { ...split, variants };
}

/**
 * Adds a variant with an equal share, which the others give up proportionally. If the split has
 * ranges, it keeps them, and the new variant has none.
 */
export function withVariant(split: Split, variant: Variant): Split {
  const grown: Split = { ...split, variants: [...split.variants, variant] };
  if (split.variants.some(({ range }) => range)) return grown;
  const part = Math.round(FULL_SHARE / grown.variants.length);
  return withShares(grown, [...divide(FULL_SHARE - part, sharesOf(split)), part]);
}

/** Each variant's range from 0 to 1, calculated as in the engine. */
export function rangesOf(split: Split): [from: number, to: number][] {
  if (split.variants.some((variant) => variant.range)) {
    return split.variants.map((variant) => variant.range ?? [0, 0]);
  }
  const coverage = coverageOf(split);
  let start = 0;
  return appliedWeights(split).map((weight) => {
    const from = start;
    start += weight;
    return [from, from + coverage * weight];
  });
}

/** The share of all users, from 0 to 1, that a change moves to another variant, or to none. */
export function movedShare(before: Split, after: Split): number {
  const isSame = (before.seed ?? before.experiment) === (after.seed ?? after.experiment)
    && (before.by ?? "userId") === (after.by ?? "userId")
    && (before.hashVersion ?? 2) === (after.hashVersion ?? 2);
  const old = rangesOf(before).map((range, at) => ({ range, key: variantName(before, at) }));
  const next = rangesOf(after).map((range, at) => ({ range, key: variantName(after, at) }));
  const included = old.reduce((sum, { range }) => sum + range[1] - range[0], 0);
  if (!isSame) return Math.max(0, included);
  let kept = 0;
  for (const { key, range } of old) {
    for (const other of next) {
      if (key !== other.key) continue;
      kept += Math.max(
        0, Math.min(range[1], other.range[1]) - Math.max(range[0], other.range[0]));
    }
  }
  return Math.max(0, included - kept);
}

/** Returns the name of a variant in exposures: its key, or its index from 0. */
export function variantName(split: Split, index: number): string {
  return split.variants[index]?.key ?? String(index);
}
