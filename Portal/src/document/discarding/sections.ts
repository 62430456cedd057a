// Discards changes of a flow's sections.

import { movesOf, sectionsOf, titleIn, type Sections } from "../sectionChanges";
import type { Change, Flow, Json } from "../types";
import { withEntryOf, withMembersOf } from "./lists";

/** The flow without a change of its sections; null if it cannot be discarded alone. */
export function discardInSections(old: Flow, current: Flow, change: Change): Flow | null {
  const [oldSections, sections] = [sectionsOf(old), sectionsOf(current)];
  if (!oldSections || !sections) return null;
  const { section: title, before, steps } = change.arguments;
  const find = (own: Sections, other: Sections) => Object.keys(own)
    .find((id) => !Object.hasOwn(other, id) && titleIn(own, id) === title);
  switch (change.messageId) {
    case "section-changed.added": {
      const id = find(sections, oldSections);
      return id === undefined ? null : withSteps(
        withEntryOf(current, old, "sections", id), old, (step) => step.section === id);
    }
    case "section-changed.removed": {
      const id = find(oldSections, sections);
      return id === undefined ? null : withSteps(
        withEntryOf(current, old, "sections", id), old,
        (step) => !Object.hasOwn(sections, step.section ?? ""), id);
    }
    case "section-changed": {
      const id = Object.keys(sections).find((other) =>
        titleIn(sections, other) === title && titleIn(oldSections, other) === before);
      // The sentence says only that the title changed, even if the color did, too.
      return id === undefined ? null : withEntryOf(current, old, "sections", id);
    }
    default: {
      // A step is in one move only.
      const first = (steps as { values?: Json[] } | undefined)?.values?.[0];
      const move = movesOf(old, current, oldSections, sections)
        .find((candidate) => candidate.steps[0] === first);
      return move ? withSteps(current, old, ({ id }) => move.steps.includes(id)) : null;
    }
  }
}

/** Puts steps in their old sections: those that match, or only those that were in one section. */
function withSteps(
  flow: Flow, old: Flow, matches: (step: Flow["steps"][number]) => boolean, section?: string,
): Flow {
  const oldSteps = new Map(old.steps.map((step) => [step.id, step]));
  const steps = flow.steps.map((step) => {
    const before = oldSteps.get(step.id);
    const isMoved = matches(step) && (section === undefined || before?.section === section);
    return isMoved ? withMembersOf(step, before, ["section"]) : step;
  });
  return { ...flow, steps };
}
