// The part of a picture that is kept, and the sizes that are made of it.

export interface Size { width: number; height: number }
export interface Rect extends Size { x: number; y: number }

/** What is cut out: around a point that matters, in a form, as large as the zoom allows. */
export interface Crop {
  /** Width by height; null for that of the picture. */
  ratio: number | null;
  /** From 1. */
  zoom: number;
  /** The point that matters, from 0 at the left and at the top to 1. */
  x: number;
  y: number;
}

export const wholePicture: Crop = { ratio: null, zoom: 1, x: 0.5, y: 0.5 };

/** The widths that are made of a picture, in pixels: for two densities of phones, and for lists. */
const widths = [1600, 800, 400];
/** The highest that the server takes, in pixels. */
const HIGHEST = 4096;

const within = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), most);

/** The rectangle of a picture that a crop keeps, in whole pixels. */
export function cropRect({ width, height }: Size, { ratio, zoom, x, y }: Crop): Rect {
  const form = ratio ?? width / height;
  const most = Math.min(width, height * form);
  const kept = {
    width: Math.max(1, Math.round(most / zoom)),
    height: Math.max(1, Math.round(most / form / zoom)),
  };
  return {
    ...kept,
    x: Math.round(within(x * width - kept.width / 2, 0, width - kept.width)),
    y: Math.round(within(y * height - kept.height / 2, 0, height - kept.height)),
  };
}

/** The sizes that are made of a part, the largest first; none is larger than the part. */
export function sizesOf(part: Size): Size[] {
  const form = part.width / part.height;
  const most = Math.min(part.width, widths[0] ?? part.width, HIGHEST * form);
  return [most, ...widths.filter((width) => width < most)].map((width) => ({
    width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(width / form)),
  }));
}
