// The steps of the tour. A step watches the editor for the user's action, however it is performed.

import type { FlowDocument } from "../../../document";
import type { EditorModel } from "../../../model/editor";

/** The state of the editor when a step began. */
export interface InitialState {
  document: FlowDocument;
  /** The ports of all steps with their routes, as JSON. */
  edges: string;
  /** The number of findings; null until the document has been verified. */
  findings: number | null;
  /** The steps shown in the preview, as JSON. */
  previewed: string;
}

export interface TourStep {
  id: "route" | "break" | "finding" | "fix" | "try" | "compare" | "last";
  /** Selectors of its possible targets; the first one that is shown gets the ring. */
  targets: string[];
  /** A selector of what its text is about, besides the targets; the box does not cover it. */
  subject?: string;
  isDone(editor: EditorModel, before: InitialState): boolean;
}

const edgesIn = (document: FlowDocument) => JSON.stringify(
  document.flows.map((flow) => flow.steps.map((step) => step.ports)));
const countSteps = (document: FlowDocument) =>
  document.flows.reduce((sum, flow) => sum + flow.steps.length, 0);
const previewedSteps = (editor: EditorModel) => JSON.stringify(
  editor.markers.get().filter(({ kind }) => kind === "preview")
    .map(({ flow, step }) => [flow, step]));

/** Returns the number of findings; null while it is unknown. */
export function findingCount(editor: EditorModel): number | null {
  const { isCurrent, findings } = editor.verification.state.get();
  return isCurrent ? findings.length : null;
}

export function initialState(editor: EditorModel): InitialState {
  const document = editor.draft.document.get();
  return {
    document, edges: edgesIn(document), previewed: previewedSteps(editor),
    findings: findingCount(editor),
  };
}

const CANVAS = '[data-tour="canvas"]';
const LIST = '[data-tour="list"]';

/** A selector of what the box does not cover: the subject, and targets smaller than the page. */
export const subjectOf = ({ subject, targets }: TourStep): string => (
  [
    ...subject ? [subject] : [],
    ...targets.filter((target) => target !== CANVAS && target !== LIST),
  ].join());

export const tourSteps: TourStep[] = [
  {
    id: "route", targets: [CANVAS, LIST],
    isDone: ({ draft }, before) => draft.document.get() !== before.document
      && edgesIn(draft.document.get()) !== before.edges,
  },
  {
    id: "break", targets: [CANVAS, LIST], subject: '[data-node="Login"]',
    isDone: (editor, before) => {
      const count = findingCount(editor);
      // NB: findings from the previous step do not count.
      return count !== null && before.findings !== null && count > before.findings;
    },
  },
  {
    id: "finding", targets: ['[data-tour="findings"]'],
    isDone: (editor) => editor.panel.get() === "findings",
  },
  {
    id: "fix", targets: ['[data-tour="undo"]', '[data-tour="findings"]'],
    isDone: (editor, before) => {
      const count = findingCount(editor);
      return count !== null && before.findings !== null && (count < before.findings
        || countSteps(editor.draft.document.get()) > countSteps(before.document));
    },
  },
  {
    id: "try", targets: ['[data-tour="phone"]', '[data-tour="try"]'],
    isDone: (editor, before) => editor.panel.get() === "preview" && before.previewed !== "[]"
      && previewedSteps(editor) !== before.previewed,
  },
  {
    id: "compare", targets: ['[data-tour="difference"]', '[data-tour="publish"]'],
    isDone: () => document.querySelector('[data-tour="difference"]') !== null,
  },
  { id: "last", targets: ['[data-tour="help"]'], isDone: () => false },
];
