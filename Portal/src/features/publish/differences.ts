// Differences between two documents, computed in the worker, and their positions on the canvas.

import { useEffect, useMemo, useState } from "react";
import { flowOf, type Change, type FlowDocument } from "../../document";
import { diff } from "../../engine";
import { releaseDocument } from "../../model/releases";
import type { Spotlight, SpotlightTarget } from "../../model/editor";

/** The kind of a change, as its icon shows it. */
export type Mark = "added" | "removed" | "changed" | "rerouted";

export function markOf(change: Change): Mark {
  if (change.kind.endsWith("-added")) return "added";
  if (change.kind.endsWith("-removed")) return "removed";
  return change.kind === "destination-changed" ? "rerouted" : "changed";
}

export interface Differences {
  /** Null until they are computed for the first time, and after a failure. */
  changes: Change[] | null;
  /** Whether they belong to the given documents. */
  isCurrent: boolean;
  failure: string | null;
  /** The compared documents; null until they are compared for the first time. */
  from: FlowDocument | null;
  to: FlowDocument | null;
}

/** Returns the differences between two documents; null stands for one that is not loaded yet. */
export function useDifferences(
  from: FlowDocument | null, to: FlowDocument | null,
): Differences {
  const [state, setState] = useState<{
    from: FlowDocument | null; to: FlowDocument | null; changes: Change[] | null;
    failure: string | null;
  }>({ from: null, to: null, changes: null, failure: null });
  useEffect(() => {
    if (!from || !to) return;
    let isActive = true;
    diff(from, to).then(
      (changes) => isActive && setState({ from, to, changes, failure: null }),
      (error: Error) => isActive && setState({ from, to, changes: null, failure: error.message }));
    return () => {
      isActive = false;
    };
  }, [from, to]);
  const isCurrent = from !== null && state.from === from && state.to === to;
  const { changes, from: before, to: after } = state;
  return { changes, isCurrent, failure: isCurrent ? state.failure : null, from: before, to: after };
}

/**
 * A release's document; null until it is loaded. An environment without a release has an empty one.
 */
export function useRelease(
  application: string, number: number | undefined,
): { document: FlowDocument | null; failure: unknown } {
  const [state, setState] = useState<{
    number?: number; document: FlowDocument | null; failure: unknown;
  }>({ document: null, failure: null });
  useEffect(() => {
    if (number === undefined) return;
    let isActive = true;
    releaseDocument(application, number).then(
      (document) => isActive && setState({ number, document, failure: null }),
      (failure) => isActive && setState({ number, document: null, failure }));
    return () => {
      isActive = false;
    };
  }, [application, number]);
  const emptyDocument = useMemo(
    (): FlowDocument => ({ schema: 1, application, flows: [] }), [application]);
  if (number === undefined) return { document: emptyDocument, failure: null };
  return state.number === number ? state : { document: null, failure: null };
}

/** The steps and ports with differences. */
function spotlightTargets(changes: Change[], document: FlowDocument): SpotlightTarget[] {
  const targets = new Map<string, SpotlightTarget>();
  for (const change of changes) {
    const { flow, step, port } = change;
    if (flow === undefined) continue;
    const exists = flowOf(document, flow)?.steps.some(({ id }) => id === step);
    if (step === undefined || !exists) continue;
    const isStep = change.kind.startsWith("step-");
    const key = JSON.stringify([flow, step, isStep ? undefined : port]);
    if (!targets.has(key)) {
      targets.set(key, { flow, step, ...(isStep ? {} : { port }), change: markOf(change) });
    }
  }
  return [...targets.values()];
}

/** The spotlight on a document's differences. */
export function spotlightOf(
  changes: Change[], document: FlowDocument, text: string,
): Spotlight | null {
  const path = spotlightTargets(changes, document);
  return path.length === 0 ? null : { text, kind: "change", path };
}

export interface FlowChanges {
  /** Undefined for changes outside flows, such as texts and attributes. */
  flow?: string;
  steps: { step?: string; changes: Change[] }[];
}

/** Differences by flow and step, in order. */
export function groupedByFlow(changes: Change[]): FlowChanges[] {
  const flows = new Map<string | undefined, Map<string | undefined, Change[]>>();
  for (const change of changes) {
    const flow = flows.get(change.flow) ?? new Map<string | undefined, Change[]>();
    flows.set(change.flow, flow);
    const step = change.flow === undefined ? undefined : change.step;
    flow.set(step, [...flow.get(step) ?? [], change]);
  }
  return [...flows].map(([flow, steps]) => ({
    flow, steps: [...steps].map(([step, stepChanges]) => ({ step, changes: stepChanges })),
  }));
}
