// Merges two members' changes of the same document. Changes without a conflict are kept from both
// sides; conflicts are listed, and stay open until someone chooses.

import { changeFlow, mapDestinations, renameFlow, renameStep, sameJSON, type Edit } from "./edits";
import {
  keyOf, Merger, reuse, type Choice, type Collision, type Path, type ThreeWay,
} from "./merging/merger";
import { document as documentRule } from "./merging/rules";
import { screenMerging } from "./merging/screens";
import type { FlowDocument, Json, Step } from "./types";

export type { Choice } from "./merging/merger";

/** A value that both sides have changed differently. */
export interface Conflict {
  /** Stable for the lifetime of the conflict. */
  key: string;
  /** `removed`: one side removed what the other has changed. */
  kind: "changed" | "removed" | "order";
  flow?: string;
  step?: string;
  port?: string;
  /** The drawn screen. */
  screen?: string;
  /** The last component of the location: a member of the content, an attribute's name. */
  member?: string;
  /** Undefined if the value is missing on that side. */
  base: unknown;
  mine: unknown;
  theirs: unknown;
  canKeepBoth: boolean;
}

/**
 * The merged document in three versions, which differ only at open conflicts.
 *
 * - `mine` has my side of each, to continue working with.
 * - `theirs` has the others' side, which can be sent without overwriting unseen changes.
 * - `base` is the base of the next merge: the others' version, with the original value at open
 *   conflicts.
 */
export interface Merge {
  mine: FlowDocument;
  theirs: FlowDocument;
  base: FlowDocument;
  conflicts: Conflict[];
}

/** Merges two documents with a common base. `choices` resolves conflicts, by their keys. */
export function merge(
  base: FlowDocument, mine: FlowDocument, theirs: FlowDocument,
  choices: ReadonlyMap<string, Choice> = new Map(),
): Merge {
  if (mine === theirs || sameJSON(mine, theirs)) {
    return { mine, theirs, base: theirs, conflicts: [] };
  }
  if (base === mine) return unconflicted(reuse(mine, theirs) as FlowDocument, theirs);
  if (base === theirs) return { mine, theirs: mine, base: theirs, conflicts: [] };
  const moved = withMoved(base, mine, theirs);
  if (moved) {
    const result = mergeNamed(...moved, choices);
    const all = reuse(mine, result.mine) as FlowDocument;
    if (result.conflicts.length === 0) return { ...result, mine: all, theirs: all, base: theirs };
  }
  return mergeNamed(base, mine, theirs, choices);
}

/** The documents after applying both sides' block moves to all of them; null if there are none. */
function withMoved(...documents: [FlowDocument, FlowDocument, FlowDocument]) {
  let isMoved = false;
  const lists = documents.map(({ screens }) => [...screens ?? []]);
  const places = (name: unknown) => lists.map(
    (list) => list.findIndex((element) => (element as { name?: string } | null)?.name === name));
  for (const before of documents[0].screens ?? []) {
    const at = places((before as { name?: string } | null)?.name);
    const [base, mine, theirs] = lists.map((list, index) => list[at[index] ?? -1]);
    if (!base || !mine || !theirs || base === mine || base === theirs) continue;
    const moved = screenMerging().follow({ base, mine, theirs });
    if (!moved) continue;
    isMoved = true;
    [moved.base, moved.mine, moved.theirs].forEach((screen, index) => {
      lists[index]?.splice(at[index] ?? 0, 1, screen as Json);
    });
  }
  const [base, mine, theirs] = documents.map(
    (document, index) => ({ ...document, screens: lists[index] ?? [] }));
  return isMoved && base && mine && theirs ? [base, mine, theirs] as const : null;
}

function mergeNamed(
  base: FlowDocument, mine: FlowDocument, theirs: FlowDocument,
  choices: ReadonlyMap<string, Choice>,
): Merge {
  const [here, there] = renamesOf(base, mine, theirs);
  const merger = new Merger(choices);
  const merged = merger.merge(documentRule, [], {
    base: there.apply(here.apply(base)), mine: there.apply(mine), theirs: here.apply(theirs),
  });
  const clean = withoutLostEdges(merged, choices);
  const hasConflicts = merger.collisions.length > 0;
  const next = hasConflicts ? here.revert(merged.base as FlowDocument) : theirs;
  return {
    mine: reuse(mine, clean.mine) as FlowDocument,
    theirs: reuse(theirs, clean.theirs) as FlowDocument,
    base: reuse(theirs, next) as FlowDocument,
    conflicts: merger.collisions.map(described),
  };
}

function unconflicted(merged: FlowDocument, theirs: FlowDocument): Merge {
  return { mine: merged, theirs, base: theirs, conflicts: [] };
}

/**
 * Reverts a change to a document, or reapplies it, without affecting later changes.
 */
export function transfer(
  from: FlowDocument, to: FlowDocument, document: FlowDocument,
): FlowDocument {
  if (document === from) return to;
  return merge(from, document, to).mine;
}

function described({ path, kind, base, mine, theirs, both }: Collision): Conflict {
  const isFlow = path[0] === "flows";
  const isStep = isFlow && path[2] === "steps";
  const isPort = isStep && path[4] === "ports";
  const isScreen = path[0] === "screens";
  const rest = path.slice(isPort ? 6 : isStep ? 4 : isFlow || isScreen ? 2 : 0);
  return {
    key: keyOf(path), kind, base, mine, theirs, canKeepBoth: both !== undefined,
    ...(isFlow && path[1] !== undefined ? { flow: path[1] } : {}),
    ...(isStep && path[3] !== undefined ? { step: path[3] } : {}),
    ...(isPort && path[5] !== undefined ? { port: path[5] } : {}),
    ...(isScreen && path[1] !== undefined ? { screen: path[1] } : {}),
    ...(rest.length > 0 ? { member: rest.at(-1) } : {}),
  };
}

