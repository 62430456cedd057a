// Adds a template's content to a document, with its texts and pictures under unused names.

import { uniqueName, sameJSON, type FlowDocument, type Json } from "../../../document";
import { drawnScreensOf, type DrawnScreen } from "../../../document/blocks";
import { merge } from "../../../document/merge";
import {
  contentOf, pluralFormKeys, textKeysIn, replaceNames, type Strings, type TemplateContent,
} from "./content";
import { linkOf, sameNames, withLink, type Names, type TemplateLink } from "./links";

interface ImportedTemplate {
  /** The document with the texts and pictures; the screen is not in it yet. */
  document: FlowDocument;
  screen: DrawnScreen;
  names: Names;
}

/**
 * Converts a template's content to a screen with the given name, and adds its texts and pictures to
 * the document.
 *
 * @param known The names that the content already has in this document.
 * @param base The content that the document had before; parts unchanged since then are updated.
 */
export function importTemplate(
  document: FlowDocument, content: TemplateContent, name: string,
  known: Names = sameNames, base?: TemplateContent,
): ImportedTemplate {
  const texts = importTexts(document, content, name, known.texts, base);
  const assets = importAssets(texts.document, content, known.assets, base);
  const names = { texts: texts.names, assets: assets.names };
  return {
    document: assets.document, names,
    screen: { ...replaceNames(content.screen, names), name },
  };
}

/** The text that a content has in a language of the document. */
const textIn = (content: TemplateContent | undefined, locale: string, key: string) =>
  content?.strings?.[locale]?.[key];

function importTexts(
  document: FlowDocument, content: TemplateContent, name: string,
  known: Names["texts"], base?: TemplateContent,
): { document: FlowDocument; names: Names["texts"] } {
  const tables = content.strings ?? {};
  if (Object.keys(tables).length === 0) return { document, names: {} };
  const isFirst = Object.keys(document.strings ?? {}).length === 0;
  const locales = isFirst ? Object.keys(tables) : Object.keys(document.strings ?? {});
  const main = document.defaultLocale ?? (isFirst ? content.defaultLocale : undefined)
    ?? locales[0] ?? "en";
  // The default language falls back to the content's, otherwise the key would be shown.
  const newText = (locale: string, key: string) => textIn(content, locale, key)
    ?? (locale === main ? textIn(content, content.defaultLocale ?? "", key) : undefined);
  const strings: Strings = { ...document.strings };
  const names: Names["texts"] = {};
  const others = otherKeys(document, name);
  for (const key of textKeysIn(content.screen)) {
    const isTaken = (name: string) => locales.some((locale) => pluralFormKeys(key).some((form) => {
      const old = strings[locale]?.[name + form.slice(key.length)];
      const next = newText(locale, form);
      if (old === undefined || next === undefined || old === next) return false;
      return base === undefined ? known[key] === undefined
        : others.has(name) && textIn(base, locale, form) === old;
    }));
    let localKey = known[key] ?? key;
    if (isTaken(localKey)) localKey = uniqueName(localKey, allKeys(strings));
    if (localKey !== key) names[key] = localKey;
    for (const locale of locales) {
      for (const form of pluralFormKeys(key)) {
        const next = newText(locale, form);
        const localForm = localKey + form.slice(key.length);
        const old = strings[locale]?.[localForm];
        const isUntouched = old === undefined || textIn(base, locale, form) === old;
        if (next === undefined || !isUntouched || next === old) continue;
        strings[locale] = { ...strings[locale], [localForm]: next };
      }
    }
  }
  const isSame = sameJSON(strings, document.strings ?? {});
  const changed = isSame ? document : {
    ...document, strings, ...(isFirst && !document.defaultLocale ? { defaultLocale: main } : {}),
  };
  return { document: changed, names };
}

const allKeys = (strings: Strings) =>
  new Set(Object.values(strings).flatMap((table) => Object.keys(table)));

/** The keys that other screens and the steps show. */
function otherKeys(document: FlowDocument, name: string): Set<string> {
  const screens = drawnScreensOf(document).filter((drawnScreen) => drawnScreen.name !== name);
  return textKeysIn([...screens, document.flows as unknown as Json]);
}

