// Breaks a long row of columns into several, like lines of text.

/** The target aspect ratio of a layout, similar to that of windows. */
const ASPECT = 2.2;
/** The aspect ratio above which a layout is broken into rows. */
const MAX_ASPECT = 2.4;
/** The share of the mean width by which a row may deviate from it, so that it cuts fewer edges. */
const SLACK = 0.2;

/**
 * Returns the columns of each row, as half-open ranges.
 *
 * @param edges The source and target column of each edge.
 */
export function rowsOf(
  widths: number[], heights: number[], edges: [number, number][], gap: number,
): [number, number][] {
  const all: [number, number] = [0, widths.length];
  const total = sum(widths);
  if (widths.length < 3 || total <= MAX_ASPECT * Math.max(...heights)) return [all];
  let best = [all];
  let least = Infinity;
  for (let count = 1; count <= widths.length; count += 1) {
    const rows = rowsOfCount(widths, count, () => 0);
    const deviation = Math.abs(Math.log(aspectOf(rows, widths, heights, gap) / ASPECT));
    // From here on, more rows only make the layout taller.
    if (deviation > least && best.length > 1) break;
    if (deviation < least) [best, least] = [rows, deviation];
  }
  const cuts = cutsOf(edges, widths.length);
  return rowsOfCount(widths, best.length, (at) => cuts[at] ?? 0);
}

/** Rows of similar width that end where few edges cross. */
function rowsOfCount(
  widths: number[], count: number, cut: (column: number) => number,
): [number, number][] {
  const rows: [number, number][] = [];
  let first = 0;
  let remaining = sum(widths);
  for (let row = count; row > 1 && first < widths.length; row -= 1) {
    const preferred = remaining / row;
    let [end, width] = [first, 0];
    let [best, least] = [first + 1, Infinity];
    while (end < widths.length && width <= preferred * (1 + SLACK)) {
      width += widths[end] ?? 0;
      end += 1;
      const deviation = Math.abs(width - preferred) / preferred;
      const cost = deviation > SLACK ? 1000 + deviation : cut(end) + deviation * 2;
      if (cost < least) [best, least] = [end, cost];
    }
    rows.push([first, best]);
    remaining -= sum(widths.slice(first, best));
    first = best;
  }
  if (first < widths.length) rows.push([first, widths.length]);
  return rows;
}

function aspectOf(
  rows: [number, number][], widths: number[], heights: number[], gap: number,
): number {
  const width = Math.max(...rows.map(([first, end]) => sum(widths.slice(first, end))));
  const rowHeights = rows.map(([first, end]) => Math.max(...heights.slice(first, end)));
  return width / (sum(rowHeights) + gap * (rows.length - 1));
}

/** Returns the number of edges that cross the gap before each column. */
function cutsOf(edges: [number, number][], columns: number): number[] {
  const steps = Array.from({ length: columns + 2 }, () => 0);
  for (const [from, to] of edges) {
    steps[Math.min(from, to) + 1] = (steps[Math.min(from, to) + 1] ?? 0) + 1;
    steps[Math.max(from, to) + 1] = (steps[Math.max(from, to) + 1] ?? 0) - 1;
  }
  let open = 0;
  return steps.map((step) => (open += step));
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
