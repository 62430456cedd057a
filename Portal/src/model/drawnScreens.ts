// The screens that the draft draws: what they declare, and their pictures.

import type { Screen } from "../api";
import {
  drawnPart, drawsSame, sampleProducts, type DeclaredScreen, type FlowDocument, type Json,
  type JsonObject,
} from "../document";
import { declaredScreens, screenPicture, type ScreenValues } from "../engine";
import { language } from "../localization";
import type { DraftModel } from "./draft";
import { Store } from "./store";

let lastKey = 0;

/** A neutral picture in the place of each asset, which only apps have. */
export const noAsset = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' "
  + "viewBox='0 0 4 3'><path fill='%238883' d='M0 0h4v3H0z'/></svg>#";

/** The path of a picture on the server, in the smallest size of at least a width; "" if none. */
export function assetPath(entry: Json | undefined, application: string, width: number): string {
  const assets = [entry, ...Object(entry).sizes ?? []] as (JsonObject | undefined)[];
  const enough = assets.filter((one) => Number(one?.["width"]) >= width);
  const { sha256 } = enough[enough.length - 1] ?? assets[0] ?? {};
  return sha256 ? `/assets/${application}/${String(sha256)}` : "";
}

/** The widest that a phone draws a picture, in pixels of a fine screen. */
const WIDE = 780;
let paths = new Map<string, string>();

/** The address of a picture that the open draft names; `noAsset` where the server has none. */
export const drawnAsset = (name: string): string => paths.get(name) || noAsset;

/** One screen of a document as HTML, with a picture in the place of each asset. */
export async function onePicture(
  document: FlowDocument, screen: string, values: ScreenValues,
): Promise<string | null> {
  lastKey += 1;
  const key = lastKey;
  await declaredScreens(key, document);
  return screenPicture(key, screen, { assets: noAsset, ...values });
}

/** Follows the drawn screens of a draft; pictures are kept until what they show changes. */
export class DrawnScreens {
  /** The screens as builds that show all blocks would declare them. */
  readonly declared = new Store<DeclaredScreen[]>([]);
  /** Looks at nothing any more. */
  readonly close: () => void;
  #part: FlowDocument | null = null;
  #key = 0;
  #pictures = new Map<string, Promise<string | null>>();

  constructor(draft: Pick<DraftModel, "document" | "application">) {
    const look = () => {
      const document = draft.document.get();
      paths = new Map(Object.entries(document.assets ?? {}).map(([name, entry]) => (
        [name, assetPath(entry, draft.application.id, WIDE)])));
      this.#look(document);
    };
    this.close = draft.document.subscribe(look);
    look();
  }

  #look(document: FlowDocument): void {
    const part = drawnPart(document);
    if (part === this.#part || part && this.#part && drawsSame(part, this.#part)) return;
    this.#part = part;
    lastKey += 1;
    const key = this.#key = lastKey;
    this.#pictures.clear();
    if (!part) return this.declared.set([]);
    // A document that the engine refuses has a finding that says so.
    declaredScreens(key, part).then((declared) => {
      if (key === this.#key) this.declared.set(declared);
    }, () => undefined);
  }

  /** A screen as HTML in the language of the document; null where there is none. */
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

/** The screens that builds declare, then those that only the document draws. */
export function withDrawn(screens: Screen[], drawn: DeclaredScreen[]): Screen[] {
  const known = new Set(screens.map((one) => one.name));
  const added = drawn.filter((one) => !known.has(one.name)).map((one): Screen => ({
    ...one, isDrawn: true, builds: [],
    ports: (one.ports ?? []).map((port) => (typeof port === "string" ? port : port.name)),
  }));
  return added.length > 0 ? [...screens, ...added] : screens;
}
