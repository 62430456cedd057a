// The context of the panel's parts: the step, and the suggestions.

import { createContext, useContext, useMemo } from "react";
import type { Build, Screen } from "../../api";
import type { Edit, Finding, FlowDocument, Step } from "../../document";
import { useEditor, type EditorModel } from "../../model/editor";
import { useStore } from "../../model/store";
import { attributesOf, type AttributeInfo } from "./rules/attributes";

export interface Inspector {
  editor: EditorModel;
  document: FlowDocument;
  flow: string;
  step: Step;
  canEdit: boolean;
  attributes: AttributeInfo[];
  segments: string[];
  /** The verifier's findings for this step. */
  findings: Finding[];
  /** The step's screen; see `screenOf`. */
  screen: Screen | undefined;
  /** Changes the document; edits with the same `mergeKey` are undone together. */
  apply(label: string, edit: Edit, mergeKey?: string): void;
}

const Context = createContext<Inspector | null>(null);
export const InspectorProvider = Context.Provider;

export function useInspector(): Inspector {
  const inspector = useContext(Context);
  if (!inspector) throw new Error("useInspector needs an InspectorProvider.");
  return inspector;
}

/** Returns the context for the panel of a step. */
export function useInspectorOf(flow: string, step: Step): Inspector {
  const editor = useEditor();
  const { application } = editor;
  const document = useStore(editor.draft.document);
  const reported = useStore(application.attributes);
  const builds = useStore(application.builds);
  const screens = useStore(editor.screens);
  const verification = useStore(editor.verification.state);
  const attributes = useMemo(
    () => attributesOf({ document, reported, builds: builds?.builds ?? [], flow, step: step.id }),
    [document, reported, builds, flow, step.id]);
  const findings = useMemo(
    () => verification.findings.filter(
      (finding) => finding.flow === flow && finding.step === step.id),
    [verification.findings, flow, step.id]);
  return {
    editor, document, flow, step, canEdit: editor.canEdit, attributes,
    segments: Object.keys(document.segments ?? {}), findings,
    screen: screenOf(step.screen, screens, builds?.builds ?? []),
    apply: (label, edit, mergeKey) => editor.draft.apply(label, edit, mergeKey),
  };
}

/** A screen as the first build in use declares it, otherwise another build or the document. */
export function screenOf(
  name: string, screens: Screen[], builds: Build[],
): Screen | undefined {
  const known = screens.find((screen) => screen.name === name);
  const order = [...builds].sort((a, b) => Number(b.inUse) - Number(a.inUse));
  for (const build of order) {
    const declared = build.manifest.screens?.find((screen) => screen.name === name);
    if (!declared) continue;
    const ports = (declared.ports ?? []).map((port) =>
      (typeof port === "string" ? port : port.name));
    return { builds: [], ...known, ...declared, ports };
  }
  return known;
}
