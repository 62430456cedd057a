// Placement of the label of a rule or a variant on its edge, so that it covers no card and no other
// label; narrower where there is not enough space.

import { distance, type Box, type Point } from "./geometry";

const CHIP_HEIGHT = 22;
/** The maximum width of a chip, and the minimum width that is still readable. */
export const MAX_CHIP = 168;
const MIN_CHIP = 64;
/** The space around a chip. */
const MARGIN = 3;
/** The number of positions along the arrow that are tried. */
const MAX_CANDIDATES = 24;

export interface ChipPosition extends Point {
  width: number;
}

/**
 * Returns the position and width for a chip on an arrow that cover as little as possible.
 *
 * @param preferred The preferred position.
 * @param width The width with all of its text.
 * @param scale The scale at which chips are drawn.
 * @param coveredArea Returns the area of a box that is already covered, in square pixels.
 */
export function chipPosition(
  points: Point[], preferred: Point, width: number, coveredArea: (box: Box) => number, scale = 1,
): ChipPosition {
  const positions = candidates(points, preferred);
  const narrowest = MIN_CHIP * scale;
  let best: ChipPosition = { ...preferred, width };
  let least = Infinity;
  for (const part of [1, 0.7, 0.5, 0]) {
    const chipWidth = Math.max(narrowest, width * part);
    if (chipWidth > width) continue;
    for (const at of positions) {
      const overlap = coveredArea(boxOfChip({ ...at, width: chipWidth }, scale));
      if (overlap >= least) continue;
      least = overlap;
      best = { ...at, width: chipWidth };
      if (overlap === 0) return best;
    }
  }
  return best;
}

export function boxOfChip({ x, y, width }: ChipPosition, scale = 1): Box {
  const height = CHIP_HEIGHT * scale;
  return {
    x: x - width / 2 - MARGIN, y: y - height / 2 - MARGIN,
    width: width + 2 * MARGIN, height: height + 2 * MARGIN,
  };
}

/** Points along an arrow, those near the preferred position first. */
function candidates(points: Point[], preferred: Point): Point[] {
  const lengths = points.slice(1).map((point, index) => distance(points[index] as Point, point));
  const total = lengths.reduce((sum, it) => sum + it, 0);
  const candidatePoints = [preferred];
  for (let step = 1; step < MAX_CANDIDATES; step += 1) {
    let remaining = total * step / MAX_CANDIDATES;
    for (const [index, length] of lengths.entries()) {
      if (remaining <= length || index === lengths.length - 1) {
        const [a, b] = [points[index] as Point, points[index + 1] as Point];
        const t = length === 0 ? 0 : Math.min(1, remaining / length);
        candidatePoints.push({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
        break;
      }
      remaining -= length;
    }
  }
  return candidatePoints.sort((a, b) => distance(a, preferred) - distance(b, preferred));
}

/** Returns the area of the intersection of two boxes, in square pixels. */
export function intersectionArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}
