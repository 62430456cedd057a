// Points, boxes, and the shape of edges. Pure functions without the DOM.

export interface Point { x: number; y: number }
export interface Box { x: number; y: number; width: number; height: number }

export const right = (box: Box) => box.x + box.width;
export const bottom = (box: Box) => box.y + box.height;
export const middle = (box: Box): Point => (
  { x: box.x + box.width / 2, y: box.y + box.height / 2 });

export function overlaps(a: Box, b: Box): boolean {
  return a.x < right(b) && b.x < right(a) && a.y < bottom(b) && b.y < bottom(a);
}

export function contains(box: Box, { x, y }: Point): boolean {
  return x >= box.x && x <= right(box) && y >= box.y && y <= bottom(box);
}

export function expanded(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

/** The bounding box of boxes; null for none. */
export function boundingBox(boxes: Iterable<Box>): Box | null {
  let [left, top, rightmost, lowest] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    rightmost = Math.max(rightmost, right(box));
    lowest = Math.max(lowest, bottom(box));
  }
  if (left > rightmost) return null;
  return { x: left, y: top, width: rightmost - left, height: lowest - top };
}

export function boxBetween(a: Point, b: Point): Box {
  return {
    x: Math.min(a.x, b.x), y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y),
  };
}

/** The shape of an edge. */
export interface EdgeShape {
  /** The SVG path, without the tip. */
  d: string;
  /** The path of the tip. */
  tip: string;
  /** Points along it, dense enough for hit testing. */
  points: Point[];
  start: Point;
  end: Point;
  /** The direction in which it arrives, in radians. */
  angle: number;
  /** The position of its chip. */
  label: Point;
  /** The maximum width of the chip there, so that it covers no card. */
  chipWidth?: number;
  bounds: Box;
}

/** The distance of the tip from its target. */
const TIP = 7;
const RADIUS = 20;
/** The distance of a backward edge from the right of its nodes. */
const OFFSET = 28;
/** The distance of edges between the same two nodes. */
export const LANE = 18;

/** A horizontal channel between nodes, for an edge that would otherwise run behind them. */
export interface Channel {
  y: number;
  left: number;
  right: number;
}

/** Whether an edge has to go around, because its target is not further right. */
export const isBackward = (start: Point, to: Box) => to.x < start.x + 36;

/** How an edge runs between its two ends. */
export interface EdgeOptions {
  /** The index among the edges between the same two nodes, from 0. */
  lane?: number;
  lanes?: number;
  /** The position of its chip along the edge, from 0 to 1. */
  chipOffset?: number;
  /**
   * The corridor in which a backward edge crosses to the other side; see `crossingFor`.
   */
  corridor?: number;
  /** The channel in which a forward edge passes the cards in its way. */
  channel?: Channel;
  /**
   * The position of its end, from the node's top or left, so that several ends stay apart.
   */
  endOffset?: number;
}

/** The edge from a handle at the right of a node to another node. */
export function edgeShape(from: Box, start: Point, to: Box, options: EdgeOptions = {}): EdgeShape {
  const { lane = 0, lanes = 1, chipOffset = 0.5, channel } = options;
  // Chips of parallel edges are staggered along them.
  const along = lanes > 1 ? 0.25 + 0.5 * lane / (lanes - 1) : chipOffset;
  if (isBackward(start, to)) return aroundNodes(from, start, to, along, options);
  if (channel) return throughChannel(start, to, along, channel, options.endOffset);
  return forward(start, to, options);
}

/** Returns the distance of edges at a node's left side from its corners. */
export const insetOf = (to: Box) => Math.min(28, to.height / 2);

