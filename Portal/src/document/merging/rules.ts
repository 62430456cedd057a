// The merge rules of each part of a document.

import { sameJSON } from "../json";
import { alwaysApplies, edgesOf, continuationsOf, uniqueName } from "../reading";
import type { Continuations, Flow, Route, Step } from "../types";
import {
  json, list, members, metadata, namesBySimilarity, namesBy, set, Pair, atomic, type Merger,
  type Path, type Rule, type ThreeWay,
} from "./merger";
import { screenMerging } from "./screens";

type Members = Record<string, unknown>;

const destinationMembers = ["to", "finish", "flow", "then", "split"];

/** Separates the members of the destination, which are merged as one value, and omits some. */
function separate(value: unknown, omitted: string[] = []): unknown {
  if (value === undefined) return undefined;
  const destination: Members = {};
  const rest: Members = {};
  for (const [name, member] of Object.entries(value as Members)) {
    if (omitted.includes(name)) continue;
    (destinationMembers.includes(name) ? destination : rest)[name] = member;
  }
  return { rest, destination };
}

/** Reverses `separate`. */
function combine(value: unknown): unknown {
  if (value === undefined) return undefined;
  const { rest, destination } = value as { rest?: Members; destination?: Members };
  return { ...rest, ...destination };
}

const mapSides = (values: ThreeWay, change: (value: unknown) => unknown): ThreeWay => ({
  base: change(values.base), mine: change(values.mine), theirs: change(values.theirs),
});

const then: Rule = (merger, path, values) => members({}, atomic)(merger, path, mapSides(
  values, (value) => value && Object.fromEntries(continuationsOf(value as Continuations))));

const destination: Rule = (merger, path, values) => {
  const [mine, theirs] = [values.mine as Members, values.theirs as Members];
  if (mine["split"] && theirs["split"]) return members({ split }, atomic)(merger, path, values);
  const isSameFlow = mine["flow"] !== undefined && mine["flow"] === theirs["flow"];
  if (isSameFlow) return members({ then }, atomic)(merger, path, values);
  return atomic(merger, path, values);
};

/** Conditions: both changes can be combined. */
const condition: Rule = (merger, path, values) => {
  const { mine, theirs } = values;
  const both = mine && theirs ? { $and: [theirs, mine] } : undefined;
  return merger.collide({ path, kind: "changed", ...values, both });
};

const parts = members({
  rest: members({ when: condition }, json), destination,
}, json);

// NB: two new routes at one position are merged as a whole, because half a route has no meaning.
const route: Rule = (merger, path, values) => (values.base === undefined
  ? atomic(merger, path, values)
  : mapSides(parts(merger, path, mapSides(values, (value) => separate(value))), combine));

const variantParts: Rule = (merger, path, values) => mapSides(
  parts(merger, path, mapSides(values, (value) => separate(value, ["weight", "range"]))), combine);

/** The shares of a split have a fixed sum, so one side's shares stay together. */
const variants: Rule = (merger, path, values) => {
  const [base, mine, theirs] = [values.base ?? [], values.mine, values.theirs] as unknown[][];
  if (!base || !Array.isArray(mine) || !Array.isArray(theirs)) return atomic(merger, path, values);
  const sideNames = namesBySimilarity(sameMember("key"), sameDestination)(base, mine, theirs);
  const shares = (names: string[], side: unknown[]) => Object.fromEntries(
    names.map((name, index) => {
      const { weight, range } = side[index] as Members;
      return [name, { weight, range }];
    }));
  const baseShares = shares(sideNames.base, base);
  const hasMineChanged = !sameJSON(baseShares, shares(sideNames.mine, mine));
  const hasTheirsChanged = !sameJSON(baseShares, shares(sideNames.theirs, theirs));
  if (hasMineChanged && hasTheirsChanged) return atomic(merger, path, values);
  const [leader, names] = hasTheirsChanged ? [theirs, sideNames.theirs] : [mine, sideNames.mine];
  const [other, otherNames] = hasTheirsChanged
    ? [mine, sideNames.mine] : [theirs, sideNames.theirs];
  const wouldLoseChange = otherNames.some((name, index) => {
    const baseIndex = sideNames.base.indexOf(name);
    return !names.includes(name) && !sameJSON(base[baseIndex], other[index]);
  });
  if (wouldLoseChange) return atomic(merger, path, values);
  return mergeVariants(merger, path, { base, mine, theirs }, sideNames, leader, names);
};

