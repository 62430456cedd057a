// Merges JSON values with a common base, member by member; different changes of both sides to the
// same value are a conflict.

import { sameJSON } from "../json";
import { isReordered, nameElements, interleave, type Similarity } from "./align";

/** A resolution of a conflict; `base` restores the value before both changes. */
export type Choice = "mine" | "theirs" | "both" | "base";

/** The path to a value: members, ids of flows and steps, names of routes. */
export type Path = readonly string[];

/** A value that both sides have changed differently; a missing value is undefined. */
export interface Collision {
  path: Path;
  kind: "changed" | "removed" | "order";
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** The value that keeps both changes, if there is one. */
  both?: unknown;
}

/**
 * A value in three versions. In a merged one, `mine` and `theirs` differ only at open conflicts,
 * and `base` is the others' version, with the original value at open conflicts.
 */
export interface ThreeWay {
  mine: unknown;
  theirs: unknown;
  base: unknown;
}

export type Rule = (merger: Merger, path: Path, values: ThreeWay) => ThreeWay;

const onAllSides = (value: unknown): ThreeWay => ({ mine: value, theirs: value, base: value });

export const keyOf = (path: Path): string => JSON.stringify(path);

/** Merges three versions of a value, and collects the conflicts. */
export class Merger {
  readonly collisions: Collision[] = [];
  readonly #choices: ReadonlyMap<string, Choice>;

  constructor(choices: ReadonlyMap<string, Choice> = new Map()) {
    this.#choices = choices;
  }

  /** Merges by a rule, unless one side has not changed anything. */
  merge(rule: Rule, path: Path, values: ThreeWay): ThreeWay {
    const { base, mine, theirs } = values;
    if (sameJSON(mine, theirs)) return { mine, theirs: mine, base: theirs };
    if (sameJSON(base, mine)) return onAllSides(theirs);
    if (sameJSON(base, theirs)) return { mine, theirs: mine, base: theirs };
    if (mine === undefined || theirs === undefined) {
      return this.collide({ path, kind: "removed", ...values });
    }
    return rule(this, path, values);
  }

  /** Records a conflict, and applies its resolution if one was chosen. */
  collide(collision: Collision): ThreeWay {
    const { mine, theirs, base, both } = collision;
    switch (this.#choices.get(keyOf(collision.path))) {
      case "mine": return { mine, theirs: mine, base: theirs };
      case "theirs": return onAllSides(theirs);
      case "both": return { mine: both ?? mine, theirs: both ?? mine, base: theirs };
      case "base": return onAllSides(base);
      case undefined:
        this.collisions.push(collision);
        return { mine, theirs, base };
    }
  }
}

/** Two elements of a list that replace one. */
export class Pair {
  constructor(readonly first: unknown, readonly second: unknown) {}
}

/** A value that is merged as a whole, such as an edge's destination. */
export const atomic: Rule = (merger, path, values) =>
  merger.collide({ path, kind: "changed", ...values });

/** Metadata, which always has the others' value. */
export const metadata: Rule = (_, __, { theirs }) => onAllSides(theirs);

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a rule that merges an object, each member by its own rule. */
export function members(rules: { [name: string]: Rule }, other: Rule): Rule {
  return (merger, path, values) => {
    const { base, mine, theirs } = values;
    if (!isObject(mine) || !isObject(theirs)) return atomic(merger, path, values);
    const old = isObject(base) ? base : {};
    const result = { mine: {} as Members, theirs: {} as Members, base: {} as Members };
    for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
      const rule = Object.hasOwn(rules, name) ? rules[name] ?? other : other;
      const merged = merger.merge(rule, [...path, name], {
        base: own(old, name), mine: own(mine, name), theirs: own(theirs, name),
      });
      for (const side of ["mine", "theirs", "base"] as const) {
        if (merged[side] !== undefined) result[side][name] = merged[side];
      }
    }
    return result;
  };
}

