// The problems of a screen by block: the verifier's findings, and suggestions.

import {
  isObject, type Finding, type FlowDocument, type Json, type JsonObject,
} from "../../document";
import {
  blockAt, blocksOf, drawnScreenOf, valueAt, type BlockPath, type DrawnScreen,
} from "../../document/blocks";
import { readTheme, type Appearance, type ThemeRole } from "../../document/theme";
import { findingFix, findingSentence, isAboutPicture } from "../../model/sentences";
import { formatList, formatNumber, tIfExists } from "../../localization";
import type { LowContrastText } from "./advice/measure";
import { blockPathAt, fieldOf, type LocatedFinding, type DisplayOptions } from "./locatedFinding";
import { keyOfText, propertyName, typeName } from "./naming";

export interface BlockFindings {
  /** All problems in block order, the most severe of a block first. */
  all: LocatedFinding[];
  at(path: BlockPath): LocatedFinding[];
  /** The problems of a property, or of something inside it. */
  atField(pointer: string): LocatedFinding[];
}

// NB: always the same empty array, so that subscribed rows do not see a change each time.
const none: LocatedFinding[] = [];

export const noFindings: BlockFindings = {
  all: none, at: () => none, atField: () => none,
};

/** The verifier's findings of a screen by block, together with suggestions. */
export function findingsOf(
  findings: Finding[], document: FlowDocument, name: string, advice: LocatedFinding[] = [],
  lowContrast: LowContrastText[] = [],
): BlockFindings {
  const screen = drawnScreenOf(document, name);
  if (!screen) return noFindings;
  return groupedByBlock(screen, [
    ...findings.flatMap((finding) => pointersOf(finding, document, screen, lowContrast)
      .map((pointer) => locate(screen, pointer, finding))),
    ...advice.filter(({ path }) => blockAt(screen, path)),
  ]);
}

const severities = ["error", "warning", "advice"];

function groupedByBlock(screen: DrawnScreen, findings: LocatedFinding[]): BlockFindings {
  const order = new Map(blocksOf(screen).map(({ path }, index) => [path, index]));
  const rank = ({ severity }: LocatedFinding) => severities.indexOf(severity);
  const all = [...findings].sort((a, b) =>
    (order.get(a.path) ?? 0) - (order.get(b.path) ?? 0) || rank(a) - rank(b));
  const byPath = new Map<BlockPath, LocatedFinding[]>();
  for (const finding of all) byPath.set(finding.path, [...byPath.get(finding.path) ?? [], finding]);
  return {
    all, at: (path) => byPath.get(path) ?? none,
    atField: (pointer) => all.filter((finding) => {
      const field = fieldOf(finding);
      return field === pointer || field?.startsWith(`${pointer}/`);
    }),
  };
}

function locate(screen: DrawnScreen, pointer: string, finding: Finding): LocatedFinding {
  const path = blockPathAt(screen, pointer);
  const { port, arguments: args } = finding;
  const name = args["name"] ?? args["key"] ?? port;
  const named = typeof name === "string" ? { name } : {};
  return {
    code: finding.code, severity: finding.severity, path, pointer, finding,
    text: plainText(screen, path, pointer, finding) ?? findingSentence(finding, true),
    fix: findingFix(finding), ...named, ...displayOf(finding),
  };
}

/** The sentence of a finding at its block, without its location. */
function plainText(
  screen: DrawnScreen, path: BlockPath, pointer: string, finding: Finding,
): string | undefined {
  const { name, text, background, appearance, ratio, values } = finding.arguments;
  const type = blockAt(screen, path)?.type ?? "";
  const isProperty = finding.code === "missing-property";
  const role = (name: Json | undefined) =>
    tIfExists(`screens.role-${String(name)}`) ?? String(name);
  const id = Array.isArray(values) ? "invalid-property.enum"
    : isAboutPicture(finding) ? "no-picture" : finding.messageId;
  return tIfExists(`screens.found-${id}`, {
    value: String(valueAt(screen, pointer)),
    name: isProperty ? propertyName(type, String(name)) : String(name ?? finding.port),
    block: typeName(type), text: role(text), background: role(background),
    appearance: tIfExists(`screens.display-${String(appearance)}`) ?? "",
    ratio: formatNumber(Number(ratio) / 100), ...lists(finding),
  });
}

/** The builds and languages that a finding names. */
function lists({ arguments: args }: Finding): { builds: string; locales: string } {
  const { builds, locales } = args;
  const names = isObject(builds) ? builds["names"] : [];
  const listed = (values: Json | undefined) =>
    formatList(Array.isArray(values) ? values.map(String) : []);
  return { builds: listed(names), locales: listed(locales) };
}

function displayOf({ code, arguments: args }: Finding): { display?: DisplayOptions } {
  const { appearance, locales } = args;
  if (code === "low-contrast") return { display: { appearance: appearance as Appearance } };
  const locale = Array.isArray(locales) ? locales[0] : undefined;
  return typeof locale === "string" ? { display: { locale } } : {};
}

/** The pointers in a screen for a finding; empty for a finding about something else. */
function pointersOf(
  finding: Finding, document: FlowDocument, screen: DrawnScreen, lowContrast: LowContrastText[],
): string[] {
  const index = document.screens?.findIndex((candidate) => candidate === screen) ?? -1;
  const start = `/screens/${index}`;
  const { code, pointer = "", flow, step, arguments: args } = finding;
  if (pointer === start || pointer.startsWith(`${start}/`)) {
    return [pointer.slice(start.length) || "/root"];
  }
  if (code === "low-contrast") return pathsInColors(lowContrast, finding, document);
  if (code === "missing-translation") return textsOf(screen, args["key"]);
  if (!["unknown-screen", "missing-screen-in-build", "unknown-port"].includes(code)) return [];
  const shown = document.flows.find(({ id }) => id === flow)?.steps
    .find(({ id }) => id === step)?.screen;
  return shown === screen.name ? ["/root"] : [];
}

/** The path of the first block that is drawn in a finding's two colors; empty for none. */
function pathsInColors(
  lowContrast: LowContrastText[], { arguments: args }: Finding, document: FlowDocument,
): string[] {
  const appearance: Appearance = args["appearance"] === "dark" ? "dark" : "light";
  const { colors } = readTheme(document.theme);
  const text = colors[args["text"] as ThemeRole]?.[appearance];
  const background = colors[args["background"] as ThemeRole]?.[appearance];
  const first = lowContrast.find((drawn) => drawn.appearance === appearance
    && drawn.color === text && drawn.background === background);
  return first ? [first.path] : [];
}

/** The pointers of the texts that refer to a key. */
function textsOf(value: Json, key: Json | undefined, at = ""): string[] {
  if (keyOfText(value) === key && key !== undefined) return [at];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries<Json>(value as JsonObject)
    .flatMap(([name, member]) => textsOf(member, key, `${at}/${name}`));
}
