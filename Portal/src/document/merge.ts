// Merges two members' changes of the same document. Changes without a conflict are kept from both
// sides; conflicts are listed, and stay open until a member resolves them.

import { changeFlow, mapDestinations, renameFlow, renameStep, type Edit } from "./edits";
import { sameJSON } from "./json";
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
 * The merged document in three versions; `mine` and `theirs` differ only at open conflicts.
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
  if (base === mine) {
    return { mine: reuse(mine, theirs) as FlowDocument, theirs, base: theirs, conflicts: [] };
  }
  if (base === theirs) return { mine, theirs: mine, base: theirs, conflicts: [] };
  const moved = withBlockMoves(base, mine, theirs);
  if (moved) {
    const result = mergeWithRenames(...moved, choices);
    const merged = reuse(mine, result.mine) as FlowDocument;
    if (result.conflicts.length === 0) {
      return { ...result, mine: merged, theirs: merged, base: theirs };
    }
  }
  return mergeWithRenames(base, mine, theirs, choices);
}

/** The documents after applying both sides' block moves to all of them; null if there are none. */
function withBlockMoves(...documents: [FlowDocument, FlowDocument, FlowDocument]) {
  let isMoved = false;
  const lists = documents.map(({ screens }) => [...screens ?? []]);
  const indicesOf = (name: unknown) => lists.map(
    (list) => list.findIndex((element) => (element as { name?: string } | null)?.name === name));
  for (const before of documents[0].screens ?? []) {
    const indices = indicesOf((before as { name?: string } | null)?.name);
    const [base, mine, theirs] = lists.map((list, side) => list[indices[side] ?? -1]);
    if (!base || !mine || !theirs || base === mine || base === theirs) continue;
    const moved = screenMerging().follow({ base, mine, theirs });
    if (!moved) continue;
    isMoved = true;
    [moved.base, moved.mine, moved.theirs].forEach((screen, side) => {
      lists[side]?.splice(indices[side] ?? 0, 1, screen as Json);
    });
  }
  const [base, mine, theirs] = documents.map(
    (document, index) => ({ ...document, screens: lists[index] ?? [] }));
  return isMoved && base && mine && theirs ? [base, mine, theirs] as const : null;
}

function mergeWithRenames(
  base: FlowDocument, mine: FlowDocument, theirs: FlowDocument,
  choices: ReadonlyMap<string, Choice>,
): Merge {
  const [myRenames, theirRenames] = renamesOf(base, mine, theirs);
  const merger = new Merger(choices);
  const merged = merger.merge(documentRule, [], {
    base: theirRenames.apply(myRenames.apply(base)), mine: theirRenames.apply(mine),
    theirs: myRenames.apply(theirs),
  });
  const result = withoutDanglingEdges(merged, choices);
  const hasConflicts = merger.collisions.length > 0;
  const nextBase = hasConflicts ? myRenames.revert(merged.base as FlowDocument) : theirs;
  return {
    mine: reuse(mine, result.mine) as FlowDocument,
    theirs: reuse(theirs, result.theirs) as FlowDocument,
    base: reuse(theirs, nextBase) as FlowDocument,
    conflicts: merger.collisions.map(conflictOf),
  };
}

/**
 * Applies the change between two documents to another one, without affecting later changes: for
 * undo and redo.
 */
export function transfer(
  from: FlowDocument, to: FlowDocument, document: FlowDocument,
): FlowDocument {
  if (document === from) return to;
  return merge(from, document, to).mine;
}

