// Sizes on the canvas, in canvas pixels; all are multiples of 4.

export const CARD_WIDTH = 208;
/** The width of a name in a card. */
export const NAME_WIDTH = 176;
/** The width of a port's name in the larger type when zoomed out, up to the card's edge. */
export const ZOOMED_OUT_NAME_WIDTH = 184;
/** The header with the names of the step and of its screen. */
export const HEADER_HEIGHT = 48;
/** The picture of the screen. */
export const SCREEN_HEIGHT = 264;
export const PORT_HEIGHT = 28;
/** The space above and below the ports. */
const PORTS_PADDING = 8;

export const END_SIZE = { width: 128, height: 40 };
export const MISSING_SIZE = { width: 176, height: 56 };

export function cardHeight(ports: number): number {
  return HEADER_HEIGHT + SCREEN_HEIGHT + 2 * PORTS_PADDING + Math.max(1, ports) * PORT_HEIGHT;
}

/** Returns the distance of a port's handle from the top of the card. */
export const cardHandleY = (index: number) =>
  HEADER_HEIGHT + SCREEN_HEIGHT + PORTS_PADDING + index * PORT_HEIGHT + PORT_HEIGHT / 2;

/** The size of a collapsed section. */
export const SECTION_SIZE = { width: 256, height: 112 };
/** The padding of a section around its cards, and above them for its title. */
export const SECTION_PADDING = 32;
export const SECTION_HEADER = 32;

const FLOW_HEADER = 56;
/** The maximum size of the contents of an expanded sub-flow. */
export const MAX_FLOW_CONTENT = { width: 520, height: 320 };
export const FLOW_PADDING = 16;

/**
 * Returns the size of a sub-flow's node; `content` is the size of its steps, if they are shown.
 */
export function flowSize(
  outcomes: number, content?: { width: number; height: number },
): { width: number; height: number } {
  const ports = Math.max(1, outcomes) * PORT_HEIGHT + PORTS_PADDING;
  if (!content) return { width: CARD_WIDTH, height: FLOW_HEADER + ports };
  return {
    width: Math.max(CARD_WIDTH, content.width + 24),
    height: FLOW_HEADER + content.height + PORTS_PADDING + ports,
  };
}

/** Returns the distance of an outcome's handle from a sub-flow's top; outcomes are at its end. */
export const flowHandleY = (index: number, outcomes: number, height: number) =>
  height - PORTS_PADDING - (Math.max(1, outcomes) - index) * PORT_HEIGHT + PORT_HEIGHT / 2;

/** The distance between automatically placed nodes. */
export const GAP_X = 120;
export const GAP_Y = 56;
/** The grid that positions snap to if there is nothing to align with. */
export const GRID = 8;
