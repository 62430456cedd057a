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

/** The tag without its last subtag and a single-character subtag before it (RFC 4647, 3.4). */
const shortened = (tag: string) => tag.replace(/(?:-[^-])?(?:^|-)[^-]*$/, "");

/**
 * The variant of an entry for a user, as apps choose it: the language takes precedence over the
 * appearance, and `de-AT` also uses a variant for `de`.
 */
export function pictureFor(entry: Json | undefined, use: PictureUse): Json | undefined {
  const defaultUse: PictureUse = {};
  const variants = [{ use: defaultUse, entry }, ...pictureVariantsOf(entry)];
  for (let tag = normalized(use.locale ?? ""); ; tag = shortened(tag)) {
    const candidates = variants.filter((variant) => normalized(variant.use.locale ?? "") === tag);
    const best = candidates.find((variant) => !variant.use.dark === !use.dark)
      ?? candidates.find((variant) => !variant.use.dark);
    if (best || tag === "") return best?.entry;
  }
}
