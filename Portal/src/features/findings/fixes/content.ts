// Quick fixes for findings about contents and texts, one function for each.

import {
  setAttribute, setContent, type Edit, type FlowDocument, type Json,
} from "../../../document";
import { bySimilarity, distance } from "../../../document/similarity";
import { t } from "../../../localization";
import { humanized } from "../../screen";
import {
  choice, declaredScreens, listArgument, stringArgument, type FixContext, type QuickFix,
} from "./context";
import { matchesSchema, closestValue, pointerParts, schemaAt, valueAt, withValue } from "./values";

/** Returns a value as text, shortened to fit on a button. */
function shortText(value: Json | undefined): string {
  const text = typeof value === "string" ? t("app.quoted", { text: value })
    : JSON.stringify(value) ?? "";
  return text.length > 32 ? `${text.slice(0, 30)}…` : text;
}

export function contentMismatch(context: FixContext): QuickFix[] {
  const { finding, flow, step } = context;
  if (!flow || !step || finding.severity === "warning") return [];
  const parts = pointerParts(finding.pointer ?? "");
  const schemas = declaredScreens(context, step.screen).map((screen) => screen.content)
    .filter((schema) => schema !== undefined);
  const content = step.content;
  const edit = (next: Json | undefined, at = parts): Edit => setContent(
    flow.id, step.id, at.length === 0 ? next : withValue(content ?? {}, at, next));
  const key = parts.at(-1) ?? "";
  const isAllowed = (next: Json | undefined, at = parts) => schemas.every((schema) => {
    const part = schemaAt(schema, at);
    return next === undefined ? part === undefined : matchesSchema(part, next);
  });
  const missing = stringArgument(context, "key");
  if (missing !== undefined) {
    return missingMemberFixes(context, [...parts, missing], schemas, edit, isAllowed);
  }
  if (["content-mismatch.unknown", "content-mismatch.unexpected"].includes(finding.messageId)) {
    return [{ label: t("findings.fix-remove-member", { name: key }), edit: edit(undefined) }];
  }
  const name = key || "title";
  const value = valueAt(content, parts);
  const wrong = schemas.find((schema) => !matchesSchema(schemaAt(schema, parts), value));
  const part = schemaAt(wrong, parts);
  const options = enumOf(part);
  if (options.length > 1) {
    return [{
      label: t("findings.fix-value"),
      choices: options.filter((option) => isAllowed(option)).map((option) => ({
        label: shortText(option), edit: edit(option),
      })),
    }];
  }
  const next = closestValue(part, value, name);
  if (next === undefined || !isAllowed(next)) return [];
  const label = parts.length === 0 ? t("findings.fix-content")
    : t("findings.fix-set", { name: key, value: shortText(next) });
  return [{ label, edit: edit(next) }];
}

/** Fixes for a missing member: a misspelled one is renamed, or the member is added. */
function missingMemberFixes(
  context: FixContext, at: string[], schemas: (Json | undefined)[],
  edit: (next: Json | undefined, at?: string[]) => Edit,
  isAllowed: (next: Json | undefined, at?: string[]) => boolean,
): QuickFix[] {
  const name = at.at(-1) ?? "";
  const likely = misspelledMemberFixes(context, at, schemas);
  const part = schemas.map((schema) => schemaAt(schema, at)).find((it) => it !== undefined);
  const next = closestValue(part ?? true, undefined, name);
  return [
    ...likely,
    ...(next !== undefined && isAllowed(next, at)
      ? [{ label: t("findings.fix-set", { name, value: shortText(next) }), edit: edit(next, at) }]
      : []),
  ];
}

