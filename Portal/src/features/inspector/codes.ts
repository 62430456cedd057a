// The parts of a step at which findings are shown, by code.

export const contentCodes = [
  "content-mismatch", "unknown-string", "missing-translation", "unknown-placeholder",
];
export const ruleCodes = [
  "malformed-condition", "unknown-operator", "unsupported-pattern", "output-type-mismatch",
  "unknown-segment", "unknown-attribute", "unknown-output", "skip-without-next",
  "skip-cycle",
];
