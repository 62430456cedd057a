// Discards changes of a port's routes and of their splits.

import { sortedEntries } from "../json";
import { continuationsOf, isSplit } from "../reading";
import { divide, sharesOf, variantName, withShares } from "../shares";
import type { Change, Route, RouteRef, Split, Variant } from "../types";
import { inserted, matching, reordered, withMembersOf } from "./lists";

const destinationMembers = ["to", "finish", "flow", "then", "style"];
const targetMembers = [...destinationMembers, "split"];
const shareMembers = ["weight", "range"];

const settings: { [messageId: string]: string[] } = {
  "split-settings-changed.experiment": ["experiment"],
  "split-settings-changed.identity": ["by", "fallbackBy"],
  "split-settings-changed.seed": ["seed", "hashVersion"],
  "split-settings-changed.coverage": ["coverage"],
  "split-settings-changed.namespace": ["namespace"],
};

const textOf = (value: unknown) => JSON.stringify(sortedEntries(value)) ?? "";
const conditionKey = ({ when }: Route) => textOf(when);

/** How routes are matched: like the engine, in this order. */
const keys: ((route: Route) => string)[] = [
  (route) => (
    conditionKey(route) + (isSplit(route) ? ` split ${route.split.experiment}` : "")),
  (route) => textOf(isSplit(route)
    ? [route.split.experiment, route.split.variants.map((variant, index) => (
      withMembersOf({ key: variantName(route.split, index) }, variant, shareMembers)))]
    : withMembersOf({}, route, destinationMembers)),
  conditionKey,
];

/** Returns for each route of a port the index of its old version, or -1 if it was added. */
function matchRoutes(old: Route[], current: Route[]): number[] {
  const matches = current.map(() => -1);
  for (const key of keys) {
    const oldRest = [...old.entries()].filter(([index]) => !matches.includes(index));
    const rest = [...current.entries()].filter(([index]) => matches[index] === -1);
    const found = matching(
      oldRest.map(([, route]) => key(route)), rest.map(([, route]) => key(route)));
    rest.forEach(([index], position) => {
      matches[index] = oldRest[found[position] ?? -1]?.[0] ?? -1;
    });
  }
  return matches;
}

/** The routes of a port without a change; null if it cannot be discarded alone. */
export function discardInRoutes(old: Route[], current: Route[], change: Change): Route[] | null {
  const matches = matchRoutes(old, current);
  const index = change.route ?? -1;
  if (change.kind === "route-order-changed") return reordered(current, matches);
  if (change.kind === "route-removed") {
    const removed = old[index];
    return removed ? inserted(current, matches, removed, index) : null;
  }
  const [before, route] = [old[matches[index] ?? -1], current[index]];
  if (!route) return null;
  if (change.kind === "route-added") return current.filter((_, position) => position !== index);
  const restored = before && discardInRoute(before, route, change);
  return restored ? replaced(current, index, restored) : null;
}

function discardInRoute(before: Route, route: Route, change: Change): Route | null {
  const { kind, messageId, arguments: { member, owner } } = change;
  if (kind === "condition-changed") return withMembersOf(route, before, ["when"]);
  if (messageId === "destination-changed") return withMembersOf(route, before, targetMembers);
  const isOfRoute = kind === "unknown-changed" && Object.hasOwn(owner as object, "port");
  if (isOfRoute) return withMembersOf(route, before, [String(member)]);
  if (!isSplit(before) || !isSplit(route)) return null;
  const split = discardInSplit(before.split, route.split, change);
  return split ? { ...route, split } : null;
}

function discardInSplit(old: Split, current: Split, change: Change): Split | null {
  const { kind, messageId, arguments: { variant, member, owner } } = change;
  const members = settings[messageId];
  if (members) return withMembersOf(current, old, members);
  const matches = matchVariants(old, current);
  switch (messageId) {
    case "split-shares-changed": return withSharesOf(old, current);
    case "split-variants-changed.order":
      return { ...current, variants: reordered(current.variants, matches) };
    case "split-variants-changed.added":
      return withoutVariant(old, current, matches.findIndex((match, index) =>
        match < 0 && variantName(current, index) === variant));
    case "split-variants-changed.removed":
      return withRemovedVariant(old, current, old.variants.findIndex((_, index) =>
        !matches.includes(index) && variantName(old, index) === variant));
  }
  const name = kind === "unknown-changed" ? (owner as { variant?: unknown }).variant : variant;
  if (name === undefined) return withMembersOf(current, old, [String(member)]);
  const index = matches.findIndex((match, position) =>
    match >= 0 && variantName(current, position) === name);
  return index < 0 ? null : withVariantOf(
    old, current, index, kind === "unknown-changed" ? [String(member)] : destinationMembers);
}

