// The attributes for conditions, with suggested values.

import type { Build, ReportedAttribute } from "../../../api";
import {
  isSplit, routesOf, targetOf, type FlowDocument, type Json, type ValueType,
} from "../../../document";
import { formatNumber, language, t, tIfExists } from "../../../localization";

export interface KnownValue {
  value: Json;
  text: string;
  /** Additional information, such as the number of sessions. */
  detail?: string;
}

export interface AttributeInfo {
  name: string;
  /** The display name. */
  text: string;
  types: ValueType[];
  group: "app" | "outputs" | "outputs-other";
  values: KnownValue[];
  detail?: string;
}

/** Returns the label of the entry that creates a new attribute. */
export const newAttribute = (name: string): string => t("rules.new-attribute", { name });

const wellKnown: [string, ValueType][] = [
  ["country", "string"], ["locale", "string"], ["platform", "string"],
  ["appVersion", "version"], ["build", "string"], ["userId", "string"],
];

/** The sources of the list of attributes. */
export interface AttributeSources {
  document: FlowDocument;
  reported: ReportedAttribute[];
  builds: Build[];
  flow: string;
  step: string;
}

/** All attributes for a condition at this step: the app's, earlier outputs, then all others. */
export function attributesOf(sources: AttributeSources): AttributeInfo[] {
  const types = new Map<string, Set<ValueType>>();
  const addType = (name: string, type: string) => {
    const all = types.get(name) ?? new Set();
    all.add(type as ValueType);
    types.set(name, all);
  };
  for (const [name, type] of wellKnown) addType(name, type);
  for (const build of sources.builds) {
    for (const [name, type] of Object.entries(build.manifest.attributes ?? {})) addType(name, type);
  }
  for (const [name, type] of Object.entries(sources.document.attributes ?? {})) addType(name, type);
  for (const attribute of sources.reported) {
    if (!types.has(attribute.name)) {
      attribute.types.forEach((type) => addType(attribute.name, type));
    }
    if (!types.has(attribute.name)) types.set(attribute.name, new Set());
  }
  const reported = new Map(sources.reported.map((attribute) => [attribute.name, attribute]));
  const own = [...types].map(([name, all]): AttributeInfo => ({
    name, text: attributeText(name), types: [...all], group: "app",
    values: valuesOf(name, reported.get(name), sources),
    detail: detailOf(name, reported.get(name)),
  }));
  return [...own, ...outputsOf(sources)];
}

function detailOf(name: string, reported: ReportedAttribute | undefined): string | undefined {
  const text = attributeText(name);
  return reported?.seen ? t("rules.sent") : text === name ? undefined : name;
}

function valuesOf(
  name: string, reported: ReportedAttribute | undefined, sources: AttributeSources,
): KnownValue[] {
  const known = new Map<Json, KnownValue>();
  for (const { value, sessions } of reported?.values ?? []) {
    known.set(value, {
      value, text: valueText(name, value), detail: t("rules.sessions", { count: sessions }),
    });
  }
  for (const value of suggestedValues(name, sources)) {
    if (!known.has(value)) {
      const text = valueText(name, value);
      known.set(value, { value, text, ...(text !== value ? { detail: value } : {}) });
    }
  }
  return [...known.values()];
}

function suggestedValues(name: string, { document, builds }: AttributeSources): string[] {
  const distinct = (all: string[]) => [...new Set(all)];
  switch (name) {
    case "country": return countryCodes();
    case "locale": return distinct([
      ...document.locales ?? [], ...Object.keys(document.strings ?? {}), "de", "en", "es", "fr",
      "it", "ja", "nl", "pl", "pt", "tr", "uk", "zh",
    ]);
    case "platform":
      return distinct([...builds.map((build) => build.platform), "ios", "android", "web"]);
    case "appVersion": return distinct(builds.map((build) => build.version));
    case "build": return distinct(builds.map(({ build }) => build));
    default: return [];
  }
}

// Outputs --------------------------------------------------------------------------------------

