// Findings by location, in the engine's order: errors come first.

import { findingMessageKey } from "../../model/sentences";
import { stepKey, type Finding } from "../../document";

export interface FindingGroup {
  key: string;
  flow?: string;
  step?: string;
  findings: Finding[];
}

/** One group for each location; the one with the first error comes first. */
export function groupsOf(findings: Finding[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const key = stepKey(finding);
    const group = groups.get(key) ?? {
      key, flow: finding.flow, step: finding.step, findings: [],
    };
    groups.set(key, group);
    group.findings.push(finding);
  }
  return [...groups.values()];
}

/** A stable key of the finding. */
export function findingKey(finding: Finding): string {
  const { code, flow, step, port, route, pointer } = finding;
  return JSON.stringify([code, flow, step, port, route, pointer, findingMessageKey(finding)]);
}
