// Lists and members of two versions of a document, compared as in the engine's differences.

export type Members = { [name: string]: unknown };

/**
 * Returns for each current name the index of the matching old one, or -1 if it was added. Common
 * prefixes and suffixes match; of the rest, the n-th name matches the n-th same one.
 */
export function matching(old: string[], current: string[]): number[] {
  const matches = current.map(() => -1);
  let start = 0;
  let [oldEnd, end] = [old.length, current.length];
  while (start < Math.min(oldEnd, end) && old[start] === current[start]) {
    matches[start] = start;
    start += 1;
  }
  while (Math.min(oldEnd, end) > start && old[oldEnd - 1] === current[end - 1]) {
    [oldEnd, end] = [oldEnd - 1, end - 1];
    matches[end] = oldEnd;
  }
  const free = new Map<string, number[]>();
  for (const [index, name] of [...old.entries()].slice(start, oldEnd)) {
    free.set(name, [...free.get(name) ?? [], index]);
  }
  for (const [index, name] of [...current.entries()].slice(start, end)) {
    matches[index] = free.get(name)?.shift() ?? -1;
  }
  return matches;
}

/** Inserts an old element after the last one that preceded it in the old list. */
export function inserted<T>(list: T[], matches: number[], element: T, oldIndex: number): T[] {
  const last = matches.reduce(
    (found, match, index) => (match >= 0 && match < oldIndex ? index : found), -1);
  return [...list.slice(0, last + 1), element, ...list.slice(last + 1)];
}

/** Puts the matching elements in their old order; the others keep their positions. */
export function reordered<T>(list: T[], matches: number[]): T[] {
  const ordered = list.map((element, index) => ({ element, match: matches[index] ?? -1 }))
    .filter(({ match }) => match >= 0).sort((a, b) => a.match - b.match);
  return list.map((element, index) => (
    (matches[index] ?? -1) < 0 ? element : ordered.shift()?.element ?? element));
}

/** The value of a member; undefined if there is none. */
export function memberOf(object: object | undefined, name: string): unknown {
  return object && Object.hasOwn(object, name) ? (object as Members)[name] : undefined;
}

/** The object with the members of these names as in another version of it. */
export function withMembersOf<T extends object>(
  object: T, other: object | undefined, names: string[],
): T {
  const members = Object.entries(object).filter(([name]) => !names.includes(name));
  const restored = names.map((name) => [name, memberOf(other, name)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries([...members, ...restored]) as T;
}

/** The object with a table in which one entry is as in another version; without empty tables. */
export function withEntryOf<T extends object>(
  object: T, other: T, table: string, name: string,
): T {
  const entries = withMembersOf(
    (memberOf(object, table) ?? {}) as object, memberOf(other, table) as object | undefined,
    [name]);
  const isEmpty = Object.keys(entries).length === 0 && memberOf(other, table) === undefined;
  return withMembersOf(object, isEmpty ? undefined : { [table]: entries }, [table]);
}