/** A fix that renames an unknown member to the missing one, if their names are similar. */
function misspelledMemberFixes(
  context: FixContext, at: string[], schemas: (Json | undefined)[],
): QuickFix[] {
  const { flow, step } = context;
  const name = at.at(-1) ?? "";
  const parent = valueAt(step?.content, at.slice(0, -1));
  if (!flow || !step || typeof parent !== "object" || parent === null || Array.isArray(parent)) {
    return [];
  }
  const wrong = Object.keys(parent).find((key) => key !== name && distance(key, name) <= 2
    && schemas.every((schema) => schemaAt(schema, [...at.slice(0, -1), key]) === undefined));
  if (wrong === undefined) return [];
  const members = Object.entries(parent).map(([key, value]) => [key === wrong ? name : key, value]);
  const next = withValue(step.content ?? {}, at.slice(0, -1), Object.fromEntries(members) as Json);
  return schemas.every((schema) => matchesSchema(schemaAt(schema, at), valueAt(next, at))) ? [{
    label: t("findings.fix-rename-member", { name: wrong, to: name }),
    edit: setContent(flow.id, step.id, next),
  }] : [];
}

function enumOf(schema: Json | undefined): Json[] {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return [];
  const options = schema["enum"];
  return Array.isArray(options) ? options : [];
}

// Texts ----------------------------------------------------------------------------------------

function setText(key: string, locales: string[], text: string): Edit {
  return (document) => {
    const strings = { ...document.strings };
    for (const locale of locales) strings[locale] = { ...strings[locale], [key]: text };
    return { ...document, strings };
  };
}

const localesOf = (document: FlowDocument) => [...new Set([
  ...(document.locales ?? []), ...Object.keys(document.strings ?? {}),
  ...(document.defaultLocale === undefined ? [] : [document.defaultLocale]),
])];

export function unknownString(context: FixContext): QuickFix[] {
  const { finding, flow, step, document } = context;
  const key = stringArgument(context, "key");
  if (key === undefined || !flow || !step) return [];
  const known = [...new Set(Object.values(document.strings ?? {}).flatMap(Object.keys))];
  const likely = bySimilarity(known, key).filter((other) => distance(other, key) <= 2).slice(0, 1);
  const parts = pointerParts(finding.pointer ?? "");
  const locales = localesOf(document);
  const text = humanized(key.split(".").at(-1) ?? key) || key;
  return [
    ...likely.map((other) => ({
      label: t("findings.fix-text", { key: other }),
      edit: setContent(flow.id, step.id, withValue(step.content ?? {}, parts, { $text: other })),
    })),
    {
      label: t("findings.fix-add-text", { text: shortText(text) }),
      edit: setText(key, locales.length > 0 ? locales : ["en"], text),
    },
  ];
}

export function missingTranslation(context: FixContext): QuickFix[] {
  const { document } = context;
  const key = stringArgument(context, "key");
  const locales = listArgument(context, "locales");
  if (key === undefined) return [];
  const tables = document.strings ?? {};
  const sources = [document.defaultLocale ?? "", ...Object.keys(tables)]
    .filter((locale, index, all) => (
      tables[locale]?.[key] !== undefined && all.indexOf(locale) === index));
  const choices = sources.map((locale) => ({
    label: locale, edit: setText(key, locales, tables[locale]?.[key] ?? ""),
  }));
  return choice(t("findings.fix-take-over"), choices, (fix) =>
    t("findings.fix-take-over-from", { locale: fix.label }));
}

export function unknownPlaceholder(context: FixContext): QuickFix[] {
  const key = stringArgument(context, "key");
  const name = stringArgument(context, "placeholder");
  if (key === undefined || name === undefined) return [];
  const remove: Edit = (document) => ({
    ...document,
    strings: Object.fromEntries(Object.entries(document.strings ?? {}).map(([locale, table]) => [
      locale,
      table[key]?.includes(`{${name}}`)
        ? { ...table, [key]: withoutPlaceholder(table[key] ?? "", name) } : table,
    ])),
  });
  const isAttribute = !name.startsWith("output.") && !name.includes(".");
  return [
    ...(isAttribute ? [{
      label: t("findings.fix-declare", { attribute: name }), edit: setAttribute(name, "string"),
    }] : []),
    { label: t("findings.fix-remove-placeholder", { name: `{${name}}` }), edit: remove },
  ];
}

const withoutPlaceholder = (text: string, name: string) => text.split(`{${name}}`).join("")
  .replace(/ {2,}/g, " ").replace(/ ([,.!?])/g, "$1").trim();
