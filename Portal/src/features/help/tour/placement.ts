// Placement of the tour's box in a corner where it covers nothing that the step needs.

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns the area of the intersection of two areas, in square pixels. */
export function intersectionArea(a: Area, b: Area): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** The cost of a covered square pixel of a required element; one of another element costs 1. */
const BLOCKED_COST = 1000;

/**
 * Returns a box of a size in the corner of an area, or in the middle of its lower or upper edge,
 * where it covers the least: first of the needed elements, then of the others. Of equal positions
 * the first is used. For a text that is read from the top, such as the list, `isAtBottom` keeps the
 * box at the lower edge.
 */
export function freeCorner(
  size: { width: number; height: number }, area: Area, needed: Area[], others: Area[],
  isAtBottom = false,
): Area {
  const right = Math.max(area.left, area.left + area.width - size.width);
  const bottom = Math.max(area.top, area.top + area.height - size.height);
  const middle = (area.left + right) / 2;
  const atBottom = [[middle, bottom], [right, bottom], [area.left, bottom]];
  const corners = [
    [area.left, bottom], [right, bottom], [middle, bottom], [right, area.top],
    [area.left, area.top], [middle, area.top],
  ];
  const candidates = (isAtBottom ? atBottom : corners).map(
    ([left = 0, top = 0]): Area => ({ left, top, ...size }));
  const cost = (candidate: Area) =>
    needed.reduce((sum, it) => sum + intersectionArea(candidate, it) * BLOCKED_COST, 0)
    + others.reduce((sum, it) => sum + intersectionArea(candidate, it), 0);
  const costs = candidates.map(cost);
  return candidates[costs.indexOf(Math.min(...costs))] as Area;
}
