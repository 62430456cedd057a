// Findings about needs and outputs in German; see findings-de.ts.

import type { FindingTexts } from "./texts";

export const outputFindings: FindingTexts = {
  "need-not-provided": [
    "braucht {key}; das fehlt, wenn es auf dem Pfad hierher nicht eingegeben wurde[[ (in "
      + "{builds:builds})]].",
    "Auf jedem Pfad hierher einen Schritt einbauen, der es liefert, oder diesen nur dann zeigen.",
  ],
  "need-type-mismatch": [
    "braucht {key} als {type:types}, aber {screen} liefert es als {provided:types}.",
    "Im Code der App für beide denselben Typ deklarieren.",
  ],
  "conflicting-output": [
    "speichert seine Ausgabe als {key}, und auch {screen} liefert diesen Wert: der spätere der "
      + "beiden ersetzt den anderen.",
    "Dem Schritt eine andere ID geben.",
  ],
  "conflicting-output.same-screen": [
    "speichert seine Ausgabe als {key}, und das ist auch einer von mehreren Werten, die sein "
      + "Bildschirm liefert: einer der beiden ersetzt den anderen.",
    "Dem Schritt eine andere ID geben.",
  ],
};
