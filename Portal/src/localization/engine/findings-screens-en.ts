// Findings about drawn screens in English; see findings-en.ts.

import type { FindingTexts } from "./texts";

export const screenFindings: FindingTexts = {
  "unknown-screen.drawn": [
    "shows drawn screen {screen}, but no build in use can show drawn screens.",
    "Choose another screen, or ship a build that shows blocks first.",
  ],
  "duplicate-screen": [
    "defines screen {screen} twice; only the first is ever shown.",
    "Give one of the two another name.",
  ],
  "drawn-screen-in-code": [
    "defines screen {screen}, but {builds:builds} has a screen of this name in its code, which its "
      + "users see instead.",
    "Give the drawn screen another name, or remove it.",
  ],
  "unknown-block": [
    "defines screen {screen} with a block of type {name} at {at:code}, which does not exist.",
    "Choose a type that exists, or give the block a fallback in “else”.",
  ],
  "unknown-property": [
    "defines screen {screen} with a property {name} at {at:code}, which is ignored: no property "
      + "has this name there.",
    "Correct the name, or remove the property.",
  ],
  "missing-property": [
    "defines screen {screen} with something at {at:code} that is not shown, because it lacks "
      + "{name}.",
    "Add {name}.",
  ],
  "invalid-property": [
    "has a value at {at:code}[[ of drawn screen {screen}]] that should be {expected:expected}"
      + "[[: {values:or}]].",
    "Correct the value.",
  ],
  "screen-too-large": [
    "defines screen {screen} with more than {limit} {what:expected}.",
    "Divide the screen into several.",
  ],
  "misplaced-block": [
    "defines screen {screen} with a block at {at:code} that cannot be there: {why:expected}.",
    "Move the block, or remove it.",
  ],
  "unknown-binding": [
    "defines screen {screen} with {name} at {at:code}, which does not exist.",
    "Correct the name, or declare it: as state, as a parameter or as an asset.",
  ],
  "duplicate-block": [
    "defines screen {screen} with {name} twice, the second time at {at:code}.",
    "Give one of the two another name.",
  ],
  "block-not-in-build.optional": [
    "defines screen {screen} with a block at {at:code} that {builds:builds} cannot show"
      + "[[ ({share:share} of the last 30 days' sessions)]]; users there do not see it.",
    "Publish if these users can do without the block, or give it a fallback in “else”.",
  ],
  "block-not-in-build.needed": [
    "defines screen {screen} with a block at {at:code} that {builds:builds} cannot show"
      + "[[ ({share:share} of the last 30 days' sessions)]]; without it users there cannot answer "
      + "or continue.",
    "Give the block a fallback in “else”.",
  ],
  "block-not-in-build.no-exit": [
    "defines screen {screen}, which has no exit in {builds:builds}"
      + "[[ ({share:share} of the last 30 days' sessions)]].",
    "Add a button that fires a port to the “else” that these builds show.",
  ],
  "low-contrast": [
    "has a theme in which {text} on {background} has a contrast of {ratio:ratio} in "
      + "{appearance:expected}; below 4.5 many people cannot read it.",
    "Make one of the two colors lighter or darker.",
  ],
};
