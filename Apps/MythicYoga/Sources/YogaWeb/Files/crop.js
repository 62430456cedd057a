// The square crop of a picture. A pure function. Tests: Tests/Scripts/practice.test.mjs.

/**
 * Returns the square for a zoom of at least 1 and a position from -1 (left, top) to 1 (right,
 * bottom): always inside the picture, in whole pixels.
 */
export const square = (width, height, zoom, across, down) => {
  const size = Math.max(1, Math.round(Math.min(width, height) / Math.max(1, zoom)));
  const offset = (length, position) =>
    Math.round(((length - size) * (Math.min(1, Math.max(-1, position)) + 1)) / 2);
  return { x: offset(width, across), y: offset(height, down), size };
};
