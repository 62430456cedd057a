// The pictures of a document, with variants for languages and dark screens.

import { isObject } from "./rule";
import type { Json, JsonObject } from "./types";

/** The language and appearance that a picture is for; empty for the default variant. */
export interface PictureUse { locale?: string; dark?: boolean }

/** The variants of an entry besides the default one. */
export function pictureVariantsOf(
  entry: Json | undefined,
): { use: PictureUse; entry: JsonObject }[] {
  const variants = isObject(entry) && Array.isArray(entry["variants"]) ? entry["variants"] : [];
  return variants.filter(isObject).map((variant) => ({
    use: {
      ...(typeof variant["locale"] === "string" && { locale: variant["locale"] }),
      ...(variant["dark"] === true && { dark: true }),
    },
    entry: variant,
  }));
}

const normalized = (tag: string) => tag.replace(/_/g, "-").toLowerCase();

/** Without its last subtag, and a single letter before it (RFC 4647, section 3.4). */
const shortened = (tag: string) => tag.replace(/(?:-[^-])?(?:^|-)[^-]*$/, "");

/**
 * The variant of an entry for a user, as apps choose it: the language counts more than the
 * appearance, and `de-AT` also takes a variant for `de`.
 */
export function pictureFor(entry: Json | undefined, use: PictureUse): Json | undefined {
  const standard: PictureUse = {};
  const all = [{ use: standard, entry }, ...pictureVariantsOf(entry)];
  for (let tag = normalized(use.locale ?? ""); ; tag = shortened(tag)) {
    const ofTag = all.filter((one) => normalized(one.use.locale ?? "") === tag);
    const found = ofTag.find((one) => !one.use.dark === !use.dark)
      ?? ofTag.find((one) => !one.use.dark);
    if (found || tag === "") return found?.entry;
  }
}
