// The choices for the destination of an edge, or for the screen of a new step.

import type { Destination, Edit } from "../../document";
import type { ChosenEdge } from "../../document/insertion";
import type { NewScreen } from "../../model/editor";
import { t } from "../../localization";
import { codeKind, kindIcons, kindName } from "../../model/kinds";
import { addFirstFlow, createStep, connectTo } from "./actions";
import type { CanvasModel, Source } from "./canvasModel";
import type { Point } from "./geometry";
import { outcomesOf } from "./graph";
import { insertionProblem, insertScreen } from "./inserting";
import { matches, type PaletteItem } from "./Palette";
import { sentenceCase } from "./drawing";

/** Adds a step that shows a screen, after an edit if there is one. */
type Add = (screen: string, edit?: Edit) => void;
/** How a step is added, and whether a new drawn screen needs an exit. */
type Addition = Pick<NewScreen, "needsExit"> & { add: Add };

/** The choices for a query: existing steps, new ones, ends, and flows. */
export function choicesFor(
  canvas: CanvasModel, position: Point | null, source: Source | undefined,
): (query: string) => PaletteItem[] {
  if (canvas.flow === "") return () => [firstFlow(canvas)];
  const add: Add = (screen, edit) => createStep(canvas, screen, position, source, edit);
  const screens = screenChoices(canvas, add);
  const others = source ? targetChoices(canvas, source) : [];
  // After a drop on the empty canvas, new steps are listed first.
  const all = position ? [...screens, ...others] : [...others, ...screens];
  return (query) => {
    const found = matchingChoices(canvas, query, all, { add });
    return inGroups([...found, ...(source && query ? newEnd(canvas, source, query, found) : [])]);
  };
}

/** The screens that can be inserted into an edge; those that cannot come last, with the reason. */
export function insertionsFor(
  canvas: CanvasModel, edge: ChosenEdge,
): (query: string) => PaletteItem[] {
  const add: Add = (screen, edit) => insertScreen(canvas, screen, edge, edit);
  const screens = screenChoices(canvas, add, (screen) => insertionProblem(canvas, screen));
  const all = [
    ...screens.filter((it) => it.problem === undefined),
    ...screens.filter((it) => it.problem !== undefined),
  ];
  return (query) => matchingChoices(canvas, query, all, { add, needsExit: true });
}

/** The choices that match a query, and a new screen. */
function matchingChoices(
  canvas: CanvasModel, query: string, all: PaletteItem[], addition: Addition,
): PaletteItem[] {
  const matching = byRank(
    query, all.filter((it) => matches(query, it.text, it.detail, it.group)));
  const drawn = newScreen(canvas, query, addition);
  // NB: first among the screens while nothing is typed: a new user does not look below them.
  const first = query === "" ? matching.findIndex((item) => item.group === drawn.group) : -1;
  return first < 0 ? inGroups([...matching, ...planned(canvas, query, addition.add), drawn])
    : [...matching.slice(0, first), drawn, ...matching.slice(first)];
}

/** Sorts the groups, and the items of each, by how well their text or name matches a query. */
export function byRank(query: string, items: PaletteItem[]): PaletteItem[] {
  const typed = query.trim().toLowerCase();
  if (typed === "") return items;
  const rankOf = (text: string) => {
    const at = ` ${text.toLowerCase()} `.indexOf(` ${typed}`);
    return at === 0 ? (text.length === typed.length ? 0 : 1) : at > 0 ? 2 : 3;
  };
  const rank = ({ text, name = text, problem }: PaletteItem) =>
    Math.min(rankOf(text), rankOf(name)) + (problem === undefined ? 0 : 4);
  const best = new Map<string, number>();
  for (const item of items) {
    best.set(item.group, Math.min(best.get(item.group) ?? Infinity, rank(item)));
  }
  return [...best].sort(([, a], [, b]) => a - b).flatMap(([group]) => items
    .filter((item) => item.group === group)
    .sort((a, b) => rank(a) - rank(b)));
}

/** The items of each group together, as the palette shows them. */
const inGroups = (items: PaletteItem[]): PaletteItem[] =>
  [...new Set(items.map(({ group }) => group))]
    .flatMap((group) => items.filter((item) => item.group === group));

