// The safe quick fixes for each code of docs/findings.md: each removes the finding and adds no
// error (fixes.test.ts checks all of them with the verifier).

import type { Finding, FlowDocument, Manifest } from "../../../document";
import { fixContext, type FixContext, type QuickFix } from "./context";
import {
  neverTaken, outputType, unknownAttribute, unknownOperator, unknownOutput, unknownSegment,
} from "./conditions";
import { contentMismatch, missingTranslation, unknownPlaceholder, unknownString } from "./content";
import {
  duplicateFlow, duplicateStep, emptyId, missingStart, noFlows, unknownScreen, unreachableStep,
} from "./names";
import { needNotProvided } from "./needs";
import {
  conflictingExperiment, deadEnd, invalidSplit, skipCycle, portWithoutFallback,
  shadowedRoute, unknownOutcome, unknownPort, unknownTarget, unroutedPort, skipFixes,
  weightsDoNotAddUp,
} from "./routes";

export type { QuickFix } from "./context";

/** The codes without a safe fix: they need code, another build, or a decision. */
export const withoutFix = [
  "too-many-parts", "duplicate-port", "overlapping-conditions", "flow-never-ends",
  "recursive-flow", "need-type-mismatch",
  // Conditions that read the name may mean either value.
  "conflicting-output",
  // Drawn screens are not edited on the canvas.
  "duplicate-screen", "drawn-screen-in-code", "unknown-block", "unknown-property",
  "missing-property", "invalid-property", "screen-too-large", "misplaced-block",
  "unknown-binding", "duplicate-block", "block-not-in-build", "low-contrast",
] as const;

const factories: { [code: string]: (context: FixContext) => QuickFix[] } = {
  "no-flows": noFlows,
  "empty-id": emptyId,
  "duplicate-flow": duplicateFlow,
  "duplicate-step": duplicateStep,
  "missing-start": missingStart,
  "unknown-screen": unknownScreen,
  "missing-screen-in-build": (context) => (
    context.finding.severity === "error" ? skipFixes(context) : []),
  "unknown-port": unknownPort,
  "unrouted-port": unroutedPort,
  "content-mismatch": contentMismatch,
  "unknown-step": unknownTarget,
  "unknown-flow": unknownTarget,
  "unknown-outcome": unknownOutcome,
  "unknown-segment": unknownSegment,
  "unknown-attribute": unknownAttribute,
  "unknown-output": unknownOutput,
  "malformed-condition": neverTaken,
  "unknown-operator": unknownOperator,
  "unsupported-pattern": neverTaken,
  "output-type-mismatch": outputType,
  "port-without-fallback": portWithoutFallback,
  "shadowed-route": shadowedRoute,
  "weights-do-not-add-up": weightsDoNotAddUp,
  "invalid-split": invalidSplit,
  "conflicting-experiment": conflictingExperiment,
  "unreachable-step": unreachableStep,
  "dead-end": deadEnd,
  "skip-cycle": skipCycle,
  "skip-without-next": skipFixes,
  "need-not-provided": needNotProvided,
  "unknown-string": unknownString,
  "missing-translation": missingTranslation,
  "unknown-placeholder": unknownPlaceholder,
};

/** The codes with quick fixes. */
export const fixableCodes = Object.keys(factories);

/** Returns the quick fixes for a finding, the most likely first. */
export function quickFixesFor(
  finding: Finding, document: FlowDocument, manifests: Manifest[],
): QuickFix[] {
  if (finding.count !== undefined) return [];
  return factories[finding.code]?.(fixContext(finding, document, manifests)) ?? [];
}