const own = (object: Members, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** The names of the elements of three lists. */
type Names = { base: string[]; mine: string[]; theirs: string[] };

interface ListRule {
  element: Rule;
  names(base: unknown[], mine: unknown[], theirs: unknown[]): Names;
  /** Whether the order of the elements has a meaning. */
  hasOrder: boolean;
  /** Whether an element is in conflict even if its own values are not. */
  isContested?(name: string, values: ThreeWay): boolean;
}

/** Returns a rule that merges a list element by element. */
export function list({ element, names, hasOrder, isContested }: ListRule): Rule {
  return (merger, path, values) => {
    const { mine, theirs } = values;
    if (!Array.isArray(mine) || !Array.isArray(theirs)) return atomic(merger, path, values);
    const base: unknown[] = Array.isArray(values.base) ? values.base : [];
    const elementNames = names(base, mine, theirs);
    const byName = (side: string[], elements: unknown[]) =>
      new Map(side.map((name, index) => [name, elements[index]]));
    const baseElements = byName(elementNames.base, base);
    const myElements = byName(elementNames.mine, mine);
    const theirElements = byName(elementNames.theirs, theirs);
    const merged = new Map<string, ThreeWay>();
    for (const name of new Set([...elementNames.mine, ...elementNames.theirs])) {
      const elementPath = [...path, name];
      const versions = {
        base: baseElements.get(name), mine: myElements.get(name), theirs: theirElements.get(name),
      };
      merged.set(name, isContested?.(name, versions)
        ? merger.collide({ path: elementPath, kind: "removed", ...versions })
        : merger.merge(element, elementPath, versions));
    }
    const order = mergeOrder(merger, path, elementNames, hasOrder);
    const side = (which: keyof ThreeWay) => (order[which] as string[]).flatMap((name) => {
      const value = merged.get(name)?.[which];
      if (value instanceof Pair) return [value.first, value.second];
      return value === undefined ? [] : [value];
    });
    return { mine: side("mine"), theirs: side("theirs"), base: side("base") };
  };
}

function mergeOrder(merger: Merger, path: Path, names: Names, hasOrder: boolean): ThreeWay {
  const mineFirst = interleave(names.mine, names.theirs);
  const theirsFirst = interleave(names.theirs, names.mine);
  if (!isReordered(names.base, names.mine)) return onAllSides(theirsFirst);
  const isCompatible = !hasOrder || !isReordered(names.base, names.theirs)
    || !isReordered(names.mine, names.theirs);
  if (isCompatible) return { mine: mineFirst, theirs: mineFirst, base: theirsFirst };
  return merger.collide({
    path: [...path, "order"], kind: "order", mine: mineFirst, theirs: theirsFirst,
    base: interleave(names.base, mineFirst),
  });
}

/** Names by a member that every element has; duplicates get a number. */
export function namesBy(member: string): ListRule["names"] {
  const name = (elements: unknown[]) => {
    const counts = new Map<string, number>();
    return elements.map((element, index) => {
      const id = String(isObject(element) ? element[member] ?? `#${index}` : `#${index}`);
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      return count === 1 ? id : `${id}#${count}`;
    });
  };
  return (base, mine, theirs) => ({ base: name(base), mine: name(mine), theirs: name(theirs) });
}

/** Names for elements without names, by similarity. */
export function namesBySimilarity(...similarities: Similarity[]): ListRule["names"] {
  return (base, mine, theirs) => nameElements(base, mine, theirs, similarities);
}

/** Merges any JSON: objects by member, lists by element. */
export const json: Rule = (merger, path, values) => {
  if (Array.isArray(values.mine) && Array.isArray(values.theirs)) {
    return list({
      element: json, names: namesBySimilarity(), hasOrder: true,
    })(merger, path, values);
  }
  return members({}, json)(merger, path, values);
};

/** A list that is a set: additions and removals of both sides apply. */
export const set: Rule = (merger, path, values) => {
  const { mine, theirs } = values;
  if (!Array.isArray(mine) || !Array.isArray(theirs)) return atomic(merger, path, values);
  const base: unknown[] = Array.isArray(values.base) ? values.base : [];
  const text = (value: unknown) => JSON.stringify(value);
  const baseTexts = new Set(base.map(text));
  const myTexts = new Set(mine.map(text));
  const theirTexts = new Set(theirs.map(text));
  const kept = theirs.filter(
    (value) => myTexts.has(text(value)) || !baseTexts.has(text(value)));
  const added = mine.filter(
    (value) => !baseTexts.has(text(value)) && !theirTexts.has(text(value)));
  const merged = [...kept, ...added];
  return { mine: merged, theirs: merged, base: theirs };
};

/** Returns the changed value with the unchanged parts of the old one, which keep their identity. */
export function reuse(old: unknown, changed: unknown): unknown {
  if (old === changed || typeof old !== "object" || typeof changed !== "object") return changed;
  if (old === null || changed === null) return changed;
  if (sameJSON(old, changed)) return old;
  if (Array.isArray(old) && Array.isArray(changed)) {
    const byID = new Map(old.filter(isObject).map((element) => [element["id"], element]));
    return changed.map((element, index) => reuse(
      isObject(element) && element["id"] !== undefined ? byID.get(element["id"]) : old[index],
      element));
  }
  if (!isObject(old) || !isObject(changed)) return changed;
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [name, reuse(own(old, name), value)]));
}
