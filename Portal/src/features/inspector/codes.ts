// The codes of the findings that are shown at a part of a step: its content, or a condition.

export const contentCodes = [
  "content-mismatch", "unknown-string", "missing-translation", "unknown-placeholder",
];
export const ruleCodes = [
  "malformed-condition", "unknown-operator", "unsupported-pattern", "output-type-mismatch",
  "unknown-segment", "unknown-attribute", "unknown-output", "skip-without-next",
  "skip-cycle",
];
