// Steps on the clipboard: as text, so that they can be pasted into another flow or window.

import type { CopiedSteps, Step } from "../document";

/** The text copied last in this page, for browsers that do not let a page read the clipboard. */
let last = "";

/** Stores copied steps for `lastCopiedText`; returns their text. */
export function storeCopiedSteps(steps: Step[], positions: CopiedSteps["positions"]): string {
  const copied: CopiedSteps = { kind: "flowmagic/steps", steps, positions };
  last = JSON.stringify(copied);
  return last;
}

/** Returns the text copied last in this page; empty if there is none. */
export function lastCopiedText(): string {
  return last;
}

/** The steps in a text; null if it is something else. */
export function parseCopiedSteps(text: string): CopiedSteps | null {
  try {
    const value = JSON.parse(text) as Partial<CopiedSteps> | null;
    if (value?.kind !== "flowmagic/steps" || !Array.isArray(value.steps)) return null;
    const isStep = (step: Partial<Step> | null) =>
      typeof step?.id === "string" && typeof step.screen === "string";
    if (value.steps.length === 0 || !value.steps.every(isStep)) return null;
    return { kind: "flowmagic/steps", steps: value.steps, positions: value.positions ?? {} };
  } catch {
    return null;
  }
}
