// The editor state that the list needs, in a form that re-renders a step only when it has changed.

import { useMemo } from "react";
import { edgesOf, noMarks, type Finding, type Flow, type Step } from "../../document";
import type { EditorModel } from "../../model/editor";
import { differenceText } from "../../model/sentences";
import { codeKind, type CodeKind } from "../../model/kinds";
import { useStore } from "../../model/store";
import { flowOrder, type Order } from "./order";

const none: readonly never[] = [];

export interface ListContent {
  flow: Flow | undefined;
  order: Order;
  findingsOf(step: string): readonly Finding[];
  /** Returns the number of a step's conflicts. */
  conflictsOf(step: string): number;
  declaredOf(screen: string): readonly string[];
  kindOf(screen: string): CodeKind | undefined;
  marksOf(step: string): string;
  /**
   * Returns the difference of a step from the live release, or from the draft; empty if there is
   * none.
   */
  differenceOf(step: string): string;
  /** Returns the missing destinations of a step's edges, joined with line breaks. */
  missingOf(step: Step): string;
  isHighlighted(step: string): boolean;
  screens: string[];
}

export function useListContent(editor: EditorModel): ListContent {
  const document = useStore(editor.draft.document);
  const flowId = useStore(editor.flow);
  const { findings } = useStore(editor.verification.state);
  const conflicts = useStore(editor.draft.state, (state) => state.conflicts);
  const markers = useStore(editor.markers);
  const spotlight = useStore(editor.spotlight);
  const declaredScreens = useStore(editor.screens);
  const differences = useStore(editor.marks, (marks) => marks.get(flowId) ?? noMarks);
  const rerouted = useMemo(() => new Set([...differences.edges.keys()].map(
    (key) => (JSON.parse(key) as [string, string])[1])), [differences]);
  const flow = document.flows.find((candidate) => candidate.id === flowId);
  const findingsByStep = useMemo(() => {
    const byStep = new Map<string, Finding[]>();
    for (const finding of findings) {
      if (finding.flow !== flowId || finding.step === undefined) continue;
      const all = byStep.get(finding.step) ?? [];
      all.push(finding);
      byStep.set(finding.step, all);
    }
    return byStep;
  }, [findings, flowId]);
  const declared = useMemo(
    () => new Map(declaredScreens.map((screen) => [screen.name, screen.ports])), [declaredScreens]);
  const order = useMemo(() => (flow
    ? flowOrder(flow, (screen) => declared.get(screen) ?? none)
    : { steps: [], unreachable: new Set<string>() }), [flow, declared]);
  const highlighted = useMemo(
    () => new Set(spotlight?.path.flatMap(({ flow, step }) => (flow === flowId ? [step] : []))),
    [spotlight, flowId]);
  const ids = useMemo(() => new Set(flow?.steps.map((step) => step.id)), [flow]);
  const screens = useMemo(() => [...new Set([
    ...declaredScreens.map((screen) => screen.name),
    ...document.flows.flatMap(({ steps }) => steps.map((step) => step.screen)),
  ])].sort(), [declaredScreens, document]);
  return {
    flow, order, screens,
    findingsOf: (step) => findingsByStep.get(step) ?? none,
    conflictsOf: (step) => conflicts.filter(
      (conflict) => conflict.flow === flowId && conflict.step === step).length,
    declaredOf: (screen) => declared.get(screen) ?? none,
    kindOf: (screen) => codeKind(declaredScreens.find(({ name }) => name === screen)),
    marksOf: (step) => markers.filter((marker) => marker.flow === flowId && marker.step === step)
      .map((marker) => marker.text).join(", "),
    differenceOf: (step) => {
      const mark = differences.steps.get(step) ?? (rerouted.has(step) ? "changed" : undefined);
      return mark ? differenceText(editor, mark) : "";
    },
    missingOf: (step) => edgesOf(flowId, step)
      .flatMap(({ target }) => (
        target.kind === "step" && !ids.has(target.step) ? [target.step] : []))
      .join("\n"),
    isHighlighted: (step) => highlighted.has(step),
  };
}