// Removing a step by choice also removes the edges that the other side has led to it.
function withoutLostEdges(merged: ThreeWay, choices: ReadonlyMap<string, Choice>): ThreeWay {
  const gone: [flow: string, step: string][] = [...choices.keys()].flatMap((key) => {
    const path = JSON.parse(key) as Path;
    const [area, flow, list, step] = path;
    const isStep = path.length === 4 && area === "flows" && list === "steps";
    return isStep && flow !== undefined && step !== undefined ? [[flow, step]] : [];
  });
  const clean = (value: unknown) => gone.reduce(
    (document, [flow, step]) => cutEdges(flow, step)(document), value as FlowDocument);
  return { mine: clean(merged.mine), theirs: clean(merged.theirs), base: merged.base };
}

function cutEdges(flow: string, id: string): Edit {
  return changeFlow(flow, (it) => {
    if (it.steps.some((step) => step.id === id)) return it;
    const steps = it.steps.map((step) => mapDestinations(step, (destination) =>
      "to" in destination && destination.to === id ? null : destination));
    return { ...it, steps };
  });
}

// Renames --------------------------------------------------------------------------------------

interface Renames {
  apply: Edit;
  revert: Edit;
}

interface Renamed {
  /** The flow's name in the base; the rename of a flow has no step. */
  flow: string;
  step?: string;
  to: string;
}

/**
 * Returns the renames of each side: the other side's changes must follow them. An item that the
 * sides renamed differently becomes two.
 */
function renamesOf(
  base: FlowDocument, mine: FlowDocument, theirs: FlowDocument,
): [Renames, Renames] {
  const here = found(base, mine);
  const there = found(base, theirs);
  const isAgreed = (one: Renamed, others: Renamed[]) => !others.some((other) =>
    other.flow === one.flow && other.step === one.step && other.to !== one.to);
  return [
    renaming(here.filter((one) => isAgreed(one, there))),
    renaming(there.filter((one) => isAgreed(one, here))),
  ];
}

function found(base: FlowDocument, side: FlowDocument): Renamed[] {
  const flows = renamed(base.flows, side.flows, (a, b) => {
    const names = new Set(a.steps.map((step) => step.id));
    return b.steps.filter((step) => names.has(step.id)).length * 2 > names.size;
  });
  const steps = side.flows.flatMap((flow) => {
    const from = flows.find(([, to]) => to === flow.id)?.[0] ?? flow.id;
    const before = base.flows.find((one) => one.id === from);
    if (!before || before.steps === flow.steps) return [];
    return renamed(before.steps, flow.steps, isSameStep)
      .map(([step, to]) => ({ flow: from, step, to }));
  });
  return [...steps, ...flows.map(([flow, to]) => ({ flow, to }))];
}

function renaming(all: Renamed[]): Renames {
  const flows = all.flatMap(({ flow, step, to }): [string, string][] =>
    (step === undefined ? [[flow, to]] : []));
  const steps = all.flatMap(({ flow, step, to }) =>
    (step === undefined ? [] : [{ flow, old: step, fresh: to }]));
  const edits = (document: FlowDocument) => {
    const moved = steps.reduce((now, { flow, old, fresh }) => (
      canRename(now, flow, old, fresh) ? renameStep(flow, old, fresh)(now) : now), document);
    return flows.reduce((now, [from, to]) => (
      hasFlow(now, from) && !hasFlow(now, to) ? renameFlow(from, to)(now) : now), moved);
  };
  const back = (document: FlowDocument) => {
    const moved = flows.reduce((now, [from, to]) => (
      hasFlow(now, to) && !hasFlow(now, from) ? renameFlow(to, from)(now) : now), document);
    return steps.reduce((now, { flow, old, fresh }) => (
      canRename(now, flow, fresh, old) ? renameStep(flow, fresh, old)(now) : now), moved);
  };
  return { apply: edits, revert: back };
}

const hasFlow = (document: FlowDocument, id: string) =>
  document.flows.some((flow) => flow.id === id);

function canRename(document: FlowDocument, flow: string, from: string, to: string): boolean {
  const steps = document.flows.find((one) => one.id === flow)?.steps ?? [];
  return steps.some((step) => step.id === from) && !steps.some((step) => step.id === to);
}

function renamed<T extends { id: string }>(
  before: T[], after: T[], isSame: (a: T, b: T) => boolean,
): [from: string, to: string][] {
  const old = new Set(before.map((one) => one.id));
  const fresh = new Set(after.map((one) => one.id));
  const added = after.filter((one) => !old.has(one.id));
  return before.filter((one) => !fresh.has(one.id)).flatMap((one): [string, string][] => {
    const at = added.findIndex((candidate) => isSame(one, candidate));
    const [match] = at < 0 ? [] : added.splice(at, 1);
    return match ? [[one.id, match.id]] : [];
  });
}

function isSameStep(a: Step, b: Step): boolean {
  if (a.screen !== b.screen) return false;
  const hasPorts = Object.keys(a.ports ?? {}).length > 0;
  return (a.content !== undefined && sameJSON(a.content, b.content))
    || (hasPorts && sameJSON(a.ports, b.ports));
}
