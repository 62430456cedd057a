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
