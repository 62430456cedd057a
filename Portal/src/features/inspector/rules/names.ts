// Values that users know by name and apps send as codes: countries and languages.

import type { Json } from "../../../document";
import { language, t } from "../../../localization";
import { countryCodes, valueText } from "./attributes";

const languageCodes = [
  "de", "en", "es", "fr", "it", "ja", "nl", "pl", "pt", "tr", "uk", "zh", "cs", "da", "fi", "hu",
  "ko", "nb", "ro", "sv", "de-AT", "de-CH", "de-DE", "en-GB", "en-US", "es-ES", "fr-FR", "it-IT",
  "pt-BR",
];

/** The codes of an attribute whose values have names; null for every other attribute. */
export function namedValues(attribute: string): string[] | null {
  if (attribute === "country") return countryCodes();
  return attribute === "locale" ? languageCodes : null;
}

/**
 * The code that a text names: by the code itself, by its name in the portal's language or in
 * English, or as another valid language tag; undefined if there is none.
 */
export function codeNamed(
  attribute: string, text: string, more: string[] = [],
): string | undefined {
  const codes = namedValues(attribute);
  const name = text.trim().toLocaleLowerCase();
  if (!codes || name === "") return undefined;
  const all = [...codes, ...more];
  return all.find((code) => code.toLowerCase() === name)
    ?? all.find((code) => valueText(attribute, code).toLocaleLowerCase() === name)
    ?? all.find((code) => englishName(attribute, code)?.toLowerCase() === name)
    ?? (attribute === "locale" && isLanguage(text.trim()) ? text.trim() : undefined);
}

function englishName(attribute: string, code: string): string | undefined {
  if (language === "en") return undefined;
  const type = attribute === "country" ? "region" : "language";
  return namesOf("en", type).of(code);
}

const names = new Map<string, Intl.DisplayNames>();
function namesOf(locale: string, type: "region" | "language"): Intl.DisplayNames {
  const key = `${locale} ${type}`;
  const displayNames = names.get(key) ?? new Intl.DisplayNames(locale, { type, fallback: "none" });
  names.set(key, displayNames);
  return displayNames;
}

/** Whether a tag such as `pt-BR` starts with a known language. */
function isLanguage(tag: string): boolean {
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(tag)) return false;
  try {
    const [first = ""] = tag.split(/[-_]/);
    return namesOf(language, "language").of(first) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Returns the problem with a value that is not the code of a country or language; otherwise null.
 */
export function nameProblem(attribute: string, value: Json | undefined): string | null {
  if (typeof value !== "string" || value === "" || !namedValues(attribute)) return null;
  const code = codeNamed(attribute, value);
  if (code === value) return null;
  return t(attribute === "country" ? "rules.no-country" : "rules.no-language", { text: value });
}
