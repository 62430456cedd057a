// Findings by their place, in the order in which the engine reports them: errors come first.

import { findingMessage } from "../../model/sentences";
import type { Finding } from "../../document";

export interface FindingGroup {
  key: string;
  flow?: string;
  step?: string;
  findings: Finding[];
}

/** One group for each place; that with the first error is first. */
export function groupsOf(findings: Finding[]): FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.flow, finding.step]);
    const group = groups.get(key) ?? {
      key, flow: finding.flow, step: finding.step, findings: [],
    };
    groups.set(key, group);
    group.findings.push(finding);
  }
  return [...groups.values()];
}

/** A text that stays the same as long as the finding is the same. */
export function findingKey(finding: Finding): string {
  const { code, flow, step, port, route, pointer } = finding;
  return JSON.stringify([code, flow, step, port, route, pointer, findingMessage(finding)]);
}
