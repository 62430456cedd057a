// The same finding at many locations, shown as one.

import { stepKey, type Finding, type Json, type JsonObject } from "../document";

export interface Repeat {
  key: string;
  /** The combined finding, with differing arguments replaced by “…”. */
  merged: Finding;
  findings: Finding[];
  /** The number of steps, or of flows for findings about flows. */
  count: number;
}

/** The minimum number of locations to combine findings. */
const MIN_COUNT = 3;

/** Replaces an argument that differs between the locations. */
const ELLIPSIS = "…";

/** The repeating findings, and the others, each in order. */
export function repeatsOf(findings: Finding[]): { repeats: Repeat[]; others: Finding[] } {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.flow === undefined) continue;
    const key = keyOf(finding);
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  const repeats: Repeat[] = [];
  const repeated = new Set<Finding>();
  for (const [key, group] of groups) {
    const count = new Set(group.map(stepKey)).size;
    if (count < MIN_COUNT) continue;
    repeats.push({ key, merged: mergedFinding(group), findings: group, count });
    for (const finding of group) repeated.add(finding);
  }
  return { repeats, others: findings.filter((finding) => !repeated.has(finding)) };
}

/**
 * Returns the key of repeating findings, in which names may differ, but numbers and lists may not.
 */
function keyOf(finding: Finding): string {
  const { messageId, severity, step, port, route } = finding;
  const fixed = Object.entries(finding.arguments)
    .filter(([, value]) => typeof value !== "string")
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(
    [severity, messageId, step === undefined, port === undefined, route ?? null, fixed]);
}

function mergedFinding(findings: Finding[]): Finding {
  const [first] = findings as [Finding];
  const values: JsonObject = {};
  for (const [name, value] of Object.entries(first.arguments)) {
    const isSame = findings.every(
      (finding) => JSON.stringify(finding.arguments[name]) === JSON.stringify(value));
    if (isSame) values[name] = value as Json;
    else if (typeof value === "string") values[name] = ELLIPSIS;
  }
  const isSamePort = findings.every((finding) => finding.port === first.port);
  const { path: _, pointer: __, ...rest } = first;
  return { ...rest, ...(isSamePort ? {} : { port: ELLIPSIS }), arguments: values };
}
