// A finding at its place in a screen.

import type { Finding } from "../../document";
import { blocksOf, type BlockPath, type DrawnScreen } from "../../document/blocks";
import type { Appearance } from "../../document/theme";

/** The way of drawing a screen in which a flaw of it is seen. */
export interface Look { locale?: string; isLarge?: boolean; appearance?: Appearance }

export interface LocatedFinding {
  /** The verifier's code, or that of an advice. */
  code: string;
  severity: Finding["severity"] | "advice";
  /** The block, and the pointer of what is wrong in it, both in the screen. */
  path: BlockPath;
  pointer: string;
  text: string;
  fix: string;
  /** The name that it is about, such as that of a property or port. */
  name?: string;
  look?: Look;
  /** The verifier's finding; none for advice. */
  finding?: Finding;
}

/** Whether two are the same, in one document or another. */
export const keyOf = ({ code, pointer, name = "", text }: LocatedFinding): string =>
  JSON.stringify([code, pointer, name, code === "low-contrast" ? text : ""]);

/** The pointer of the property that a finding is about; null for one about a whole block. */
export function fieldOf({ code, path, pointer, name }: LocatedFinding): string | null {
  if (code === "missing-property" && name !== undefined) return `${pointer}/${name}`;
  return pointer === path || code === "unknown-property" ? null : pointer;
}

/** The innermost block at a pointer of a screen. */
export function blockPathAt(screen: DrawnScreen, pointer: string): BlockPath {
  return blocksOf(screen).map(({ path }) => path)
    .filter((one) => pointer === one || pointer.startsWith(`${one}/`)).at(-1) ?? "/root";
}
