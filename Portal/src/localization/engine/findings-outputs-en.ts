// Findings about needs and outputs in English; see findings-en.ts.

import type { FindingTexts } from "./texts";

export const outputFindings: FindingTexts = {
  "need-not-provided": [
    "needs {key}, which users may not have entered[[ in {builds:builds}]].",
    "Put a step that provides it on every path to this step, or show this step only when it "
      + "exists.",
  ],
  "need-type-mismatch": [
    "needs {key} of type {type:types}, but {screen} provides it as {provided:types}.",
    "Declare the same type for both in the app's code.",
  ],
  "conflicting-output": [
    "stores its output as {key}, which {screen} also provides: the later of the two values "
      + "replaces the other.",
    "Give the step another id.",
  ],
  "conflicting-output.same-screen": [
    "stores its output as {key}, which is also one of several keys that its screen provides: "
      + "one of the two values replaces the other.",
    "Give the step another id.",
  ],
};
