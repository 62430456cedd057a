// Search in all flows: steps with all their texts, screens with the steps that show them, sections,
// and flows.

import { isObject, readSection, type Flow, type FlowDocument, type Json } from "../../document";
import { formatList, t } from "../../localization";
import type { CanvasModel } from "./canvasModel";
import type { PaletteItem } from "./Palette";
import { sentenceCase } from "./drawing";

const MAX_RESULTS = 60;
/** The maximum number of screens in the results, before flows and sections. */
const MAX_SCREENS = 3;
const MAX_SECTIONS = 6;

/** The members of a block whose strings users see or hear; others are names and settings. */
const visibleMembers: ReadonlySet<string> = new Set([
  "text", "title", "label", "hint", "message", "summary", "alt", "unit", "price",
]);
/** Those of `facts`; in other blocks, a name and a value are settings. */
const factMembers: ReadonlySet<string> = new Set([...visibleMembers, "name", "value"]);

type Strings = FlowDocument["strings"];

interface SearchEntry {
  item: PaletteItem;
  name: string;
  /** All other searchable texts. */
  keywords: string;
  screen?: string;
}

/** Returns the results for a query; `@Screen` finds the steps that show a screen. */
export function searchIn(canvas: CanvasModel): (query: string) => PaletteItem[] {
  const document = canvas.editor.draft.document.get();
  const { flows, strings } = document;
  const priority = (flow: Flow) => Number(flow.id === canvas.flow);
  const ordered = [...flows].sort((a, b) => priority(b) - priority(a));
  const screenTexts = new Map((document.screens ?? []).filter(isObject).map(
    ({ name, title = null, root = null }) => [
      String(name), textsIn({ title, root }, strings, visibleMembers)]));
  const steps = ordered.flatMap((flow) => stepsOf(canvas, flow, strings, screenTexts));
  const screens = screensIn(steps);
  const others = [
    ...ordered.flatMap((flow) => sectionsOf(canvas, flow)), ...flowsIn(canvas, flows),
  ];
  return (query) => {
    if (query.startsWith("@")) {
      const name = query.slice(1).toLowerCase();
      return bestMatches(steps.filter((it) => it.screen?.toLowerCase() === name), "", MAX_RESULTS);
    }
    return [
      ...bestMatches(steps, query, MAX_RESULTS),
      ...(query === "" ? [] : bestMatches(screens, query, MAX_SCREENS)),
      ...bestMatches(others, query, MAX_SECTIONS),
    ];
  };
}

/** The query that finds where a screen is used. */
export const usesQuery = (screen: string): string => `@${screen}`;

function stepsOf(
  canvas: CanvasModel, flow: Flow, strings: Strings, screenTexts: ReadonlyMap<string, string>,
): SearchEntry[] {
  const { editor } = canvas;
  return flow.steps.map((step) => {
    const section = step.section === undefined ? undefined : readSection(flow, step.section);
    return {
      name: step.id, screen: step.screen,
      keywords: [
        sentenceCase(step.id), step.screen, sentenceCase(step.screen), section?.title ?? "",
        textsIn(step.content ?? null, strings), screenTexts.get(step.screen) ?? ""].join(" "),
      item: {
        id: `${flow.id}/${step.id}`, text: step.id, icon: "phone",
        detail: [section?.title ?? "", sentenceCase(step.screen)].filter(Boolean).join(" · "),
        group: flow.id === canvas.flow ? t("canvas.this-flow") : flow.id,
        run: () => {
          editor.command({ kind: "reveal", flow: flow.id, step: step.id, isSelected: true });
          return step.id;
        },
      },
    };
  });
}

/** Each screen with its number of uses; choosing one lists them. */
function screensIn(steps: SearchEntry[]): SearchEntry[] {
  const uses = new Map<string, SearchEntry[]>();
  for (const step of steps) {
    const name = step.screen ?? "";
    uses.set(name, [...(uses.get(name) ?? []), step]);
  }
  return [...uses].map(([screen, all]) => ({
    name: screen, keywords: sentenceCase(screen),
    item: {
      id: `screen/${screen}`, group: t("canvas.screens"), text: sentenceCase(screen),
      icon: "search",
      detail: t("canvas.used-in", {
        count: all.length, steps: formatList(all.slice(0, 3).map((it) => it.name)),
      }),
      query: usesQuery(screen), run: () => undefined,
    },
  }));
}

function sectionsOf(canvas: CanvasModel, flow: Flow): SearchEntry[] {
  return Object.keys(flow.sections ?? {}).flatMap((id): SearchEntry[] => {
    const section = readSection(flow, id);
    return section ? [{
      name: section.title, keywords: "",
      item: {
        id: `section/${flow.id}/${id}`, group: t("sections.sections"), text: section.title,
        icon: "apps", detail: flow.id === canvas.flow ? undefined : flow.id,
        run: () => canvas.editor.command({ kind: "section", flow: flow.id, section: id }),
      },
    }] : [];
  });
}

function flowsIn(canvas: CanvasModel, flows: Flow[]): SearchEntry[] {
  return flows.filter((flow) => flow.id !== canvas.flow).map((flow) => ({
    name: flow.id, keywords: "",
    item: {
      id: `flow/${flow.id}`, group: t("canvas.flows"), text: flow.id, icon: "flow",
      detail: t("editor.steps", { count: flow.steps.length }),
      run: () => canvas.editor.flow.set(flow.id),
    },
  }));
}

/** The matches, best first; the sort is stable. */
function bestMatches(all: SearchEntry[], query: string, limit: number): PaletteItem[] {
  return all.map((entry) => ({ entry, rank: rankOf(query, entry.name, entry.keywords) }))
    .filter(({ rank }) => rank < Infinity).sort((a, b) => a.rank - b.rank)
    .slice(0, limit).map(({ entry }) => entry.item);
}

/**
 * Returns the rank of a match: the whole name, the beginning of the name, the beginning of a word
 * in it, somewhere in the name, somewhere in its other texts; infinity if a word of the query is
 * not found.
 */
export function rankOf(query: string, name: string, keywords: string): number {
  const text = query.toLowerCase().trim();
  if (text === "") return 0;
  const short = name.toLowerCase();
  if (short === text) return 0;
  if (short.startsWith(text)) return 1;
  const searchable = `${short} ${keywords.toLowerCase()}`;
  if (!text.split(/\s+/).every((word) => searchable.includes(word))) return Infinity;
  if (sentenceCase(name).toLowerCase().split(" ").some((word) => word.startsWith(text))) return 2;
  return short.includes(text) ? 3 : 4;
}

/**
 * The texts in a value, in all languages and with their keys; only those of some members, if given.
 */
function textsIn(value: Json, strings: Strings, members?: ReadonlySet<string>): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  const key = isObject(value) ? value["$text"] : undefined;
  if (typeof key === "string") {
    const tables = Object.values(strings ?? {}).filter((table) => Object.hasOwn(table, key));
    return [key, ...tables.map((table) => table[key])].join(" ");
  }
  const inner = members && isObject(value) && value["type"] === "facts" ? factMembers : members;
  return Object.entries(value)
    .filter(([name, member]) => !inner || typeof member !== "string" || inner.has(name))
    .map(([, member]) => textsIn(member, strings, inner)).join(" ");
}
