// Where an arrow can lead, or which screen a new step can show.

import type { Destination } from "../../document";
import { t } from "../../words";
import { createStep, lead } from "./actions";
import type { CanvasModel, Source } from "./canvasModel";
import type { Point } from "./geometry";
import { outcomesOf } from "./graph";
import { matches, type PaletteItem } from "./Palette";
import { spelled } from "./drawing";

/** The choices for what has been typed: steps that are there, new ones, ends, and flows. */
export function choicesFor(
  canvas: CanvasModel, place: Point | null, source: Source | undefined,
): (query: string) => PaletteItem[] {
  const screens = screenChoices(canvas, place, source);
  const others = source ? targetChoices(canvas, source) : [];
  // Who lets go where there is nothing mostly wants something new there.
  const all = place ? [...screens, ...others] : [...others, ...screens];
  return (query) => {
    const found = all.filter((it) => matches(query, it.text, it.detail, it.group));
    return [...found, ...(source && query ? newEnd(canvas, source, query, found) : [])];
  };
}

function screenChoices(
  canvas: CanvasModel, place: Point | null, source: Source | undefined,
): PaletteItem[] {
  const declared = canvas.editor.application.screens.get().map((it) => it.name);
  const used = canvas.editor.draft.document.get().flows
    .flatMap((flow) => flow.steps.map((step) => step.screen));
  return [...new Set([...declared, ...used])].map((screen) => ({
    id: `screen/${screen}`, group: t("canvas.new-step"), text: spelled(screen), detail: screen,
    icon: "add", run: () => createStep(canvas, screen, place, source),
  }));
}

function targetChoices(canvas: CanvasModel, source: Source): PaletteItem[] {
  const document = canvas.editor.draft.document.get();
  const flow = document.flows.find((it) => it.id === canvas.flow);
  const to = (destination: Destination) => () => lead(canvas, source, destination);
  const outcomes = new Set([...(flow ? outcomesOf(flow) : []), "completed"]);
  return [
    ...(flow?.steps ?? []).map((step): PaletteItem => ({
      id: `step/${step.id}`, group: t("canvas.steps"), text: step.id,
      detail: spelled(step.screen), icon: "phone", run: to({ to: step.id }),
    })),
    ...[...outcomes].map((outcome): PaletteItem => ({
      id: `end/${outcome}`, group: t("canvas.ends"), text: outcome, icon: "flag",
      run: to({ finish: outcome }),
    })),
    ...document.flows.filter((it) => it.id !== canvas.flow).map((it): PaletteItem => ({
      id: `flow/${it.id}`, group: t("canvas.flows"), text: it.id,
      detail: t("editor.steps", { count: it.steps.length }), icon: "flow",
      run: to({ flow: it.id }),
    })),
  ];
}

/** An end with an outcome that there is not yet. */
function newEnd(
  canvas: CanvasModel, source: Source, query: string, found: PaletteItem[],
): PaletteItem[] {
  if (found.some((it) => it.id === `end/${query}`)) return [];
  return [{
    id: "end/new", group: t("canvas.ends"), text: t("canvas.new-end", { outcome: query }),
    icon: "flag", run: () => lead(canvas, source, { finish: query }),
  }];
}
