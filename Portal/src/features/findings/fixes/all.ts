// The quick fixes that all findings of a group of repeated ones have.

import type { Finding, FlowDocument, Manifest } from "../../../document";
import { quickFixesFor, type QuickFix } from "./index";

/** The codes that are fixed one by one, because fixing a finding changes the others' fixes. */
const fixedOneByOne = [
  "need-not-provided", "skip-cycle", "dead-end", "duplicate-flow", "duplicate-step",
  "missing-start", "conflicting-experiment",
];

/** A single fix, or one choice of several. */
interface Candidate { fix: QuickFix; group?: QuickFix }

const keyOf = (fix: QuickFix) => fix.forAll?.key ?? fix.label;

function candidatesOf(
  finding: Finding, document: FlowDocument, manifests: Manifest[],
): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>();
  for (const fix of quickFixesFor(finding, document, manifests)) {
    if (!fix.choices) candidates.set(keyOf(fix), { fix });
    for (const choice of fix.choices ?? []) {
      candidates.set(JSON.stringify([keyOf(fix), keyOf(choice)]), { fix: choice, group: fix });
    }
  }
  return candidates;
}

/** The fixes that all of the findings share, each as one edit. */
export function fixesForAll(
  findings: Finding[], document: FlowDocument, manifests: Manifest[],
): QuickFix[] {
  const [first, ...rest] = findings;
  if (!first || fixedOneByOne.includes(first.code)) return [];
  const common = candidatesOf(first, document, manifests);
  for (const finding of rest) {
    if (common.size === 0) return [];
    const theirs = candidatesOf(finding, document, manifests);
    for (const key of common.keys()) if (!theirs.has(key)) common.delete(key);
  }
  // NB: from the end, so that removals do not shift the routes that are still to be processed.
  const editAll = (key: string) => (original: FlowDocument) => [...findings].reverse().reduce(
    (current, finding) => (
      candidatesOf(finding, current, manifests).get(key)?.fix.edit?.(current) ?? current),
    original);
  const fixes: QuickFix[] = [];
  const menus = new Map<string, QuickFix[]>();
  for (const [key, { fix, group }] of common) {
    const forAll = { label: fix.forAll?.label ?? fix.label, edit: editAll(key) };
    if (!group) {
      fixes.push(forAll);
      continue;
    }
    const menu = menus.get(keyOf(group)) ?? [];
    if (menu.length === 0) {
      menus.set(keyOf(group), menu);
      fixes.push({ label: group.forAll?.label ?? group.label, choices: menu });
    }
    menu.push(forAll);
  }
  return fixes;
}
