// The pictures of an application: on the server by hash, in the document by name.

import { get, path, send } from "../../../api";
import {
  uniqueName, isObject, pictureVariantsOf, type FlowDocument, type Json, type JsonObject,
  type PictureUse,
} from "../../../document";
import { cropRect, sizesOf, type Crop } from "./crop";
import { writePicture } from "./encoding";

/** A picture on the server. */
export interface Asset {
  sha256: string;
  type: string;
  size: number;
  width: number;
  height: number;
  path: string;
}

export interface ListedAsset extends Asset {
  use: { names: string[]; screens: string[]; environments: string[]; releases: number };
}

export async function listAssets(application: string): Promise<ListedAsset[]> {
  const { assets } = await get<{ assets: ListedAsset[] }>(path`/v1/apps/${application}/assets`);
  return assets;
}

export const removeAsset = (application: string, sha256: string): Promise<void> =>
  send("DELETE", path`/v1/apps/${application}/assets/${sha256}`);

/** Encodes a picture in each size and uploads them, the largest first. */
export async function uploadPicture(
  application: string, source: ImageBitmap, crop: Crop,
  onProgress: (done: number, all: number) => void, signal: AbortSignal,
): Promise<Asset[]> {
  const part = cropRect(source, crop);
  const sizes = sizesOf(part);
  const assets: Asset[] = [];
  for (const [index, size] of sizes.entries()) {
    onProgress(index, sizes.length);
    const file = await writePicture(source, part, size);
    signal.throwIfAborted();
    assets.push(await send<Asset>(
      "POST", path`/v1/apps/${application}/assets`, file, {
        signal, headers: { "Content-Type": file.type },
      }));
  }
  return assets;
}

/** The document's entry for a picture, with its smaller sizes and focal point. */
export function assetEntry(assets: Asset[], focus?: { x: number; y: number }): JsonObject {
  const [first, ...smaller] = assets.map(({ sha256, type, width, height }): JsonObject => (
    { sha256, type, width, height }));
  return {
    ...first, ...(smaller.length > 0 && { sizes: smaller }),
    ...(focus && { focus: { ...focus } }),
  };
}

const isSameUse = (use: PictureUse, other: PictureUse) =>
  use.locale === other.locale && use.dark === other.dark;

/** Sets the variant of a picture for some users; null removes it. */
export const withPictureVariant = (name: string, use: PictureUse, variant: JsonObject | null) =>
  (before: FlowDocument): FlowDocument => {
    const entry = before.assets?.[name];
    if (!isObject(entry)) return before;
    const others = pictureVariantsOf(entry)
      .filter((other) => !isSameUse(other.use, use))
      .map((other) => other.entry);
    const variants = variant ? [...others, { ...use, ...variant }] : others;
    const { variants: _, ...rest } = entry;
    return withAsset(name, variants.length > 0 ? { ...rest, variants } : rest)(before);
  };

/** A name for a file that the document does not have: of letters, digits and hyphens. */
export function assetName(document: FlowDocument, file: string): string {
  const plain = file.replace(/\.\w+$/, "").normalize("NFD").toLowerCase()
    .replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40);
  return uniqueName(plain || "picture", new Set(Object.keys(document.assets ?? {})));
}

/** The name under which the document has a picture, in any size or variant. */
export function nameOf(document: FlowDocument, sha256: string): string | undefined {
  return Object.entries(document.assets ?? {})
    .find(([, entry]) => digestsOf(entry).includes(sha256))?.[0];
}

/** The SHA-256 of a picture, then those of its smaller sizes and variants. */
export function digestsOf(entry: Json | undefined): Json[] {
  if (!isObject(entry)) return [];
  const files = ["sizes", "variants"].flatMap((key) => {
    const list = entry[key];
    return Array.isArray(list) ? list.flatMap(digestsOf) : [];
  });
  return [entry["sha256"] ?? null, ...files];
}

/** Adds a picture to the document. */
export const withAsset = (name: string, entry: JsonObject) => (before: FlowDocument) => (
  { ...before, assets: { ...before.assets, [name]: entry } });
