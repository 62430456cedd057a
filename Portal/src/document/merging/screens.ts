// The merging of drawn screens.
// NB: the implementation is loaded with the screen editor, so that pages without it, which change
// no screens, load less; on those, screens are merged like any other value.

import { json, type Rule, type ThreeWay } from "./merger";

export interface ScreenMerging {
  /** Merges the list of screens. */
  rule: Rule;
  /** The versions of a screen, each with the block moves of both sides; null without moves. */
  follow(screens: ThreeWay): ThreeWay | null;
}

let merging: ScreenMerging = { rule: json, follow: () => null };

export const screenMerging = (): ScreenMerging => merging;

export function setScreenMerging(implementation: ScreenMerging): void {
  merging = implementation;
}