/** Outputs of the steps that lead here, then of all others. */
function outputsOf({ document, builds, flow, step }: AttributeSources): AttributeInfo[] {
  const before = stepsBefore(document, flow, step);
  const outputs = new Map<string, AttributeInfo>();
  const add = (key: string, types: ValueType[], isBefore: boolean, detail: string) => {
    const name = `output.${key}`;
    if (outputs.has(name)) return;
    outputs.set(name, {
      name, text: attributeText(name), types, values: [], detail,
      group: isBefore ? "outputs" : "outputs-other",
    });
  };
  const screens = new Map(builds.flatMap((build) =>
    (build.manifest.screens ?? []).map((screen) => [screen.name, screen] as const)).reverse());
  const all = document.flows.flatMap(({ id, steps }) => steps.map(
    (source) => ({ source, isBefore: id === flow && before.has(source.id) })));
  const ordered = [...all.filter((it) => it.isBefore), ...all.filter((it) => !it.isBefore)];
  for (const { source, isBefore } of ordered) {
    const provides = Object.entries(screens.get(source.screen)?.provides ?? {});
    for (const [key, type] of provides) add(key, [type], isBefore, source.id);
    add(source.id, [], isBefore, source.screen);
  }
  return [...outputs.values()];
}

/** A step, and the steps of its flow from which a path leads to it. */
function stepsBefore(document: FlowDocument, flow: string, step: string): Set<string> {
  const steps = document.flows.find(({ id }) => id === flow)?.steps ?? [];
  const sources = new Map<string, string[]>();
  for (const source of steps) {
    for (const port of Object.keys(source.ports ?? {})) {
      for (const route of routesOf(source, port)) {
        for (const destination of isSplit(route) ? route.split.variants : [route]) {
          const target = targetOf(destination);
          if (target.kind !== "step") continue;
          sources.set(target.step, [...sources.get(target.step) ?? [], source.id]);
        }
      }
    }
  }
  const before = new Set<string>();
  const pending = [step];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    for (const earlier of sources.get(id) ?? []) {
      if (!before.has(earlier)) pending.push(earlier);
      before.add(earlier);
    }
  }
  before.add(step);
  return before;
}

// Words ----------------------------------------------------------------------------------------

/** An attribute in words: “app version”, “the output of “email””. */
export function attributeText(name: string): string {
  if (name === "") return t("rules.entry");
  const known = tIfExists(`rules.attribute.${name}`);
  if (known !== undefined) return known;
  if (name.startsWith("output.")) return t("rules.output", { step: name.slice(7) });
  return name.replace(/([a-z])([A-Z])(?=[a-z])/g, (_, a: string, b: string) =>
    `${a} ${b.toLowerCase()}`).replace(/_/g, " ");
}

let regions: Intl.DisplayNames | undefined;
let languages: Intl.DisplayNames | undefined;

/** A value in words: countries and languages by their names. */
export function valueText(attribute: string, value: Json): string {
  if (value === null) return t("rules.nothing");
  if (typeof value === "boolean") return t(value ? "rules.say-yes" : "rules.say-no");
  if (typeof value === "number") return formatNumber(value);
  if (typeof value !== "string") return JSON.stringify(value);
  if (attribute === "country" && /^[A-Z]{2}$/.test(value)) {
    regions ??= new Intl.DisplayNames(language, { type: "region" });
    return regions.of(value) ?? value;
  }
  if (attribute === "locale" && /^[a-z]{2,3}([-_]|$)/i.test(value)) {
    try {
      languages ??= new Intl.DisplayNames(language, { type: "language" });
      return languages.of(value.replaceAll("_", "-")) ?? value;
    } catch {
      return value;
    }
  }
  return value === "" ? t("rules.empty-text") : value;
}

let codes: string[] | undefined;
const noCountries = new Set([
  "AC", "AN", "BU", "CP", "CQ", "CS", "DD", "DG", "EA", "EU", "EZ", "FX", "IC", "NT", "QO", "QU",
  "SU", "TA", "TP", "UK", "UN", "XA", "XB", "YD", "YU", "ZR", "ZZ", "DY", "HV", "NH", "RH", "VD",
]);

/** The codes of all countries that the browser has a name for, sorted by name. */
export function countryCodes(): string[] {
  if (codes) return codes;
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const known = letters.flatMap((a) => letters.map((b) => a + b))
    .filter((code) => !noCountries.has(code) && names.of(code) !== undefined);
  codes = known.sort((a, b) => (names.of(a) ?? a).localeCompare(names.of(b) ?? b, language));
  return codes;
}
