// The uses of a segment, an attribute or a text in a document.

import {
  isSplit, sameJSON, type Condition, type FlowDocument, type Json, type Step,
} from "../../document";
import {
  drawnScreenName, eachCondition, readsScreenScope, type Use,
} from "../../document/conditions";

function usesWhere(
  document: FlowDocument, isUse: (condition: Condition, at: Use) => boolean,
): Use[] {
  const uses = new Map<string, Use>();
  eachCondition(document, (condition, at) => {
    if (isUse(condition, at)) uses.set(JSON.stringify(at), at);
  });
  return [...uses.values()];
}

/** The rules that use a segment. */
export function segmentUses(document: FlowDocument, name: string): Use[] {
  return usesWhere(document, (condition) => usesSegment(condition, name));
}

function usesSegment(value: Json, name: string): boolean {
  if (Array.isArray(value)) return value.some((element) => usesSegment(element, name));
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([key, member]) =>
    ((key === "$inGroup" || key === "$notInGroup") && member === name)
    || usesSegment(member, name));
}

/** Whether no attribute can have the name: rules read outputs or an operator instead. */
export const isReservedName = (name: string): boolean => /^(\$|output(\.|$))/.test(name);

/** The rules and splits that use an attribute, or a member of it. */
export function attributeUses(document: FlowDocument, name: string): Use[] {
  const uses = usesWhere(document, (condition, at) =>
    !("screen" in at && readsScreenScope(name)) && readsAttribute(condition, name));
  for (const flow of document.flows) {
    for (const step of flow.steps) {
      for (const port of portsSplitBy(step, name)) {
        const use = { flow: flow.id, step: step.id, port };
        if (!uses.some((other) => sameJSON(other, use))) uses.push(use);
      }
    }
  }
  return uses;
}

function readsAttribute(condition: Json, name: string): boolean {
  if (Array.isArray(condition)) return condition.some((element) => readsAttribute(element, name));
  if (condition === null || typeof condition !== "object") return false;
  return Object.entries(condition).some(([key, member]) =>
    (key.startsWith("$") ? readsAttribute(member, name)
      : key === name || key.startsWith(`${name}.`)));
}

function portsSplitBy(step: Step, name: string): string[] {
  return Object.entries(step.ports ?? {})
    .filter(([, routes]) => routes.some((route) =>
      isSplit(route)
      && ((route.split.by ?? "userId") === name || route.split.fallbackBy === name)))
    .map(([port]) => port);
}

/** The uses of a text. */
export interface TextUses {
  /** The names of the steps and drawn screens that show it. */
  names: Set<string>;
  /** Whether it is a plural form, such as `days.one`. */
  isPluralForm: boolean;
}

/** The steps and drawn screens that show a text, by the text's key. */
export function textUses(document: FlowDocument): Map<string, TextUses> {
  const usesByKey = new Map<string, TextUses>();
  const keys = Object.values(document.strings ?? {}).flatMap((table) => Object.keys(table));
  const add = (key: string, name: string, isPluralForm: boolean) => {
    const uses = usesByKey.get(key) ?? { names: new Set(), isPluralForm };
    uses.names.add(name);
    usesByKey.set(key, uses);
  };
  const visit = (value: Json | undefined, name: string): void => {
    if (Array.isArray(value)) {
      for (const element of value) visit(element, name);
    } else if (value !== null && typeof value === "object") {
      const key = value["$text"];
      if (typeof key === "string" && value["count"] === undefined) add(key, name, false);
      else if (typeof key === "string") {
        const forms = keys.filter((form) => isPluralFormOf(form, key));
        for (const form of forms.length > 0 ? forms : [`${key}.other`]) add(form, name, true);
      }
      for (const member of Object.values(value)) visit(member, name);
    }
  };
  for (const flow of document.flows) {
    for (const step of flow.steps) visit(step.content, step.id);
  }
  for (const screen of document.screens ?? []) {
    visit(screen, drawnScreenName(screen));
  }
  return usesByKey;
}

const isPluralFormOf = (key: string, base: string) =>
  key.startsWith(`${base}.`) && /^(zero|one|two|few|many|other)$/.test(key.slice(base.length + 1));
