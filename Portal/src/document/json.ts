// The comparison of JSON values.

/** Whether two JSON values are the same, regardless of the order of members. */
export function sameJSON(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  const other = b as Record<string, unknown>;
  return keys.every((key) =>
    Object.hasOwn(other, key) && sameJSON((a as Record<string, unknown>)[key], other[key]));
}

/** Returns a JSON value with each object as a list of its members in the order of their names. */
export function sortedEntries(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedEntries);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sortedEntries(member)]);
}
