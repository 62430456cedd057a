// Decodes and re-encodes pictures with the browser's codecs. The output contains only pixels: no
// location, camera data or thumbnail.

import type { Rect, Size } from "./crop";

/** The maximum size of an input file, in bytes. */
const MAX_FILE_BYTES = 50 << 20;
/** The maximum size that the server accepts, in bytes. */
const MAX_BYTES = 2 << 20;
const qualities = [0.86, 0.75, 0.6, 0.45];

/** The reason why a file cannot be used; the texts have a sentence for each. */
export type PictureProblem = "too-large" | "not-readable" | "not-written";

export class UnusablePicture extends Error {
  readonly problem: PictureProblem;

  constructor(problem: PictureProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The picture in a file, upright and in the colors of the screen. */
export async function readPicture(file: Blob): Promise<ImageBitmap> {
  if (file.size > MAX_FILE_BYTES) throw new UnusablePicture("too-large");
  try {
    return await createImageBitmap(file);
  } catch {
    throw new UnusablePicture("not-readable");
  }
}

/** Encodes a part of a picture in a size, as a file that the server accepts. */
export async function writePicture(source: ImageBitmap, part: Rect, size: Size): Promise<Blob> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, size);
  const context = canvas.getContext("2d");
  if (!context) throw new UnusablePicture("not-written");
  context.imageSmoothingQuality = "high";
  context.drawImage(
    source, part.x, part.y, part.width, part.height, 0, 0, size.width, size.height);
  const types = ["image/webp", hasTransparency(context, size) ? "image/png" : "image/jpeg"];
  for (const type of types) {
    for (const quality of qualities) {
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
      // A browser without WebP encoding returns PNG.
      if (blob?.type === type && blob.size <= MAX_BYTES) return blob;
    }
  }
  throw new UnusablePicture("not-written");
}

function hasTransparency(context: CanvasRenderingContext2D, { width, height }: Size): boolean {
  const { data } = context.getImageData(0, 0, width, height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}