function importAssets(
  document: FlowDocument, content: TemplateContent, known: Names["assets"], base?: TemplateContent,
): { document: FlowDocument; names: Names["assets"] } {
  const assets = { ...document.assets };
  const names: Names["assets"] = {};
  for (const [name, entry] of Object.entries(content.assets ?? {})) {
    let localName = known[name] ?? name;
    const old = assets[localName];
    const isUntouched = base !== undefined && sameJSON(base.assets?.[name], old);
    if (old !== undefined && !sameJSON(old, entry) && !isUntouched) {
      localName = uniqueName(localName, Object.keys(assets));
    }
    if (localName !== name) names[name] = localName;
    assets[localName] = entry;
  }
  return sameJSON(assets, document.assets ?? {})
    ? { document, names } : { document: { ...document, assets }, names };
}

/** The result of updating a linked screen to a new version of its template. */
export interface TemplateUpdate {
  document: FlowDocument;
  /** The number of conflicts: values changed both in the template and here. */
  conflicts: number;
}

const documentOf = (screen: DrawnScreen): FlowDocument => (
  { schema: 1, flows: [], screens: [screen] });

/**
 * Updates a linked screen to a version of its template. Local changes are kept, except where both
 * sides changed the same value and `prefers` is “theirs”.
 *
 * @param base The content of the screen's current version; without it the screen is replaced.
 */
export function updateFromTemplate(
  document: FlowDocument, mine: DrawnScreen, link: TemplateLink,
  base: TemplateContent | undefined, next: TemplateContent & { version: number },
  prefers: "mine" | "theirs",
): TemplateUpdate {
  const { version, ...content } = next;
  const imported = importTemplate(document, content, mine.name, link.names, base);
  const before = base ? { ...replaceNames(base.screen, link.names), name: mine.name } : mine;
  const sides = [documentOf(before), documentOf(mine), documentOf(imported.screen)] as const;
  let merged = merge(...sides);
  const { conflicts } = merged;
  if (conflicts.length > 0 && prefers === "theirs") {
    merged = merge(...sides, new Map(conflicts.map(({ key }) => [key, "theirs" as const])));
  }
  const screen = merged.mine.screens?.[0] ?? imported.screen;
  const screens = document.screens?.map((other) => (other === mine ? screen : other)) ?? [screen];
  const linked = withLink(mine.name, { ...link, version, names: imported.names });
  return { document: linked({ ...imported.document, screens }), conflicts: conflicts.length };
}

/** Whether a linked screen, its texts or its pictures differ from the template's version. */
export function isChangedLocally(
  document: FlowDocument, screen: DrawnScreen, base: TemplateContent,
): boolean {
  const link = linkOf(document, screen.name);
  const local = contentOf(document, screen, "", link?.names);
  const locales = Object.keys(document.strings ?? {});
  const hasChangedText = locales.some((locale) => Object.entries(
    local.strings?.[locale] ?? {}).some(
    ([key, text]) => {
      const old = textIn(base, locale, key);
      return old !== undefined && old !== text;
    }));
  return hasChangedText || !sameJSON({ ...local.screen, name: "" }, { ...base.screen, name: "" })
    || !sameJSON(local.assets ?? {}, base.assets ?? {});
}

/**
 * The content of a linked screen as the next version of its template, keeping languages that only
 * the template has.
 */
export function nextContent(
  document: FlowDocument, screen: DrawnScreen, application: string, base: TemplateContent,
): TemplateContent {
  const local = contentOf(document, screen, application, linkOf(document, screen.name)?.names);
  if (!base.strings || !local.strings) return local;
  const keys = [...textKeysIn(local.screen)].flatMap(pluralFormKeys);
  const strings: Strings = { ...local.strings };
  for (const [locale, table] of Object.entries(base.strings)) {
    const kept = Object.fromEntries(keys.flatMap((key): [string, string][] => {
      const text = table[key];
      return text === undefined ? [] : [[key, text]];
    }));
    if (Object.keys(kept).length > 0) strings[locale] = { ...kept, ...strings[locale] };
  }
  return { ...local, strings };
}
