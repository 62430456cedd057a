// The verifier's findings about a screen, at the blocks that they are about.

import type { Finding, FlowDocument } from "../../document";
import { blocksOf, drawnScreenOf, type BlockPath } from "../../document/blocks";

export interface LocatedFinding {
  finding: Finding;
  severity: Finding["severity"];
  /** The block, and the pointer of what is wrong in it. */
  path: BlockPath;
  pointer: string;
}

export interface BlockFindings {
  all: LocatedFinding[];
  at(path: BlockPath): LocatedFinding[];
}

/** The findings at the blocks of a screen, and those at steps that show it. */
export function findingsOf(
  findings: Finding[], document: FlowDocument, name: string,
): BlockFindings {
  const screen = drawnScreenOf(document, name);
  const index = document.screens?.findIndex((one) => one === screen) ?? -1;
  const paths = screen ? blocksOf(screen).map(({ path }) => path) : [];
  const start = `/screens/${index}`;
  const all = findings.flatMap((finding): LocatedFinding[] => {
    const { pointer, severity } = finding;
    if (pointer !== undefined && (pointer === start || pointer.startsWith(`${start}/`))) {
      const inner = pointer.slice(start.length);
      const path = paths.filter((one) => inner === one || inner.startsWith(`${one}/`)).at(-1);
      return [{ finding, severity, path: path ?? "/root", pointer: inner }];
    }
    return isAtStep(finding, document, name)
      ? [{ finding, severity, path: "/root", pointer: "/root" }] : [];
  });
  const byPath = new Map<BlockPath, LocatedFinding[]>();
  for (const one of all) byPath.set(one.path, [...byPath.get(one.path) ?? [], one]);
  return { all, at: (path) => byPath.get(path) ?? [] };
}

/** Whether a finding is about a step as a whole that shows the screen. */
function isAtStep({ flow, step, code }: Finding, document: FlowDocument, name: string): boolean {
  if (step === undefined || !["unknown-screen", "missing-screen-in-build"].includes(code)) {
    return false;
  }
  return document.flows.find((one) => one.id === flow)?.steps
    .find((one) => one.id === step)?.screen === name;
}
