// The named parts of a document that other parts use: outputs of steps, drawn screens, texts,
// pictures, segments and attributes.

import { drawnScreenName, eachCondition, readsScreenScope, type Use } from "../conditions";
import { isSplit } from "../reading";
import { isObject } from "../rule";
import type { FlowDocument, Json } from "../types";
import { inserted, matching, withEntryOf } from "./lists";
import { repaired, restoreFlow, restoreStep } from "./repair";

/** A step, by its id, or a drawn screen, by its name. */
export type UsingPart = { step: string } | { screen: string };

interface Kind {
  names(document: FlowDocument): string[];
  /** The names that the document uses, each with a step or drawn screen that does. */
  uses(document: FlowDocument): Map<string, UsingPart>;
  /** Restores a part of the live document. */
  restore(live: FlowDocument, document: FlowDocument, name: string): FlowDocument;
}

const partOf = (use: Use): UsingPart => (
  "screen" in use ? { screen: use.screen } : { step: use.step });
const withEntry = (table: string): Kind["restore"] => (live, document, name) =>
  withEntryOf(document, live, table, name);

/** Goes through all JSON values that steps and drawn screens consist of. */
function eachValue(
  document: FlowDocument, visit: (value: Json, part: UsingPart) => void, hasSteps = true,
): void {
  const visitAll = (value: Json | undefined, part: UsingPart): void => {
    if (value === undefined) return;
    visit(value, part);
    if (typeof value === "object" && value !== null) {
      for (const member of Object.values(value)) visitAll(member, part);
    }
  };
  for (const { steps } of hasSteps ? document.flows : []) {
    for (const { id, content } of steps) visitAll(content, { step: id });
  }
  for (const screen of document.screens ?? []) {
    visitAll(screen, { screen: drawnScreenName(screen) });
  }
}

const screens: Kind = {
  names: ({ screens: list }) => (list ?? []).map(drawnScreenName),
  uses: ({ flows }) => new Map(
    flows.flatMap(({ steps }) => steps.map(({ id, screen }) => [screen, { step: id }]))),
  restore: restoreScreen,
};

/** Adds a removed drawn screen at its old position. */
export function restoreScreen(
  live: FlowDocument, document: FlowDocument, name: string,
): FlowDocument {
  const old = live.screens ?? [];
  const index = old.findIndex((screen) => drawnScreenName(screen) === name);
  const [removed, list] = [old[index], document.screens ?? []];
  if (removed === undefined) return document;
  const matches = matching(old.map(drawnScreenName), list.map(drawnScreenName));
  return { ...document, screens: inserted(list, matches, removed, index) };
}

const pluralForms = ["zero", "one", "two", "few", "many", "other"];

/** Texts by key, in any language. */
const texts: Kind = {
  names: ({ strings }) => Object.values(strings ?? {}).flatMap((table) => Object.keys(table)),
  uses: (document) => {
    const uses = new Map<string, UsingPart>();
    eachValue(document, (value, part) => {
      const key = isObject(value) ? value["$text"] : undefined;
      if (!isObject(value) || typeof key !== "string") return;
      const forms = value["count"] === undefined ? [] : pluralForms;
      for (const name of [key, ...forms.map((form) => `${key}.${form}`)]) uses.set(name, part);
    });
    return uses;
  },
  restore: (live, document, key) => {
    const { defaultLocale, strings = {} } = document;
    const locales = Object.entries(live.strings ?? {})
      .filter(([, table]) => Object.hasOwn(table, key)).map(([locale]) => locale);
    // The draft may have fewer languages.
    const kept = locales.filter((locale) =>
      locale === defaultLocale || Object.hasOwn(strings, locale));
    return (kept.length > 0 ? kept : locales).reduce((result, locale) => ({
      ...result, strings: withEntryOf(result.strings ?? {}, live.strings ?? {}, locale, key),
    }), document);
  },
};

const pictures: Kind = {
  names: ({ assets }) => Object.keys(assets ?? {}),
  uses: (document) => {
    const uses = new Map<string, UsingPart>();
    eachValue(document, (value, part) => {
      if (typeof value === "string") uses.set(value, part);
    }, false);
    return uses;
  },
  restore: withEntry("assets"),
};

const segments: Kind = {
  names: ({ segments: table }) => Object.keys(table ?? {}),
  uses: (document) => {
    const uses = new Map<string, UsingPart>();
    const visit = (value: Json, part: UsingPart): void => {
      if (typeof value !== "object" || value === null) return;
      for (const [key, member] of Object.entries(value)) {
        const isSegment = key === "$inGroup" || key === "$notInGroup";
        if (isSegment && typeof member === "string") uses.set(member, part);
        else visit(member, part);
      }
    };
    eachCondition(document, (condition, at) => visit(condition as Json, partOf(at)));
    return uses;
  },
  restore: withEntry("segments"),
};

