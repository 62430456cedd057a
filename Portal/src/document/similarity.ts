// Similarity of names, for suggestions.

/** The edit distance of two names (Levenshtein), ignoring case; at most 9. */
export function distance(left: string, right: string): number {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  if (Math.abs(a.length - b.length) > 8) return 9;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(row[b.length] ?? 9, 9);
}

/** The names, most similar first. */
export function bySimilarity(names: string[], preferred: string): string[] {
  return names.map((name) => [name, distance(name, preferred)] as const)
    .sort((a, b) => a[1] - b[1]).map(([name]) => name);
}
