// Steps on the clipboard: as text, so that they can be pasted into another window, too.

import { pasteSteps, type CopiedSteps, type Step } from "../../document";
import type { EditorModel } from "../../model/editor";
import { t } from "../../words";

/** What was copied last in this page, for browsers that do not let a page read the clipboard. */
let last = "";

/** The steps of the flow that is looked at as a text for the clipboard. */
export function copiedText(editor: EditorModel, ids: Iterable<string>): string {
  const wanted = new Set(ids);
  const flow = editor.currentFlow;
  const steps = (flow?.steps ?? []).filter((step) => wanted.has(step.id));
  const known = editor.application.layout.get().flows[flow?.id ?? ""]?.steps ?? {};
  const places = Object.fromEntries(
    steps.flatMap((step) => (known[step.id] ? [[step.id, known[step.id]!]] : [])));
  const copied: CopiedSteps = { kind: "flowmagic/steps", steps, places };
  last = JSON.stringify(copied);
  return last;
}

export async function copy(editor: EditorModel, ids: Iterable<string>): Promise<void> {
  const text = copiedText(editor, ids);
  // A page without the right to write it still has it for itself.
  await navigator.clipboard?.writeText(text).catch(() => undefined);
}

/** What is on the clipboard, or what was copied last in this page. */
export async function clipboardText(): Promise<string> {
  const text = await navigator.clipboard?.readText().catch(() => "");
  return text && read(text) ? text : last;
}

/** Pastes steps into the flow that is looked at; gives their new ids, or null if there are none. */
export function paste(editor: EditorModel, text: string): string[] | null {
  const copied = read(text);
  const flow = editor.flow.get();
  if (!copied || !editor.canEdit || !editor.currentFlow) return null;
  const { edit, names } = pasteSteps(editor.draft.document.get(), flow, copied);
  editor.draft.apply(t("list.paste"), edit);
  return [...names.values()];
}

function read(text: string): CopiedSteps | null {
  try {
    const value = JSON.parse(text) as Partial<CopiedSteps> | null;
    if (value?.kind !== "flowmagic/steps" || !Array.isArray(value.steps)) return null;
    const isStep = (step: Partial<Step> | null) =>
      typeof step?.id === "string" && typeof step.screen === "string";
    if (value.steps.length === 0 || !value.steps.every(isStep)) return null;
    return { kind: "flowmagic/steps", steps: value.steps, places: value.places ?? {} };
  } catch {
    return null;
  }
}
