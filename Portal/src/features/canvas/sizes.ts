// Sizes on the canvas, in canvas pixels; all on a grid of 4.

export const CARD_WIDTH = 208;
/** The width of a line of text in a card. */
export const NAME_WIDTH = 176;
/** The width of a port's name in the largest type: up to the edge of the card. */
export const FAR_WIDTH = 184;
/** The step's name and its screen. */
export const HEADER_HEIGHT = 48;
export const SCREEN_HEIGHT = 264;
export const PORT_HEIGHT = 28;
const FOOT = 8;

export const END_SIZE = { width: 128, height: 40 };
export const MISSING_SIZE = { width: 176, height: 56 };

export function cardHeight(ports: number): number {
  return HEADER_HEIGHT + SCREEN_HEIGHT + FOOT + Math.max(1, ports) * PORT_HEIGHT + FOOT;
}

/** Returns the distance of a port's edges from the card's top, where they start. */
export const cardHandleY = (index: number) =>
  HEADER_HEIGHT + SCREEN_HEIGHT + FOOT + index * PORT_HEIGHT + PORT_HEIGHT / 2;

/** The size of a collapsed section. */
export const SECTION_SIZE = { width: 256, height: 112 };
/** The padding of a section around its cards, and above them for its title. */
export const SECTION_PADDING = 32;
export const SECTION_HEADER = 32;

const FLOW_HEADER = 56;
/** The maximum size of a sub-flow's steps while they are shown in place. */
export const FLOW_INSIDE = { width: 520, height: 320 };
export const FLOW_PADDING = 16;

/**
 * Returns the size of a sub-flow's node; `inside` is the size of its steps, if they are shown.
 */
export function flowSize(
  outcomes: number, inside?: { width: number; height: number },
): { width: number; height: number } {
  const ports = Math.max(1, outcomes) * PORT_HEIGHT + FOOT;
  if (!inside) return { width: CARD_WIDTH, height: FLOW_HEADER + ports };
  return {
    width: Math.max(CARD_WIDTH, inside.width + 24),
    height: FLOW_HEADER + inside.height + FOOT + ports,
  };
}

/** Returns the start of an outcome's edges on a sub-flow: outcomes are at the bottom. */
export const flowHandleY = (index: number, outcomes: number, height: number) =>
  height - FOOT - (Math.max(1, outcomes) - index) * PORT_HEIGHT + PORT_HEIGHT / 2;

/** The distance between automatically placed nodes. */
export const GAP_X = 120;
export const GAP_Y = 56;
/** The grid that positions snap to if there is nothing to align with. */
export const GRID = 8;