const namesOf = (split: Split) => split.variants.map((_, index) => variantName(split, index));

function matchVariants(old: Split, current: Split): number[] {
  return matching(namesOf(old), namesOf(current));
}

/** The split with members of one variant as before. */
function withVariantOf(old: Split, current: Split, index: number, members: string[]): Split | null {
  const before = old.variants[matchVariants(old, current)[index] ?? -1];
  const variant = current.variants[index];
  if (!before || !variant) return null;
  const restored = withMembersOf<Variant>(variant, before, members);
  return { ...current, variants: replaced(current.variants, index, restored) };
}

/** The split with the old shares; null if it has other variants. */
function withSharesOf(old: Split, current: Split): Split | null {
  const matches = matchVariants(old, current);
  if (old.variants.length !== current.variants.length || matches.includes(-1)) return null;
  const variants = current.variants.map((variant, index) =>
    withMembersOf<Variant>(variant, old.variants[matches[index] ?? -1], shareMembers));
  return { ...current, variants };
}

const hasRanges = ({ variants }: Split) => variants.some(({ range }) => range !== undefined);
const hasWeights = ({ variants }: Split) => variants.some(({ weight }) => weight !== undefined);

/** The split with the old shares if it has the old variants again, or with these. */
function rebalanced(old: Split, current: Split, shares: number[]): Split {
  const restored = withSharesOf(old, current);
  if (restored) return restored;
  return hasWeights(current) && !hasRanges(current) ? withShares(current, shares) : current;
}

/** Removes an added variant; the others get its share. */
function withoutVariant(old: Split, current: Split, index: number): Split | null {
  if (index < 0) return null;
  const others = (_: unknown, position: number) => position !== index;
  const variants = current.variants.filter(others);
  // A split without variants leads nowhere.
  if (variants.length === 0) return { ...current, variants: old.variants };
  const shares = divide(10_000, sharesOf(current).filter(others));
  return rebalanced(old, { ...current, variants }, shares);
}

/** Restores a removed variant with its share, which the others give up proportionally. */
function withRemovedVariant(old: Split, current: Split, index: number): Split | null {
  const removed = old.variants[index];
  if (!removed) return null;
  const matches = matchVariants(old, current);
  const share = sharesOf(old)[index] ?? 0;
  const shares = inserted(divide(10_000 - share, sharesOf(current)), matches, share, index);
  const variants = inserted(current.variants, matches, removed, index);
  return rebalanced(old, { ...current, variants }, shares);
}

/**
 * The routes in which one edge leads where it did before; null if there was no such edge.
 *
 * Of a new split, only the edge's variant is removed, so that the others stay.
 */
export function withOldTarget(
  old: Route[], current: Route[], { route: index, variant, outcome }: RouteRef,
): Route[] | null {
  const [before, route] = [old[matchRoutes(old, current)[index] ?? -1], current[index]];
  if (!before || !route) return null;
  if (variant === undefined || !isSplit(route)) {
    const restored = outcome === undefined
      ? withMembersOf(route, before, targetMembers) : withOldOutcome(before, route, outcome);
    return restored && replaced(current, index, restored);
  }
  const split = withOldVariant(before, route.split, variant, outcome);
  if (split) return replaced(current, index, { ...route, split });
  const isWhole = outcome === undefined && !isSplit(before);
  return isWhole ? replaced(current, index, withMembersOf(route, before, targetMembers)) : null;
}

/** The split in which one variant leads where it did before, or without the variant. */
function withOldVariant(
  before: Route, split: Split, index: number, outcome: string | undefined,
): Split | null {
  const old = isSplit(before) ? before.split : null;
  if (outcome !== undefined) {
    const oldIndex = old ? matchVariants(old, split)[index] ?? -1 : -1;
    const restored = withOldOutcome(old?.variants[oldIndex], split.variants[index], outcome);
    return restored && { ...split, variants: replaced(split.variants, index, restored) };
  }
  if (!old) return split.variants.length > 1 ? withoutVariant(split, split, index) : null;
  return withVariantOf(old, split, index, destinationMembers) ?? withoutVariant(old, split, index);
}

/** The entry of a sub-flow with the old destination for one outcome; null if it had none. */
function withOldOutcome<T extends Route | Variant>(
  before: T | undefined, entry: T | undefined, outcome: string,
): T | null {
  if (!before || !entry || !("flow" in before) || !("flow" in entry)) return null;
  const old = continuationsOf(before.then).find(([name]) => name === outcome);
  if (!old || before.flow !== entry.flow) return null;
  return { ...entry, then: Object.fromEntries([...continuationsOf(entry.then), old]) };
}

const replaced = <T>(list: T[], index: number, element: T): T[] =>
  list.map((other, position) => (position === index ? element : other));