/** Merges the variants of the side whose shares are used, `leader`, with the other side's. */
function mergeVariants(
  merger: Merger, path: Path, lists: { base: unknown[]; mine: unknown[]; theirs: unknown[] },
  sideNames: { base: string[]; mine: string[]; theirs: string[] }, leader: unknown[],
  names: string[],
): ThreeWay {
  const merged = names.map((name, index) => {
    const find = (side: "base" | "mine" | "theirs") => lists[side][sideNames[side].indexOf(name)];
    const { weight, range } = leader[index] as Members;
    const withoutShare = (value: unknown) =>
      value && combine(separate(value, ["weight", "range"]));
    const variant = merger.merge(variantParts, [...path, name], {
      base: withoutShare(find("base")), mine: withoutShare(find("mine") ?? leader[index]),
      theirs: withoutShare(find("theirs") ?? leader[index]),
    });
    return mapSides(variant, (value) => value && { ...value, ...shareOf({ weight, range }) });
  });
  const side = (which: keyof ThreeWay) =>
    merged.flatMap((variant) => (variant[which] === undefined ? [] : [variant[which]]));
  const nextBase = lists.theirs.map((variant, index) => {
    const { weight, range } = variant as Members;
    const mergedBase = merged[names.indexOf(sideNames.theirs[index] ?? "")]?.base;
    return mergedBase ? { ...mergedBase, ...shareOf({ weight, range }) } : variant;
  });
  return { mine: side("mine"), theirs: side("theirs"), base: nextBase };
}

function shareOf({ weight, range }: Members): Members {
  return {
    ...(weight === undefined ? {} : { weight }), ...(range === undefined ? {} : { range }),
  };
}

const split: Rule = members({ variants }, atomic);

function sameMember(name: string) {
  return (a: unknown, b: unknown) =>
    (a as Members)[name] !== undefined && sameJSON((a as Members)[name], (b as Members)[name]);
}

function destinationIdentity(value: unknown): unknown {
  const { split, then: _, ...rest } = (separate(value) as { destination: Members }).destination;
  return split ? { experiment: (split as Members)["experiment"] } : rest;
}

const sameDestination = (a: unknown, b: unknown) =>
  sameJSON(destinationIdentity(a), destinationIdentity(b));

/** Whether two routes are fallback routes, which are versions of one even if both changed. */
const bothUnconditional = (a: unknown, b: unknown) =>
  alwaysApplies(a as Route) && alwaysApplies(b as Route);

const sameCondition = (a: unknown, b: unknown) =>
  sameMember("when")(a, b) && !bothUnconditional(a, b);

/** NB: of two new fallback routes only one would ever be taken, so they count as one. */
const routes: Rule = (merger, path, values) => list({
  element: route, hasOrder: true,
  names(base, mine, theirs) {
    const names = namesBySimilarity(bothUnconditional, sameCondition, sameDestination)(
      base, mine, theirs);
    const fallbackIndex = (side: unknown[]) =>
      side.findIndex((element) => alwaysApplies(element as Route));
    const [myFallback, theirFallback] = [
      names.mine[fallbackIndex(mine)], names.theirs[fallbackIndex(theirs)]];
    if (myFallback?.startsWith("m") && theirFallback?.startsWith("t")) {
      names.theirs = names.theirs.map((name) => (name === theirFallback ? myFallback : name));
    }
    return names;
  },
})(merger, path, values);

const step = members({
  screen: atomic, showWhen: condition, content: json, ports: members({}, routes),
}, json);

/** The destinations of new edges, on the side that added them. */
function newTargets(base: unknown, side: unknown): Set<string> {
  const before = new Set(edgesIn(base).map(([from, to]) => `${from} ${to}`));
  return new Set(edgesIn(side).flatMap(([from, to]) =>
    before.has(`${from} ${to}`) ? [] : [to]));
}

/** The edges of a flow: from a step's port to a step. */
function edgesIn(value: unknown): [from: string, to: string][] {
  const { id, steps } = (value as Flow | undefined) ?? { id: "", steps: [] };
  return steps.flatMap((element) => edgesOf(id, element).flatMap(
    ({ ref, target }): [string, string][] => (target.kind === "step"
      ? [[JSON.stringify([ref.step, ref.port]), target.step]] : [])));
}

/**
 * A flow. A step that one side has removed while the other added an edge to it is a conflict, and
 * so are two new steps with the same name but different screens, which can both be kept.
 */
const flow: Rule = (merger, path, values) => {
  const steps = list({
    names: namesBy("id"), hasOrder: false,
    element(stepMerger, stepPath, versions) {
      const [mine, theirs] = [versions.mine as Step, versions.theirs as Step];
      if (versions.base !== undefined || mine.screen === theirs.screen) {
        return step(stepMerger, stepPath, versions);
      }
      const taken = Object.values(values).flatMap((value) =>
        ((value as Flow | undefined)?.steps ?? []).map(({ id }) => id));
      const both = new Pair(theirs, { ...mine, id: uniqueName(mine.id, taken) });
      return stepMerger.collide({ path: stepPath, kind: "changed", ...versions, both });
    },
    isContested(name, { base, mine, theirs }) {
      if (base === undefined || (mine === undefined) === (theirs === undefined)) return false;
      return newTargets(values.base, mine === undefined ? values.theirs : values.mine).has(name);
    },
  });
  return members({ start: atomic, steps }, json)(merger, path, values);
};

/** The whole document. */
export const document: Rule = members({
  schema: metadata, application: metadata, environment: metadata, number: metadata,
  origin: metadata,
  flows: list({ element: flow, names: namesBy("id"), hasOrder: true }),
  strings: members({}, members({}, atomic)),
  screens: (...values) => screenMerging().rule(...values),
  segments: members({}, set), attributes: members({}, atomic), locales: set,
}, json);