const attributes: Kind = {
  names: ({ attributes: table }) => Object.keys(table ?? {}),
  uses: (document) => {
    const uses = new Map<string, UsingPart>();
    // A condition may read a member of an attribute.
    const add = (path: string, part: UsingPart) => path.split(".").forEach((_, index, parts) => {
      uses.set(parts.slice(0, index + 1).join("."), part);
    });
    const visit = (value: Json, part: UsingPart): void => {
      if (typeof value !== "object" || value === null) return;
      for (const [key, member] of Object.entries(value)) {
        if (Array.isArray(value) || key.startsWith("$")) visit(member, part);
        else if (!("screen" in part && readsScreenScope(key))) add(key, part);
      }
    };
    eachCondition(document, (condition, at) => visit(condition as Json, partOf(at)));
    for (const { id, ports } of document.flows.flatMap(({ steps }) => steps)) {
      for (const route of Object.values(ports ?? {}).flat()) {
        if (!isSplit(route)) continue;
        for (const name of [route.split.by, route.split.fallbackBy]) {
          if (name) add(name, { step: id });
        }
      }
    }
    return uses;
  },
  restore: withEntry("attributes"),
};

const output = "output.";

/** The outputs of steps, which conditions and splits read like attributes. */
const outputs: Kind = {
  names: ({ flows }) => flows.flatMap(({ steps }) => steps.map(({ id }) => output + id)),
  uses: attributes.uses,
  restore: (live, document, name) => {
    const step = name.slice(output.length);
    const flow = live.flows.find(({ steps }) => steps.some(({ id }) => id === step));
    return flow
      ? restoreStep(live, restoreFlow(live, document, flow.id), flow.id, step) : document;
  },
};

/** The steps and drawn screens that differ from those of the draft; in large ones, few do. */
function changedPart(draft: FlowDocument, document: FlowDocument): FlowDocument {
  const steps = new Set(draft.flows.flatMap((flow) => flow.steps));
  const drawn = new Set(draft.screens);
  return {
    ...document, screens: document.screens?.filter((screen) => !drawn.has(screen)),
    flows: document.flows.map((flow) => (
      { ...flow, steps: flow.steps.filter((step) => !steps.has(step)) })),
  };
}

/** The same function, which is computed once for a document: changes of a draft share two. */
function cached<Value>(
  valueOf: (document: FlowDocument) => Value,
): (document: FlowDocument) => Value {
  const values = new WeakMap<FlowDocument, { value: Value }>();
  return (document) => {
    const known = values.get(document) ?? { value: valueOf(document) };
    values.set(document, known);
    return known.value;
  };
}

const kinds = [outputs, screens, texts, pictures, segments, attributes].map((kind) => ({
  names: cached((document) => new Set(kind.names(document))),
  uses: cached((document) => kind.uses(document)), restore: kind.restore,
}));

/**
 * Restores the named parts that the draft uses after one of its changes was discarded, and not
 * before; or returns the step or drawn screen that uses one which the live document does not have.
 */
export function withUsedNames(
  live: FlowDocument, draft: FlowDocument, discarded: FlowDocument,
): { document: FlowDocument } | { usedBy: UsingPart } {
  for (const kind of kinds) {
    const [names, liveNames] = [kind.names(discarded), kind.names(live)];
    const draftNames = kind.names(draft);
    const missing = [...new Set([...liveNames, ...draftNames].filter((name) => !names.has(name)))];
    if (missing.length === 0) continue;
    const isOld = missing.some((name) => draftNames.has(name) && kind.uses(draft).has(name));
    const uses = kind.uses(isOld ? discarded : changedPart(draft, discarded));
    const used = missing.filter((name) => uses.has(name));
    let document = discarded;
    for (const name of used) {
      const wasMissing = (kind.uses(draft).has(name) && !draftNames.has(name))
        || (kind.uses(live).has(name) && !liveNames.has(name));
      if (wasMissing) continue;
      const usedBy = uses.get(name);
      if (usedBy && !liveNames.has(name)) return { usedBy };
      document = kind.restore(live, document, name);
    }
    // What was restored may use other parts.
    if (document !== discarded) return withUsedNames(live, draft, repaired(live, draft, document));
  }
  return { document: discarded };
}
