// Decides which steps a screen's snapshot can represent.

import { sameJSON } from "./json";
import type { FlowDocument, Json } from "./types";

/** By screen: the content that all of its steps share; null if theirs differ. */
type Contents = ReadonlyMap<string, { content: Json } | null>;

const cache = new WeakMap<FlowDocument, Contents>();

/**
 * Whether a screen has the same content in all steps of the document and of the live release. A
 * screen has one snapshot, which would otherwise show the text of another step, or an outdated one.
 */
export function hasUniformContent(
  screen: string, document: FlowDocument, live?: FlowDocument | null,
): boolean {
  const own = contentsOf(document).get(screen);
  const liveContent = live ? contentsOf(live).get(screen) : own;
  if (own === null || liveContent === null) return false;
  if (!own || !liveContent) return true;
  return sameJSON(own, liveContent) && (!live || !hasTextKeys(own) || sameJSON(
    document.strings ?? {}, live.strings ?? {}));
}

const hasTextKeys = (value: object) => JSON.stringify(value).includes('"$text"');

function contentsOf(document: FlowDocument): Contents {
  const cached = cache.get(document);
  if (cached) return cached;
  const contents = new Map<string, { content: Json } | null>();
  for (const { screen, content = null } of document.flows.flatMap((flow) => flow.steps)) {
    const first = contents.get(screen);
    if (first === undefined) contents.set(screen, { content });
    else if (first && !sameJSON(first.content, content)) contents.set(screen, null);
  }
  cache.set(document, contents);
  return contents;
}
