// The merging of drawn screens.
// NB: loaded with the screen editor, so that pages without it, which change no screens, load less;
// there screens are merged like any other value.

import { json, type Rule, type ThreeWay } from "./merger";

export interface ScreenMerging {
  /** Merges the list of screens. */
  rule: Rule;
  /** A screen in which each side has the moves of the other; null if nothing was moved. */
  follow(screens: ThreeWay): ThreeWay | null;
}

let merging: ScreenMerging = { rule: json, follow: () => null };

export const screenMerging = (): ScreenMerging => merging;

export function setScreenMerging(how: ScreenMerging): void {
  merging = how;
}
