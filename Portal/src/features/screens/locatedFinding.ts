// A finding with its location in a screen.

import type { Finding } from "../../document";
import { blocksOf, type BlockPath, type DrawnScreen } from "../../document/blocks";
import type { Appearance } from "../../document/theme";

/** The display options under which a problem of a screen is visible. */
export interface DisplayOptions { locale?: string; isLarge?: boolean; appearance?: Appearance }

export interface LocatedFinding {
  /** The verifier's code, or that of a suggestion. */
  code: string;
  severity: Finding["severity"] | "advice";
  /** The block, and the pointer of the problem, both relative to the screen. */
  path: BlockPath;
  pointer: string;
  text: string;
  fix: string;
  /** The name of its subject, such as a property or port. */
  name?: string;
  display?: DisplayOptions;
  /** The verifier's finding; undefined for a suggestion. */
  finding?: Finding;
}

/** A key to identify a finding across documents. */
export const keyOf = ({ code, pointer, name = "", text }: LocatedFinding): string =>
  JSON.stringify([code, pointer, name, code === "low-contrast" ? text : ""]);

/** The pointer of a finding's property; null if it is about the block or an unknown property. */
export function fieldOf({ code, path, pointer, name }: LocatedFinding): string | null {
  if (code === "missing-property" && name !== undefined) return `${pointer}/${name}`;
  return pointer === path || code === "unknown-property" ? null : pointer;
}

/** The innermost block at a pointer of a screen. */
export function blockPathAt(screen: DrawnScreen, pointer: string): BlockPath {
  return blocksOf(screen).map(({ path }) => path)
    .filter((path) => pointer === path || pointer.startsWith(`${path}/`)).at(-1) ?? "/root";
}