/** From left to right: one smooth curve. */
function forward(start: Point, to: Box, options: EdgeOptions): EdgeShape {
  const { lane = 0, lanes = 1, chipOffset = 0.5, endOffset } = options;
  const shift = (lane - (lanes - 1) / 2) * LANE;
  const inset = insetOf(to);
  const y = endOffset === undefined
    ? clamp(start.y + shift, to.y + inset, bottom(to) - inset) : to.y + endOffset;
  const end = { x: to.x - TIP, y };
  const pull = clamp((end.x - start.x) * 0.5, 36, 220);
  // Wide enough for chips one below the other, even if all edges arrive at the same point.
  const bend = lanes > 1 ? shift * 1.8 : 0;
  const a = { x: start.x + pull, y: start.y + bend };
  const b = { x: end.x - pull, y: end.y + bend };
  const points = Array.from({ length: 25 }, (_, index) => curve(start, a, b, end, index / 24));
  const d = `M${xy(start)}C${xy(a)} ${xy(b)} ${xy(end)}`;
  return shape(d, points, 0, curve(start, a, b, end, lanes > 1 ? 0.5 : chipOffset));
}

/** From left to right past cards: down or up to the channel, along it, and on to the target. */
function throughChannel(
  start: Point, to: Box, chipOffset: number, { y, left, right: rightmost }: Channel,
  endOffset?: number,
): EdgeShape {
  const inset = insetOf(to);
  const end = {
    x: to.x - TIP,
    y: endOffset === undefined ? clamp(y, to.y + inset, bottom(to) - inset) : to.y + endOffset,
  };
  const enter = { x: Math.max(left, start.x + 16), y };
  const leave = { x: Math.min(rightmost, end.x - 16), y };
  const curveBetween = (a: Point, b: Point) => {
    const pull = Math.max(8, (b.x - a.x) * 0.55);
    return [a, { x: a.x + pull, y: a.y }, { x: b.x - pull, y: b.y }, b] as const;
  };
  const [first, last] = [curveBetween(start, enter), curveBetween(leave, end)];
  const along = (part: typeof first) => Array.from(
    { length: 13 }, (_, index) => curve(part[0], part[1], part[2], part[3], index / 12));
  const d = `M${xy(start)}C${xy(first[1])} ${xy(first[2])} ${xy(enter)}L${xy(leave)}`
    + `C${xy(last[1])} ${xy(last[2])} ${xy(end)}`;
  const label = { x: enter.x + (leave.x - enter.x) * chipOffset, y };
  return shape(d, [...along(first), ...along(last)], 0, label);
}

/**
 * Returns the position where a backward edge would cross to the other side, with the range of the
 * crossing.
 */
export function crossingFor(
  from: Box, start: Point, to: Box, { lane = 0, endOffset }: EdgeOptions,
): { y: number; left: number; right: number } {
  const x = Math.max(start.x, right(from)) + OFFSET + lane * 14;
  const entry = endOffset === undefined ? entryOf(from, to, lane) : to.x + endOffset;
  const span = { left: Math.min(x, entry), right: Math.max(x, entry) };
  if (bottom(to) + 48 < from.y) return { y: (bottom(to) + from.y) / 2 + lane * 10, ...span };
  if (to.y - 48 > bottom(from)) return { y: (bottom(from) + to.y) / 2 + lane * 10, ...span };
  return { y: Math.max(bottom(from), bottom(to)) + 28 + lane * 14, ...span };
}

/** Returns where a backward edge ends; several edges from the same node arrive side by side. */
export function entryOf(from: Box, to: Box, lane: number): number {
  const side = from.x >= to.x ? 1 : -1;
  return clamp(to.x + to.width / 2 + side * (12 + lane * LANE), to.x + 20, right(to) - 20);
}

/** Backwards, or to itself: around the nodes with round corners. */
function aroundNodes(
  from: Box, start: Point, to: Box, chipOffset: number, options: EdgeOptions,
): EdgeShape {
  const { lane = 0, endOffset, corridor } = options;
  const x = Math.max(start.x, right(from)) + OFFSET + lane * 14;
  const entry = endOffset === undefined ? entryOf(from, to, lane) : to.x + endOffset;
  const y = corridor ?? crossingFor(from, start, to, options).y;
  const isFromAbove = y < to.y + to.height / 2;
  const end = isFromAbove ? { x: entry, y: to.y - TIP } : { x: entry, y: bottom(to) + TIP };
  const { d, points } = rounded([start, { x, y: start.y }, { x, y }, { x: entry, y }, end]);
  const label = { x: x + (entry - x) * chipOffset, y };
  return shape(d, points, isFromAbove ? Math.PI / 2 : -Math.PI / 2, label);
}