function conflictOf({ path, kind, base, mine, theirs, both }: Collision): Conflict {
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

// Choosing to remove a step also removes the edges that the other side has added to it.
function withoutDanglingEdges(merged: ThreeWay, choices: ReadonlyMap<string, Choice>): ThreeWay {
  const chosen: [flow: string, step: string][] = [...choices.keys()].flatMap((key) => {
    const path = JSON.parse(key) as Path;
    const [area, flow, list, step] = path;
    const isStep = path.length === 4 && area === "flows" && list === "steps";
    return isStep && flow !== undefined && step !== undefined ? [[flow, step]] : [];
  });
  const clean = (value: unknown) => chosen.reduce(
    (document, [flow, step]) => removeDanglingEdges(flow, step)(document), value as FlowDocument);
  return { mine: clean(merged.mine), theirs: clean(merged.theirs), base: merged.base };
}

/** Removes the edges to a step that does not exist. */
function removeDanglingEdges(flow: string, id: string): Edit {
  return changeFlow(flow, (old) => {
    if (old.steps.some((step) => step.id === id)) return old;
    const steps = old.steps.map((step) => mapDestinations(step, (destination) =>
      "to" in destination && destination.to === id ? null : destination));
    return { ...old, steps };
  });
}

// Renames --------------------------------------------------------------------------------------

interface Renames {
  apply: Edit;
  revert: Edit;
}

interface Rename {
  /** The flow's name in the base; the rename of a flow has no step. */
  flow: string;
  step?: string;
  to: string;
}

/**
 * Returns the renames of each side, which are also applied to the other side's document. An item
 * that the sides renamed differently becomes two.
 */
function renamesOf(
  base: FlowDocument, mine: FlowDocument, theirs: FlowDocument,
): [Renames, Renames] {
  const myRenames = findRenames(base, mine);
  const theirRenames = findRenames(base, theirs);
  const isUndisputed = (rename: Rename, others: Rename[]) => !others.some((other) =>
    other.flow === rename.flow && other.step === rename.step && other.to !== rename.to);
  return [
    editsFor(myRenames.filter((rename) => isUndisputed(rename, theirRenames))),
    editsFor(theirRenames.filter((rename) => isUndisputed(rename, myRenames))),
  ];
}

function findRenames(base: FlowDocument, side: FlowDocument): Rename[] {
  const flows = matchRenamed(base.flows, side.flows, (a, b) => {
    const names = new Set(a.steps.map((step) => step.id));
    return b.steps.filter((step) => names.has(step.id)).length * 2 > names.size;
  });
  const steps = side.flows.flatMap((flow) => {
    const from = flows.find(([, to]) => to === flow.id)?.[0] ?? flow.id;
    const before = base.flows.find(({ id }) => id === from);
    if (!before || before.steps === flow.steps) return [];
    return matchRenamed(before.steps, flow.steps, isSameStep)
      .map(([step, to]) => ({ flow: from, step, to }));
  });
  return [...steps, ...flows.map(([flow, to]) => ({ flow, to }))];
}

function editsFor(renames: Rename[]): Renames {
  const flows = renames.flatMap(({ flow, step, to }): [string, string][] =>
    (step === undefined ? [[flow, to]] : []));
  const steps = renames.flatMap(({ flow, step, to }) =>
    (step === undefined ? [] : [{ flow, from: step, to }]));
  const apply = (document: FlowDocument) => {
    const withSteps = steps.reduce((result, { flow, from, to }) => (
      canRename(result, flow, from, to) ? renameStep(flow, from, to)(result) : result), document);
    return flows.reduce((result, [from, to]) => (
      hasFlow(result, from) && !hasFlow(result, to) ? renameFlow(from, to)(result) : result),
    withSteps);
  };
  const revert = (document: FlowDocument) => {
    const withFlows = flows.reduce((result, [from, to]) => (
      hasFlow(result, to) && !hasFlow(result, from) ? renameFlow(to, from)(result) : result),
    document);
    return steps.reduce((result, { flow, from, to }) => (
      canRename(result, flow, to, from) ? renameStep(flow, to, from)(result) : result), withFlows);
  };
  return { apply, revert };
}

const hasFlow = (document: FlowDocument, id: string) =>
  document.flows.some((flow) => flow.id === id);

function canRename(document: FlowDocument, flow: string, from: string, to: string): boolean {
  const steps = document.flows.find(({ id }) => id === flow)?.steps ?? [];
  return steps.some((step) => step.id === from) && !steps.some((step) => step.id === to);
}

/** Pairs removed items with added ones that are otherwise the same. */
function matchRenamed<T extends { id: string }>(
  before: T[], after: T[], isSame: (a: T, b: T) => boolean,
): [from: string, to: string][] {
  const oldIDs = new Set(before.map(({ id }) => id));
  const newIDs = new Set(after.map(({ id }) => id));
  const added = after.filter(({ id }) => !oldIDs.has(id));
  return before.filter(({ id }) => !newIDs.has(id)).flatMap((removed): [string, string][] => {
    const index = added.findIndex((candidate) => isSame(removed, candidate));
    const [match] = index < 0 ? [] : added.splice(index, 1);
    return match ? [[removed.id, match.id]] : [];
  });
}

function isSameStep(a: Step, b: Step): boolean {
  if (a.screen !== b.screen) return false;
  const hasPorts = Object.keys(a.ports ?? {}).length > 0;
  return (a.content !== undefined && sameJSON(a.content, b.content))
    || (hasPorts && sameJSON(a.ports, b.ports));
}
