// Findings about drawn screens in German; see findings-de.ts.

import type { FindingTexts } from "./texts";

export const screenFindings: FindingTexts = {
  "unknown-screen.drawn": [
    "zeigt den gezeichneten Bildschirm {screen}, aber kein genutzter Build kann gezeichnete "
      + "Bildschirme zeigen.",
    "Einen anderen Bildschirm wählen, oder zuerst einen Build ausliefern, der Bausteine zeigt.",
  ],
  "duplicate-screen": [
    "definiert den Bildschirm {screen} zweimal; nur der erste wird je gezeigt.",
    "Einen der beiden anders nennen.",
  ],
  "drawn-screen-in-code": [
    "definiert den Bildschirm {screen}, aber {builds:builds} hat einen Bildschirm dieses Namens im "
      + "Code, der dort gezeigt wird.",
    "Den gezeichneten Bildschirm anders nennen oder entfernen.",
  ],
  "unknown-block": [
    "definiert den Bildschirm {screen} mit einem Baustein vom Typ {name} bei {at:code}, den es "
      + "nicht gibt.",
    "Einen Typ wählen, den es gibt, oder in „else“ einen Ersatz angeben.",
  ],
  "unknown-property": [
    "definiert den Bildschirm {screen} mit der Eigenschaft {name} bei {at:code}, die ignoriert "
      + "wird: es gibt dort keine dieses Namens.",
    "Den Namen korrigieren oder die Eigenschaft entfernen.",
  ],
  "missing-property": [
    "definiert den Bildschirm {screen} mit etwas bei {at:code}, das nicht gezeigt wird, weil "
      + "{name} fehlt.",
    "{name} hinzufügen.",
  ],
  "invalid-property": [
    "hat bei {at:code}[[ des gezeichneten Bildschirms {screen}]] einen falschen Wert. Erwartet "
      + "wird {expected:expected}[[: {values:or}]].",
    "Den Wert korrigieren.",
  ],
  "screen-too-large": [
    "definiert den Bildschirm {screen} mit mehr als {limit} {what:expected}.",
    "Den Bildschirm in mehrere teilen.",
  ],
  "misplaced-block": [
    "definiert den Bildschirm {screen} mit einem Baustein bei {at:code}, der dort nicht stehen "
      + "kann: {why:expected}.",
    "Den Baustein verschieben oder entfernen.",
  ],
  "unknown-binding": [
    "definiert den Bildschirm {screen} mit {name} bei {at:code}, das es nicht gibt.",
    "Den Namen korrigieren, oder ihn deklarieren: als Zustand, Parameter oder Asset.",
  ],
  "duplicate-block": [
    "definiert den Bildschirm {screen} zweimal mit {name}, das zweite Mal bei {at:code}.",
    "Einen der beiden anders nennen.",
  ],
  "block-not-in-build.optional": [
    "definiert den Bildschirm {screen} mit einem Baustein bei {at:code}, den {builds:builds} nicht "
      + "zeigen kann[[ ({share:share} der Sitzungen der letzten 30 Tage)]]; dort fehlt er.",
    "Veröffentlichen, wenn es dort ohne den Baustein geht, oder in „else“ einen Ersatz angeben.",
  ],
  "block-not-in-build.needed": [
    "definiert den Bildschirm {screen} mit einem Baustein bei {at:code}, den {builds:builds} nicht "
      + "zeigen kann[[ ({share:share} der Sitzungen der letzten 30 Tage)]]; ohne ihn kann dort "
      + "niemand antworten oder weitergehen.",
    "In „else“ einen Ersatz angeben.",
  ],
  "block-not-in-build.no-exit": [
    "definiert den Bildschirm {screen}. In {builds:builds}[[ ({share:share} der Sitzungen der "
      + "letzten 30 Tage)]] geht es dort nicht weiter.",
    "Dem „else“, das diese Builds zeigen, eine Schaltfläche geben, die einen Ausgang nimmt.",
  ],
  "low-contrast": [
    "hat eine Gestaltung, in der {text} auf {background} {appearance:expected} den Kontrast "
      + "{ratio:ratio} hat; unter 4,5 können viele das nicht lesen.",
    "Eine der beiden Farben heller oder dunkler machen.",
  ],
};
