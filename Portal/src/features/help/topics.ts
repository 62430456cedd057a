// The topics of the help, in order. The texts are in localization/.

export const topics = ["guidelines", "concepts", "how", "findings", "keys"] as const;
export type Topic = typeof topics[number];

/** The numbers of the guidelines. */
export const guidelineNumbers = [1, 2, 3, 4, 5, 6, 7] as const;

export const concepts = [
  "application", "screen", "port", "flow", "step", "route", "destination", "split", "content",
  "output", "attribute", "environment", "draft", "release", "session",
] as const;

export const instructions = [
  "re-route", "add", "rule", "skip", "split", "content", "copy", "why", "follow", "undo",
  "together", "offline", "mouse",
] as const;

/** Every code of the engine's findings; `scripts/check-portal` verifies that none is missing. */
export const findings = [
  "need-not-provided", "port-without-fallback", "unrouted-port", "dead-end", "unreachable-step",
  "unknown-screen", "missing-screen-in-build", "content-mismatch", "unknown-step", "unknown-flow",
  "unknown-port", "unknown-outcome", "missing-start", "no-flows", "shadowed-route",
  "overlapping-conditions", "flow-never-ends", "recursive-flow", "skip-cycle",
  "skip-without-next", "need-type-mismatch", "conflicting-output", "unknown-attribute",
  "unknown-output", "unknown-segment", "malformed-condition", "unknown-operator",
  "unsupported-pattern",
  "output-type-mismatch", "weights-do-not-add-up", "invalid-split", "conflicting-experiment",
  "duplicate-screen", "drawn-screen-in-code", "unknown-block", "unknown-property",
  "missing-property", "invalid-property", "screen-too-large", "misplaced-block",
  "unknown-binding", "duplicate-block", "block-not-in-build", "low-contrast",
  "unknown-string", "missing-translation", "unknown-placeholder", "empty-id", "duplicate-flow",
  "duplicate-step", "duplicate-port", "too-many-parts",
] as const;
