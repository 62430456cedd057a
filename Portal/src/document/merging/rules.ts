// The merge rules of each part of a document.

import { sameJSON } from "../edits";
import { alwaysApplies, edgesOf, continuationsOf, freeName } from "../reading";
import type { Continuations, Flow, Route, Step } from "../types";
import {
  json, label, list, members, namesBySimilarity, namesBy, set, Pair, atomic, type Merger, type Path,
  type Rule, type ThreeWay,
} from "./merger";
import { screenMerging } from "./screens";

type Members = Record<string, unknown>;

const destinationNames = ["to", "finish", "flow", "then", "split"];

/** Separates the members of the destination, which are merged as one value. */
function separate(value: unknown, more: string[] = []): unknown {
  if (value === undefined) return undefined;
  const destination: Members = {};
  const rest: Members = {};
  for (const [name, member] of Object.entries(value as Members)) {
    if (more.includes(name)) continue;
    (destinationNames.includes(name) ? destination : rest)[name] = member;
  }
  return { rest, destination };
}

function combine(value: unknown): unknown {
  if (value === undefined) return undefined;
  const { rest, destination } = value as { rest?: Members; destination?: Members };
  return { ...rest, ...destination };
}

const each = (values: ThreeWay, change: (value: unknown) => unknown): ThreeWay => ({
  base: change(values.base), mine: change(values.mine), theirs: change(values.theirs),
});

const then: Rule = (merger, path, values) => members({}, atomic)(merger, path, each(
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
  : each(parts(merger, path, each(values, (value) => separate(value))), combine));

const variantParts: Rule = (merger, path, values) => each(
  parts(merger, path, each(values, (value) => separate(value, ["weight", "range"]))), combine);

/** The shares of a split have a fixed sum, so one side's shares stay together. */
const variants: Rule = (merger, path, values) => {
  const [base, mine, theirs] = [values.base ?? [], values.mine, values.theirs] as unknown[][];
  if (!base || !Array.isArray(mine) || !Array.isArray(theirs)) return atomic(merger, path, values);
  const known = namesBySimilarity(sameMember("key"), sameDestination)(base, mine, theirs);
  const shares = (names: string[], of: unknown[]) => Object.fromEntries(names.map((name, at) => {
    const { weight, range } = of[at] as Members;
    return [name, { weight, range }];
  }));
  const before = shares(known.base, base);
  const hasMineChanged = !sameJSON(before, shares(known.mine, mine));
  const hasTheirsChanged = !sameJSON(before, shares(known.theirs, theirs));
  if (hasMineChanged && hasTheirsChanged) return atomic(merger, path, values);
  const [leader, names] = hasTheirsChanged ? [theirs, known.theirs] : [mine, known.mine];
  const [other, otherNames] = hasTheirsChanged ? [mine, known.mine] : [theirs, known.theirs];
  const isTouched = otherNames.some((name, at) => {
    const place = known.base.indexOf(name);
    return !names.includes(name) && !sameJSON(base[place], other[at]);
  });
  if (isTouched) return atomic(merger, path, values);
  return mergeVariants(merger, path, { base, mine, theirs }, known, leader, names);
};

function mergeVariants(
  merger: Merger, path: Path, lists: { base: unknown[]; mine: unknown[]; theirs: unknown[] },
  known: { base: string[]; mine: string[]; theirs: string[] }, leader: unknown[], names: string[],
): ThreeWay {
  const merged = names.map((name, at) => {
    const find = (side: "base" | "mine" | "theirs") => lists[side][known[side].indexOf(name)];
    const { weight, range } = leader[at] as Members;
    const bare = (value: unknown) => value && combine(separate(value, ["weight", "range"]));
    const one = merger.merge(variantParts, [...path, name], {
      base: bare(find("base")), mine: bare(find("mine") ?? leader[at]),
      theirs: bare(find("theirs") ?? leader[at]),
    });
    return each(one, (value) => value && { ...value, ...shareOf({ weight, range }) });
  });
  const theirNames = known.theirs;
  const side = (which: keyof ThreeWay) =>
    merged.flatMap((one) => (one[which] === undefined ? [] : [one[which]]));
  const before = lists.theirs.map((variant, at) => {
    const { weight, range } = variant as Members;
    const known = merged[names.indexOf(theirNames[at] ?? "")]?.base;
    return known ? { ...known, ...shareOf({ weight, range }) } : variant;
  });
  return { mine: side("mine"), theirs: side("theirs"), base: before };
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
  const { split: of, then: _, ...rest } = (separate(value) as { destination: Members }).destination;
  return of ? { experiment: (of as Members)["experiment"] } : rest;
}

const sameDestination = (a: unknown, b: unknown) =>
  sameJSON(destinationIdentity(a), destinationIdentity(b));

/** The route without a condition keeps its identity, whatever its destination. */
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
    const always = (of: unknown[]) => of.findIndex((element) => alwaysApplies(element as Route));
    const [here, there] = [names.mine[always(mine)], names.theirs[always(theirs)]];
    if (here?.startsWith("m") && there?.startsWith("t")) {
      names.theirs = names.theirs.map((name) => (name === there ? here : name));
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
  const found = value as Flow | undefined;
  return (found?.steps ?? []).flatMap((one) => edgesOf(found?.id ?? "", one).flatMap(
    ({ ref, target }): [string, string][] => (target.kind === "step"
      ? [[JSON.stringify([ref.step, ref.port]), target.step]] : [])));
}

/**
 * A flow. A step that one side has removed while the other added an edge to it is a conflict, and
 * so are two new steps with the same name, which can both be kept.
 */
const flow: Rule = (merger, path, values) => {
  const steps = list({
    names: namesBy("id"), hasOrder: false,
    element(inner, at, three) {
      const [mine, theirs] = [three.mine as Step, three.theirs as Step];
      if (three.base !== undefined || mine.screen === theirs.screen) return step(inner, at, three);
      const taken = Object.values(values).flatMap((value) =>
        ((value as Flow | undefined)?.steps ?? []).map(({ id }) => id));
      const both = new Pair(theirs, { ...mine, id: freeName(mine.id, taken) });
      return inner.collide({ path: at, kind: "changed", ...three, both });
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
  schema: label, application: label, environment: label, number: label, origin: label,
  flows: list({ element: flow, names: namesBy("id"), hasOrder: true }),
  strings: members({}, members({}, atomic)),
  screens: (...values) => screenMerging().rule(...values),
  segments: members({}, set), attributes: members({}, atomic), locales: set,
}, json);