function shape(d: string, points: Point[], angle: number, label: Point): EdgeShape {
  const start = points[0] as Point;
  const end = points.at(-1) as Point;
  const bounds = boundingBox(points.map((it) => ({ ...it, width: 0, height: 0 }))) as Box;
  return { d, tip: tipOf(end, angle), points, start, end, angle, label, bounds };
}

/** The triangle at the end of an edge. */
function tipOf(end: Point, angle: number): string {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corner = (x: number, y: number) => xy(
    { x: end.x + x * cos - y * sin, y: end.y + x * sin + y * cos });
  return `M${corner(TIP, 0)}L${corner(-4, -5.5)}L${corner(-4, 5.5)}Z`;
}

/** A line with rounded corners. */
function rounded(corners: Point[]): { d: string; points: Point[] } {
  const first = corners[0] as Point;
  const points: Point[] = [first];
  let d = `M${xy(first)}`;
  for (let index = 1; index < corners.length - 1; index += 1) {
    const [before, corner, after] = corners.slice(index - 1, index + 2) as [Point, Point, Point];
    const radius = Math.min(RADIUS, distance(before, corner) / 2, distance(corner, after) / 2);
    const a = towards(corner, before, radius);
    const b = towards(corner, after, radius);
    d += `L${xy(a)}Q${xy(corner)} ${xy(b)}`;
    points.push(a, curve(a, corner, corner, b, 0.5), b);
  }
  const last = corners.at(-1) as Point;
  points.push(last);
  return { d: `${d}L${xy(last)}`, points };
}

const xy = ({ x, y }: Point) => `${round(x)},${round(y)}`;
const round = (value: number) => Math.round(value * 10) / 10;
/** The width of the border in which dragging pans. */
const BORDER = 28;
export const clamp = (value: number, min: number, max: number) =>
  (max < min ? (min + max) / 2 : Math.max(min, Math.min(max, value)));
/** How far to pan per frame while something is dragged to a border; 0 away from both borders. */
export const borderPan = (at: number, size: number) => (
  at < BORDER ? Math.min(BORDER - at, BORDER) : -clamp(at - size + BORDER, 0, BORDER)) / 2;
export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

function towards(from: Point, to: Point, by: number): Point {
  const length = distance(from, to) || 1;
  return { x: from.x + (to.x - from.x) * by / length, y: from.y + (to.y - from.y) * by / length };
}

function curve(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const s = 1 - t;
  const [p, q, r, u] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return {
    x: p * a.x + q * b.x + r * c.x + u * d.x, y: p * a.y + q * b.y + r * c.y + u * d.y,
  };
}

/** The line that follows the pointer while an edge is drawn. */
export function connectionLine(start: Point, end: Point): string {
  const pull = clamp(Math.abs(end.x - start.x) * 0.5, 24, 160);
  return `M${xy(start)}C${xy({ x: start.x + pull, y: start.y })} `
    + `${xy({ x: end.x - pull, y: end.y })} ${xy(end)}`;
}

/** Returns the distance of a point from a line through points. */
export function distanceToLine(points: Point[], point: Point): number {
  let best = Infinity;
  for (let index = 1; index < points.length; index += 1) {
    best = Math.min(
      best, distanceToSegment(points[index - 1] as Point, points[index] as Point, point));
  }
  return best;
}

function distanceToSegment(a: Point, b: Point, p: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const squared = dx * dx + dy * dy;
  const t = squared === 0 ? 0 : clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / squared, 0, 1);
  return Math.hypot(a.x + t * dx - p.x, a.y + t * dy - p.y);
}
