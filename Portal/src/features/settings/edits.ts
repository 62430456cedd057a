// Edits of a document by the settings only: pure, like those in document/edits.

import type { Condition, Edit, FlowDocument, Json, Route, Step } from "../../document";

/** Renames a segment, and updates the rules and drawn screens that use it. */
export function renameSegment(from: string, to: string): Edit {
  const rename = (value: Json): Json => {
    if (Array.isArray(value)) return mapList(value, rename);
    if (value === null || typeof value !== "object") return value;
    return mapMembers(value, (member, key) =>
      ((key === "$inGroup" || key === "$notInGroup") && member === from ? to : rename(member)));
  };
  return (document) => {
    const segments = Object.fromEntries(Object.entries(document.segments ?? {}).map(
      ([name, values]) => [name === from ? to : name, values]));
    const screens = document.screens && mapList(document.screens, rename);
    const changed = { ...document, segments, ...(screens ? { screens } : {}) };
    return mapSteps(changed, (step) => mapConditions(
      step, (condition) => rename(condition) as Condition));
  };
}

function mapConditions(step: Step, change: (condition: Condition) => Condition): Step {
  let { showWhen, ports } = step;
  if (showWhen) showWhen = change(showWhen);
  if (ports) {
    ports = mapMembers(ports, (routes) => mapList(routes, (route) => {
      const when = route.when && change(route.when);
      return when === route.when ? route : { ...route, when } as Route;
    }));
  }
  if (showWhen === step.showWhen && ports === step.ports) return step;
  return { ...step, ...(showWhen ? { showWhen } : {}), ...(ports ? { ports } : {}) };
}

// Texts ----------------------------------------------------------------------------------------

/** Sets a text in a language; an empty text is removed and counts as missing. */
export function setText(locale: string, key: string, text: string): Edit {
  return (document) => {
    const old = document.strings?.[locale] ?? {};
    if ((old[key] ?? "") === text && (text !== "" || !Object.hasOwn(old, key))) return document;
    const table = { ...old };
    if (text === "") delete table[key];
    else table[key] = text;
    return { ...document, strings: { ...document.strings, [locale]: table } };
  };
}

/** Removes a text in every language. */
export function removeText(key: string): Edit {
  return (document) => ({
    ...document,
    strings: mapMembers(document.strings ?? {}, (table) => {
      if (!Object.hasOwn(table, key)) return table;
      const { [key]: _, ...rest } = table;
      return rest;
    }),
  });
}

/** Renames a text's key, and updates the contents and drawn screens that use it. */
export function renameText(from: string, to: string): Edit {
  const rename = (value: Json): Json => {
    if (Array.isArray(value)) return mapList(value, rename);
    if (value === null || typeof value !== "object") return value;
    return mapMembers(value, (member, key) => (
      key === "$text" && member === from ? to : rename(member)));
  };
  return (document) => {
    const strings = mapMembers(document.strings ?? {}, (table) => (
      Object.hasOwn(table, from)
        ? Object.fromEntries(Object.entries(table).map(
          ([key, text]) => [key === from ? to : key, text]))
        : table));
    const screens = document.screens && mapList(document.screens, rename);
    const changed = { ...document, strings, ...(screens ? { screens } : {}) };
    return mapSteps(changed, (step) => {
      if (step.content === undefined) return step;
      const content = rename(step.content);
      return content === step.content ? step : { ...step, content };
    });
  };
}

/** Sets many texts at once; other keys and languages are unchanged. */
export function importTexts(texts: { locale: string; key: string; text: string }[]): Edit {
  return (document) => texts.reduce(
    (changed, { locale, key, text }) => setText(locale, key, text)(changed), document);
}

// Languages ------------------------------------------------------------------------------------

/** The application's languages, including undeclared ones with texts. */
export function languagesOf(document: FlowDocument): string[] {
  const all = [...(document.locales ?? []), ...Object.keys(document.strings ?? {})];
  if (document.defaultLocale) all.push(document.defaultLocale);
  return [...new Set(all)];
}

export function addLanguage(locale: string): Edit {
  return (document) => {
    const locales = languagesOf(document);
    if (locales.includes(locale)) return document;
    return {
      ...document, locales: [...locales, locale],
      defaultLocale: document.defaultLocale ?? locales[0] ?? locale,
      strings: { ...document.strings, [locale]: {} },
    };
  };
}

/** Removes a language with its texts; if it was the default, another one becomes the default. */
export function removeLanguage(locale: string): Edit {
  return (document) => {
    const { [locale]: _, ...strings } = document.strings ?? {};
    const locales = languagesOf(document).filter((language) => language !== locale);
    const { defaultLocale, ...rest } = document;
    const next = defaultLocale === locale ? locales[0] : defaultLocale;
    return { ...rest, locales, strings, ...(next ? { defaultLocale: next } : {}) };
  };
}

export function setDefaultLanguage(locale: string): Edit {
  return (document) => (
    document.defaultLocale === locale ? document : { ...document, defaultLocale: locale });
}

// Mapping that preserves the identity of unchanged objects -------------------------------------

function mapList<T>(list: T[], change: (value: T) => T): T[] {
  let isChanged = false;
  const mapped = list.map((value) => {
    const changed = change(value);
    isChanged ||= changed !== value;
    return changed;
  });
  return isChanged ? mapped : list;
}

function mapMembers<T>(
  object: { [key: string]: T }, change: (value: T, key: string) => T,
): { [key: string]: T } {
  let isChanged = false;
  const mapped = Object.fromEntries(Object.entries(object).map(([key, value]) => {
    const changed = change(value, key);
    isChanged ||= changed !== value;
    return [key, changed];
  }));
  return isChanged ? mapped : object;
}

function mapSteps(document: FlowDocument, change: (step: Step) => Step): FlowDocument {
  const flows = mapList(document.flows, (flow) => {
    const steps = mapList(flow.steps, change);
    return steps === flow.steps ? flow : { ...flow, steps };
  });
  return flows === document.flows ? document : { ...document, flows };
}