const firstFlow = (canvas: CanvasModel): PaletteItem => ({
  id: "flow/first", group: t("canvas.first-thing"), text: t("editor.add-flow"), icon: "add",
  run: () => addFirstFlow(canvas),
});

/**
 * Whether a step may show a screen that no build declares: only while no builds are in use, because
 * otherwise it is an error that only a new build of the app can fix.
 */
export function canPlan(canvas: CanvasModel): boolean {
  const builds = canvas.editor.application.builds.get();
  return builds !== null && !builds.builds.some((build) => build.inUse);
}

/** A step with a screen that does not exist yet. */
function planned(canvas: CanvasModel, query: string, add: Add): PaletteItem[] {
  if (query === "" || !canPlan(canvas) || screensOf(canvas).includes(query)) return [];
  return [{
    id: "screen/new", group: t("canvas.new-step"), icon: "phone",
    text: t("canvas.plan-screen", { screen: query }),
    run: () => add(query),
  }];
}

/** A step with a screen that is drawn in the portal. */
function newScreen(canvas: CanvasModel, query: string, addition: Addition): PaletteItem {
  const name = query === "" || screensOf(canvas).includes(query) ? undefined : query;
  return {
    id: "screen/draw", group: t("canvas.new-step"), icon: "edit", text: t("canvas.draw-screen"),
    ...(name ? { detail: name } : {}),
    run: () => canvas.editor.newScreen.set({ name, ...addition }),
  };
}

function screensOf(canvas: CanvasModel): string[] {
  const declared = canvas.editor.screens.get().map((it) => it.name);
  const used = canvas.editor.draft.document.get().flows
    .flatMap((flow) => flow.steps.map((step) => step.screen));
  return [...new Set([...declared, ...used])];
}

function screenChoices(
  canvas: CanvasModel, add: Add, problemOf?: (screen: string) => string | undefined,
): PaletteItem[] {
  const known = new Map(canvas.editor.screens.get().map((it) => [it.name, it]));
  return screensOf(canvas).map((screen) => {
    const kind = codeKind(known.get(screen));
    return {
      id: `screen/${screen}`, group: t("canvas.new-step"),
      text: sentenceCase(screen), name: screen,
      detail: kind ? `${kindName(kind)} · ${screen}` : screen, icon: kind ? kindIcons[kind] : "add",
      problem: problemOf?.(screen), run: () => add(screen),
    };
  });
}

function targetChoices(canvas: CanvasModel, source: Source): PaletteItem[] {
  const document = canvas.editor.draft.document.get();
  const flow = document.flows.find((it) => it.id === canvas.flow);
  const to = (destination: Destination) => () => connectTo(canvas, source, destination);
  const outcomes = new Set([...(flow ? outcomesOf(flow) : []), "completed"]);
  return [
    ...(flow?.steps ?? []).map((step): PaletteItem => ({
      id: `step/${step.id}`, group: t("canvas.steps"), text: step.id,
      detail: sentenceCase(step.screen), icon: "phone", run: to({ to: step.id }),
    })),
    ...[...outcomes].map((outcome): PaletteItem => ({
      id: `end/${outcome}`, group: t("canvas.ends"), text: outcome, icon: "flag",
      run: to({ finish: outcome }),
    })),
    ...document.flows.filter(({ id }) => id !== canvas.flow).map(({ id, steps }): PaletteItem => ({
      id: `flow/${id}`, group: t("canvas.flows"), text: id,
      detail: t("editor.steps", { count: steps.length }), icon: "flow",
      run: to({ flow: id }),
    })),
  ];
}

/** An end with a new outcome. */
function newEnd(
  canvas: CanvasModel, source: Source, query: string, matching: PaletteItem[],
): PaletteItem[] {
  if (matching.some((it) => it.id === `end/${query}`)) return [];
  return [{
    id: "end/new", group: t("canvas.ends"), text: t("canvas.new-end", { outcome: query }),
    icon: "flag", run: () => connectTo(canvas, source, { finish: query }),
  }];
}
