// Copies steps as text, so that they can be pasted into another window, too.

import { pasteSteps } from "../../document";
import * as copied from "../../model/copied";
import type { EditorModel } from "../../model/editor";
import { t } from "../../localization";

/** The steps of the current flow as text for the clipboard. */
export function copiedText(editor: EditorModel, ids: Iterable<string>): string {
  const copiedIds = new Set(ids);
  const flow = editor.currentFlow;
  const steps = (flow?.steps ?? []).filter((step) => copiedIds.has(step.id));
  const all = editor.application.layout.get().flows[flow?.id ?? ""]?.steps ?? {};
  const positions = Object.fromEntries(
    steps.flatMap((step) => (all[step.id] ? [[step.id, all[step.id]!]] : [])));
  return copied.storeCopiedSteps(steps, positions);
}

export async function copy(editor: EditorModel, ids: Iterable<string>): Promise<void> {
  const text = copiedText(editor, ids);
  // Without clipboard permission, the text can still be pasted in this page.
  await navigator.clipboard?.writeText(text).catch(() => undefined);
}

/** Returns the text on the clipboard, or the text copied last in this page. */
export async function clipboardText(): Promise<string> {
  const text = await navigator.clipboard?.readText().catch(() => "");
  return text && copied.parseCopiedSteps(text) ? text : copied.lastCopiedText();
}

/** Pastes steps into the current flow; returns their new ids, or null if nothing was pasted. */
export function paste(editor: EditorModel, text: string): string[] | null {
  const steps = copied.parseCopiedSteps(text);
  const flow = editor.flow.get();
  if (!steps || !editor.canEdit || !editor.currentFlow) return null;
  const { edit, names } = pasteSteps(editor.draft.document.get(), flow, steps);
  editor.draft.apply(t("list.paste"), edit);
  return [...names.values()];
}
