// Changes of sections. The browser build of the engine reports only the differing members; the
// command and the server report sentences, like this module. `Conformance/sections.json` checks
// that both agree.

import { sameJSON } from "./json";
import type { Change, Flow, FlowDocument, Json, JsonObject } from "./types";

/** The maximum number of steps named in a sentence. */
const MAX_STEPS = 5;

/** Replaces changes of section members with changes of sections. */
export function changesWithSections(
  changes: Change[], before: FlowDocument, after: FlowDocument,
): Change[] {
  const flows = new Map<string, SectionChanges>();
  for (const flow of after.flows) {
    const old = before.flows.find(({ id }) => id === flow.id);
    const compared = old && !flows.has(flow.id) ? sectionChanges(old, flow) : null;
    if (compared) flows.set(flow.id, compared);
  }
  if (flows.size === 0) return changes;
  const reported = new Set<SectionChanges>();
  return changes.flatMap((change) => {
    const compared = change.flow === undefined ? undefined : flows.get(change.flow);
    if (!compared) return [change];
    const title = change.kind === "step-added" ? compared.titleOf(change.step ?? "") : undefined;
    if (title !== undefined) {
      return [{ ...change, arguments: { ...change.arguments, section: title } }];
    }
    if (!isSectionMember(change)) return [change];
    const isFirst = !reported.has(compared);
    reported.add(compared);
    const { step } = change;
    const isReported = step === undefined ? !compared.hasOther : compared.moved.has(step);
    return [...(isFirst ? compared.changes : []), ...(isReported ? [] : [change])];
  });
}

/** Whether a change is about a member that represents sections. */
function isSectionMember({ kind, arguments: args }: Change): boolean {
  if (kind !== "unknown-changed") return false;
  const owner = (args["owner"] ?? {}) as JsonObject;
  return (args["member"] === "sections" && owner["flow"] !== undefined)
    || (args["member"] === "section" && owner["step"] !== undefined
      && owner["port"] === undefined);
}

interface SectionChanges {
  changes: Change[];
  /** The steps that are reported as added to or removed from a section. */
  moved: ReadonlySet<string>;
  /** Whether a section has a difference without a specific sentence. */
  hasOther: boolean;
  titleOf(step: string): string | undefined;
}

/**
 * Null if neither flow has sections, or one is malformed; then they are reported like other
 * members.
 */
function sectionChanges(oldFlow: Flow, newFlow: Flow): SectionChanges | null {
  const [old, current] = [sectionsOf(oldFlow), sectionsOf(newFlow)];
  if (!old || !current || Object.keys(old).length + Object.keys(current).length === 0) return null;
  const changes: Change[] = [];
  const add = (ending: string, values: JsonObject) => changes.push({
    kind: "section-changed", messageId: `section-changed${ending}`, flow: newFlow.id,
    arguments: values,
  });
  const moves = movesOf(oldFlow, newFlow, old, current);
  const moved = new Set(moves.flatMap(({ steps }) => steps));
  let hasOther = false;
  for (const [id, section] of Object.entries(current)) {
    const [title, before] = [titleIn(current, id), titleIn(old, id)];
    if (before === undefined) {
      const at = moves.findIndex(({ from, to }) => from === undefined && to === id);
      const [move] = at < 0 ? [] : moves.splice(at, 1);
      add(".added", { section: title ?? id, ...(move ? { steps: summarized(move.steps) } : {}) });
    } else if (before !== title) add("", { before, section: title ?? id });
    else if (!sameJSON(old[id], section)) hasOther = true;
  }
  for (const id of Object.keys(old)) {
    if (!Object.hasOwn(current, id)) add(".removed", { section: titleIn(old, id) ?? id });
  }
  for (const { from, to, steps } of moves) {
    const currentTitle = from === undefined ? undefined : titleIn(current, from);
    const before = currentTitle ?? (from === undefined ? undefined : titleIn(old, from));
    if (to !== undefined) {
      add(".gained", {
        steps: summarized(steps), section: titleIn(current, to) ?? to,
        ...(before === undefined ? {} : { before }),
      });
    } else if (currentTitle !== undefined) {
      add(".lost", { steps: summarized(steps), section: currentTitle });
    }
  }
  return {
    changes, moved, hasOther,
    titleOf: (step) => {
      const section = sectionIdOf(newFlow.steps.find(({ id }) => id === step)?.section, current);
      return section === undefined ? undefined : titleIn(current, section);
    },
  };
}

export type Sections = { [id: string]: Json | undefined };

/** The sections of a flow, which may be none; null if they are malformed. */
export function sectionsOf(flow: Flow): Sections | null {
  const value = (flow.sections ?? {}) as unknown;
  return typeof value === "object" && !Array.isArray(value) ? value as Sections : null;
}

/** The title of a section, or its id if it has none; undefined without such a section. */
export function titleIn(sections: Sections, id: string): string | undefined {
  if (!Object.hasOwn(sections, id)) return undefined;
  const title = (sections[id] as { title?: unknown } | null)?.title;
  return typeof title === "string" && title !== "" ? title : id;
}

const sectionIdOf = (name: string | undefined, sections: Sections): string | undefined => (
  typeof name === "string" && Object.hasOwn(sections, name) ? name : undefined);

interface Move { from: string | undefined; to: string | undefined; steps: string[] }

/** The steps that moved from one section to another, into one or out of one. */
export function movesOf(oldFlow: Flow, newFlow: Flow, old: Sections, current: Sections): Move[] {
  const before = new Map(oldFlow.steps.map(({ id, section }) => [id, section]));
  const moves = new Map<string, Move>();
  for (const { id, section } of newFlow.steps) {
    if (!before.has(id) || before.get(id) === section) continue;
    const [from, to] = [sectionIdOf(before.get(id), old), sectionIdOf(section, current)];
    if (from === undefined && to === undefined) continue;
    const key = JSON.stringify([from ?? null, to ?? null]);
    const move = moves.get(key) ?? { from, to, steps: [] };
    moves.set(key, move);
    move.steps.push(id);
  }
  return [...moves.values()];
}

/** The first steps, and how many more there are. */
function summarized(steps: string[]): JsonObject {
  return {
    values: steps.slice(0, MAX_STEPS),
    ...(steps.length > MAX_STEPS ? { more: steps.length - MAX_STEPS } : {}),
  };
}
