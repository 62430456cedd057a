// The crop of a picture, and the generated sizes.

export interface Size { width: number; height: number }
export interface Rect extends Size { x: number; y: number }

/** A crop: around a focal point, with an aspect ratio and a zoom. */
export interface Crop {
  /** Width divided by height; null for the picture's own. */
  ratio: number | null;
  /** The magnification, from 1. */
  zoom: number;
  /** The focal point, from 0 at the left and at the top to 1. */
  x: number;
  y: number;
}

export const wholePicture: Crop = { ratio: null, zoom: 1, x: 0.5, y: 0.5 };

/** The generated widths, in pixels: for two densities of phones, and for lists. */
const widths = [1600, 800, 400];
/** The maximum height that the server accepts, in pixels. */
const MAX_HEIGHT = 4096;

const clamped = (value: number, min: number, max: number) =>
  Math.min(Math.max(value, min), max);

/** The rectangle of a picture that a crop keeps, in whole pixels. */
export function cropRect({ width, height }: Size, { ratio, zoom, x, y }: Crop): Rect {
  const aspect = ratio ?? width / height;
  const maxWidth = Math.min(width, height * aspect);
  const size = {
    width: Math.max(1, Math.round(maxWidth / zoom)),
    height: Math.max(1, Math.round(maxWidth / aspect / zoom)),
  };
  return {
    ...size,
    x: Math.round(clamped(x * width - size.width / 2, 0, width - size.width)),
    y: Math.round(clamped(y * height - size.height / 2, 0, height - size.height)),
  };
}

/** The focal point within the crop, in percent; undefined for its center. */
export function focusOf(picture: Size, crop: Crop): { x: number; y: number } | undefined {
  const part = cropRect(picture, crop);
  const percent = (at: number, size: number) => Math.round(100 * clamped(at / size, 0, 1));
  const x = percent(crop.x * picture.width - part.x, part.width);
  const y = percent(crop.y * picture.height - part.y, part.height);
  return x === 50 && y === 50 ? undefined : { x, y };
}

/** The generated sizes of a crop, largest first; none is larger than the crop. */
export function sizesOf(part: Size): Size[] {
  const aspect = part.width / part.height;
  const maxWidth = Math.min(part.width, widths[0] ?? part.width, MAX_HEIGHT * aspect);
  return [maxWidth, ...widths.filter((width) => width < maxWidth)].map((width) => ({
    width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(width / aspect)),
  }));
}
