// Sections: groups of steps with a title and a color, to organize large flows. They do not affect
// apps.

import { changeFlow, type Edit } from "./edits";
import { uniqueName } from "./reading";
import type { Flow, Section, SectionColor } from "./types";

export const sectionColors: SectionColor[] = [
  "blue", "green", "orange", "purple", "teal", "red", "yellow", "gray",
];

/** The section that a step belongs to; undefined if the flow does not have it. */
export function sectionOf(flow: Flow | undefined, step: string): string | undefined {
  const section = flow?.steps.find((it) => it.id === step)?.section;
  return section !== undefined && flow?.sections && Object.hasOwn(flow.sections, section)
    ? section : undefined;
}

/** Reads a section, with defaults for an invalid title or color; undefined if it is no object. */
export function readSection(flow: Flow | undefined, id: string): Section | undefined {
  const sections = flow?.sections;
  const section = sections && Object.hasOwn(sections, id) ? sections[id] : undefined;
  if (typeof section !== "object" || section === null) return undefined;
  const title = typeof section.title === "string" && section.title !== "" ? section.title : id;
  const color = sectionColors.find((it) => it === section.color) ?? "gray";
  return { ...section, title, color };
}

/** Adds a section with steps, which leave their previous sections. */
export function addSection(flow: Flow, title: string, steps: Iterable<string>): {
  edit: Edit; id: string;
} {
  const taken = Object.keys(flow.sections ?? {});
  const id = uniqueName(title, taken);
  const used = taken.map((it) => readSection(flow, it)?.color);
  const color = sectionColors.find((it) => !used.includes(it))
    ?? sectionColors[taken.length % sectionColors.length] as SectionColor;
  const edit: Edit = (document) => moveToSection(flow.id, steps, id)(
    changeFlow(flow.id, (it) => ({
      ...it, sections: { ...it.sections, [id]: { title, color } },
    }))(document));
  return { edit, id };
}

export function changeSection(flow: string, id: string, change: Partial<Section>): Edit {
  return changeFlow(flow, (it) => {
    const section = readSection(it, id);
    if (!section) return it;
    return { ...it, sections: { ...it.sections, [id]: { ...section, ...change } } };
  });
}

/** Moves steps to a section, or to none; empty sections are removed. */
export function moveToSection(flow: string, ids: Iterable<string>, section: string | null): Edit {
  const moved = new Set(ids);
  return changeFlow(flow, (it) => withoutEmptySections({
    ...it,
    steps: it.steps.map((step) => {
      if (!moved.has(step.id) || (step.section ?? null) === section) return step;
      const { section: _, ...rest } = step;
      return section === null ? rest : { ...rest, section };
    }),
  }));
}

/** Removes a section; its steps stay. */
export function removeSection(flow: string, id: string): Edit {
  return (document) => {
    const steps = document.flows.find((it) => it.id === flow)?.steps ?? [];
    const members = steps.filter((step) => step.section === id).map((step) => step.id);
    const ungrouped = moveToSection(flow, members, null)(document);
    return changeFlow(flow, (it) => withoutSections(it, (other) => other === id))(ungrouped);
  };
}

function withoutEmptySections(flow: Flow): Flow {
  const used = new Set(flow.steps.map((step) => step.section));
  return withoutSections(flow, (id) => !used.has(id));
}

function withoutSections(flow: Flow, isRemoved: (id: string) => boolean): Flow {
  const remaining = Object.entries(flow.sections ?? {}).filter(([id]) => !isRemoved(id));
  if (remaining.length === Object.keys(flow.sections ?? {}).length) return flow;
  const { sections: _, ...rest } = flow;
  return remaining.length === 0 ? rest : { ...rest, sections: Object.fromEntries(remaining) };
}
