// The draft's drawn screens: their declarations, and their pictures.

import type { Screen } from "../api";
import {
  drawnPart, haveSameDrawnScreens, pictureFor, sampleProducts, type DeclaredScreen,
  type FlowDocument, type Json, type JsonObject, type PictureUse,
} from "../document";
import { declaredScreens, screenPicture, type ScreenValues } from "../engine";
import { language } from "../localization";
import type { DraftModel } from "./draft";
import { Store } from "./store";

let lastKey = 0;

/**
 * A neutral placeholder for assets that only apps have; the name of an asset follows it.
 *
 * NB: it has no characters that HTML escapes, so that it can be found in a drawn screen's HTML.
 */
export const noAsset = "data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 "
  + "viewBox=%220 0 4 3%22%3E%3Cpath fill=%22%238883%22 d=%22M0 0h4v3H0z%22/%3E%3C/svg%3E#";

/**
 * The path of a picture on the server, in the smallest size of at least a width, or else the
 * largest; "" if there is none.
 *
 * NB: the entry is untrusted, since anyone who may change a draft writes it; the path is inserted
 * into HTML.
 */
export function assetPath(entry: Json | undefined, application: string, width: number): string {
  const assets = [entry, ...Object(entry).sizes ?? []] as (JsonObject | undefined)[];
  const wideEnough = assets.filter((asset) => Number(asset?.["width"]) >= width);
  const { sha256 } = wideEnough.at(-1) ?? assets[0] ?? {};
  const isSafe = /^[0-9a-f]{64}$/.test(String(sha256)) && /^[\w-]+$/.test(application);
  return isSafe ? `/assets/${application}/${String(sha256)}` : "";
}

/** The maximum width of a picture on a phone, in device pixels. */
const MAX_WIDTH = 780;
let drawnAssets: FlowDocument["assets"];
let application = "";

/** The language and appearance of a drawn screen; its assets, if not those of the open draft. */
export interface DrawnScreenUse extends PictureUse { assets?: FlowDocument["assets"] | null }

/**
 * The URL of the variant of an asset for a language and an appearance; `noAsset` if there is no
 * valid entry. An entry may name the application that has it.
 */
export function drawnAsset(name: string, use: DrawnScreenUse): string {
  const entry = (use.assets === undefined ? drawnAssets : use.assets)?.[name];
  const owner = Object(entry).application as unknown;
  return assetPath(
    pictureFor(entry, use), typeof owner === "string" ? owner : application, MAX_WIDTH) || noAsset;
}

/** One screen of a document as HTML, by default with `noAsset` for assets; null if none. */
export async function screenHTML(
  document: FlowDocument, screen: string, values: ScreenValues,
): Promise<string | null> {
  lastKey += 1;
  const key = lastKey;
  await declaredScreens(key, document);
  return screenPicture(key, screen, { assets: noAsset, ...values });
}

/** Follows the drawn screens of a draft; pictures are cached until their contents change. */
export class DrawnScreens {
  /** The declarations of the screens, for builds that show all blocks. */
  readonly declared = new Store<DeclaredScreen[]>([]);
  /** Ends the subscription. */
  readonly close: () => void;
  #part: FlowDocument | null = null;
  #key = 0;
  #pictures = new Map<string, Promise<string | null>>();

  constructor(draft: Pick<DraftModel, "debounced" | "application">) {
    const refresh = () => {
      const document = draft.debounced.get();
      drawnAssets = document.assets;
      application = draft.application.id;
      this.#refresh(document);
    };
    this.close = draft.debounced.subscribe(refresh);
    refresh();
  }

  #refresh(document: FlowDocument): void {
    const part = drawnPart(document);
    if (part === this.#part || part && this.#part && haveSameDrawnScreens(part, this.#part)) return;
    this.#part = part;
    lastKey += 1;
    const key = this.#key = lastKey;
    this.#pictures.clear();
    if (!part) return this.declared.set([]);
    // Errors are ignored: a document that the engine rejects has a finding.
    declaredScreens(key, part).then((declared) => {
      if (key === this.#key) this.declared.set(declared);
    }, () => undefined);
  }

  /** A screen as HTML in the document's language; null if there is none. */
  picture(screen: string, content: Json): Promise<string | null> {
    const part = this.#part;
    if (!part) return Promise.resolve(null);
    const name = JSON.stringify([screen, content]);
    const known = this.#pictures.get(name) ?? screenPicture(this.#key, screen, {
      content, attributes: { locale: part.defaultLocale ?? language }, assets: noAsset,
      products: sampleProducts(part, screen),
    }).catch(() => null);
    this.#pictures.set(name, known);
    return known;
  }
}

/** The screens declared by builds, then those that only the document draws. */
export function withDrawn(screens: Screen[], drawn: DeclaredScreen[]): Screen[] {
  const known = new Set(screens.map((screen) => screen.name));
  const added = drawn.filter(({ name }) => !known.has(name)).map((screen): Screen => ({
    ...screen, isDrawn: true, builds: [],
    ports: (screen.ports ?? []).map((port) => (typeof port === "string" ? port : port.name)),
  }));
  return added.length > 0 ? [...screens, ...added] : screens;
}

/** The current date in the user's time zone, such as `2026-11-23`. */
export function today(now = new Date()): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
