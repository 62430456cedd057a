// Changes and phrases in German; template.ts explains the placeholders.

import type { ChangeTexts, EnginePhrases } from "./texts";

export const changes: ChangeTexts = {
  "application-changed.named": "Die Anwendung heißt jetzt {application}.",
  "application-changed.unnamed": "Die Anwendung hat keinen Namen mehr.",
  "application-changed": "Die Anwendung heißt jetzt {application} statt {before}.",
  "flow-order-changed.first": "Die Anwendung beginnt jetzt mit dem Ablauf {flow} statt {before}.",
  "flow-order-changed": "Die Abläufe haben eine andere Reihenfolge.",
  "flow-added": "Neuer Ablauf {flow} mit {steps|# Schritt|# Schritten}.",
  "flow-removed": "Der Ablauf {flow} wurde entfernt.",
  "start-changed": "Der Ablauf {flow} beginnt jetzt bei {start} statt {before}.",
  "step-added":
    "Neuer Schritt {step} (Bildschirm {screen}[[, Abschnitt {section}]]).",
  "step-removed": "Der Schritt {step} wurde entfernt.",
  "screen-changed": "{step} zeigt jetzt den Bildschirm {screen} statt {before}.",
  "content-changed.added": "{step}: Der Inhalt ist neu.",
  "content-changed.removed": "{step}: Der Inhalt wurde entfernt.",
  "content-changed": "{step}: Der Inhalt ist anders: {differences:differences}.",
  "show-when-changed.always":
    "{step} wird jetzt immer gezeigt; vorher nur, wenn gilt: {before:condition}.",
  "show-when-changed":
    "{step} wird nur noch gezeigt, wenn gilt: {condition:condition}[[; vorher, wenn gilt: "
      + "{before:condition}]].",
  "port-added": "{step}: {port} führte bisher nirgendwohin; jetzt: {routes:routes}.",
  "port-added.unrouted": "{step}: Der Ausgang {port} ist neu.",
  "port-removed": "{step}: {port} führt nirgendwo mehr hin.",
  "route-added": "{step}, {port}: {route:now}.",
  "route-removed": "{step}, {port}: {route:gone}.",
  "route-removed.elsewhere":
    "{step}, {port}: Eine Route wurde entfernt ({route:past}); eine andere führt noch dorthin.",
  "condition-changed.removed":
    "{step}, {port}: {target:now}, wenn keine frühere Route zutrifft; vorher, wenn gilt: "
      + "{before:condition}.",
  "condition-changed.added":
    "{step}, {port}: {target:now}, wenn gilt: {condition:condition}; vorher immer.",
  "condition-changed":
    "{step}, {port}: {target:now}, wenn gilt: {condition:condition}; vorher, wenn gilt: "
      + "{before:condition}.",
  "destination-changed": "{step}, {port}: {route:now}; vorher: {before:past}.",
  "destination-changed.variant":
    "{step}, {port}: Das Experiment {experiment} schickt {variant} jetzt anderswohin: "
      + "{destination:route}; vorher: {before:past}.",
  "route-order-changed":
    "{step}, {port}: Die Routen werden jetzt in anderer Reihenfolge geprüft: {routes:targets}.",
  "split-settings-changed.experiment":
    "{step}, {port}: Jetzt läuft das Experiment {experiment} statt {before}.",
  "split-settings-changed.identity":
    "{step}, {port}: Das Experiment {experiment} teilt jetzt nach {by:identity} statt "
      + "{before:identity} zu.",
  "split-settings-changed.seed":
    "{step}, {port}: Das Experiment {experiment} verteilt die Varianten neu; manche bekommen "
      + "dadurch eine andere.",
  "split-settings-changed.coverage":
    "{step}, {port}: Das Experiment {experiment} umfasst jetzt {coverage:percent} statt "
      + "{before:percent}.",
  "split-settings-changed.namespace":
    "{step}, {port}: Das Experiment {experiment} läuft jetzt {namespace:namespace}; vorher "
      + "{before:namespace}.",
  "split-variants-changed.added":
    "{step}, {port}: Das Experiment {experiment} hat jetzt auch {variant}: {destination:route}.",
  "split-variants-changed.removed":
    "{step}, {port}: Das Experiment {experiment} hat {variant} nicht mehr.",
  "split-variants-changed.order":
    "{step}, {port}: Das Experiment {experiment} hat die Varianten in anderer Reihenfolge: "
      + "{variants}; manche bekommen dadurch eine andere.",
  "split-shares-changed":
    "{step}, {port}: Das Experiment {experiment} verteilt jetzt {variants:shares}; vorher "
      + "{before:shares}.",
  "section-changed.added": "Neuer Abschnitt {section}[[ mit {steps:values}]].",
  "section-changed.removed": "Der Abschnitt {section} wurde entfernt.",
  "section-changed": "Der Abschnitt {before} heißt jetzt {section}.",
  "section-changed.gained":
    "Der Abschnitt {section} hat jetzt {steps:values}[[, aus dem Abschnitt {before}]].",
  "section-changed.lost": "Der Abschnitt {section} hat {steps:values} nicht mehr.",
  "drawn-screen-changed.added": "Neuer gezeichneter Bildschirm {screen}.",
  "drawn-screen-changed.removed": "Der gezeichnete Bildschirm {screen} wurde entfernt.",
  "drawn-screen-changed": "Gezeichneter Bildschirm {screen}: {differences:differences}.",
  "language-changed.added": "Neue Sprache {locale} mit {texts|# Text|# Texten}.",
  "language-changed.removed": "Die Texte der Sprache {locale} wurden entfernt.",
  "language-changed.default-named": "Die Standardsprache ist jetzt {locale}.",
  "language-changed.default-unnamed": "Es gibt keine Standardsprache mehr.",
  "language-changed.default": "Die Standardsprache ist jetzt {locale} statt {before}.",
  "language-changed.supported": "Neue unterstützte Sprache: {locale}.",
  "language-changed.unsupported": "Nicht mehr unterstützte Sprache: {locale}.",
  "text-added": "Neuer Text {key} in der Sprache {locale}: {text}.",
  "text-removed": "Der Text {key} der Sprache {locale} wurde entfernt.",
  "text-changed": "Der Text {key} der Sprache {locale} lautet jetzt {text} statt {before}.",
  "segment-changed.added": "Neues Segment {segment} mit {values|# Wert|# Werten}.",
  "segment-changed.removed": "Das Segment {segment} wurde entfernt.",
  "segment-changed.gained": "Das Segment {segment} hat jetzt {added:values}.",
  "segment-changed.lost": "Das Segment {segment} hat {removed:values} nicht mehr.",
  "segment-changed":
    "Das Segment {segment} hat jetzt {added:values} und nicht mehr {removed:values}.",
  "attribute-changed.added": "Neues Attribut {attribute} vom Typ {type:type}.",
  "attribute-changed.removed": "Das Attribut {attribute} wurde entfernt.",
  "attribute-changed":
    "Das Attribut {attribute} ist jetzt vom Typ {type:type} statt {before:type}.",
  "unknown-changed.added": "Die Zusatzangabe {member} {owner:owner} ist neu.",
  "unknown-changed": "Die Zusatzangabe {member} {owner:owner} ist anders.",
  "unknown-changed.removed": "Die Zusatzangabe {member} {owner:owner} wurde entfernt.",
};

/** The phrases that arguments are formatted with. */
export const phrases: EnginePhrases = {
  quoted: "„{text}“", and: " und ", or: " oder ", orElse: " oder sonst ",
  more: "{count} weitere",
  invalidCondition: "hat eine ungültige Bedingung: {text}",
  whole: "der Inhalt", nameless: "ohne Namen", builds: "{names|Build|Builds} {list}",
  percent: "{number} %", under: "unter 1 %",
  location: {
    route: "Route {number} am Ausgang {port} von Schritt {step} im Ablauf {flow}",
    port: "der Ausgang {port} von Schritt {step} im Ablauf {flow}",
    step: "der Schritt {step} im Ablauf {flow}", flow: "der Ablauf {flow}",
    document: "das Dokument",
  },
  json: {
    null: "nichts", boolean: "Ja oder Nein", number: "eine Zahl", string: "ein Text",
    array: "eine Liste", object: "ein Objekt",
  },
  expected: {
    object: "ein Objekt",
    state: "ein Typ und ein Anfangswert",
    boolean: "true oder false",
    number: "eine Zahl, die hier möglich ist",
    enum: "einer der erlaubten Werte",
    name: "ein Name",
    text: "ein Text, oder der Schlüssel eines Textes",
    value: "ein Wert des Typs",
    path: "ein Pfad wie „output.email“",
    condition: "eine Bedingung",
    actions: "eine Liste von höchstens vier Aktionen",
    action: "eine Aktion: fire, back, set, open oder call",
    last: "die letzte Aktion, weil sie den Bildschirm verlässt",
    block: "ein Baustein mit einem Typ",
    list: "eine Liste, die nicht zu lang ist",
    date: "ein Tag wie „2026-12-31“ oder „today+14d“",
    pattern: "ein Muster, das in linearer Zeit geprüft wird",
    color: "eine Farbe wie „#1F57D6“",
    bytes: "Bytes",
    blocks: "Bausteinen",
    levels: "Ebenen verschachtelter Bausteine",
    fields: "Feldern",
    fieldInList: "ein Feld in einer Liste gäbe es viele Male unter einem Namen",
    carousel: "ein Karussell hat entweder children, oder from und item",
    footer: "ein footer ist der letzte Baustein eines Bildschirms, der mit einer Spalte beginnt",
    light: "im hellen Erscheinungsbild",
    dark: "im dunklen Erscheinungsbild",
  },
  types: {
    string: "Text", number: "Zahl", integer: "ganze Zahl", boolean: "Ja/Nein", date: "Datum",
    version: "Version", array: "Liste", object: "Objekt", any: "beliebig", null: "nichts",
  },
  leads: {
    does: "führt", now: "führt jetzt", gone: "führt nicht mehr", past: "führte",
    rest: " zu {to}",
  },
  ends: {
    does: "beendet den Ablauf", now: "beendet den Ablauf jetzt",
    gone: "beendet den Ablauf nicht mehr", past: "beendete den Ablauf", rest: " mit {to}",
  },
  enters: {
    does: "führt", now: "führt jetzt", gone: "führt nicht mehr", past: "führte",
    rest: " in den Ablauf {to}",
  },
  runs: {
    does: "hat", now: "hat jetzt", gone: "hat nicht mehr", past: "hatte",
    rest: " das Experiment {to} mit {shares}",
  },
  when: ", wenn gilt: {condition}", where: "; dort: {list}", otherOutcome: "jedes andere Ergebnis",
  end: "das Ende mit {to}", experiment: "das Experiment {to}", flow: "der Ablauf {to}",
  styles: {
    sheet: " als Sheet", cover: " als Vollbild", replace: " anstelle dieses Bildschirms",
    root: " als Neustart",
  },
  nothing: "nichts", equalShare: "gleicher Anteil {variant}", share: "{share} {variant}",
  range: "alle von {from} bis {to} {variant}",
  noNamespace: "außerhalb jedes Namensraums",
  namespace: "im Namensraum {name} von {from} bis {to}",
  isNew: "{name} ist neu", wasRemoved: "{name} wurde entfernt", isDifferent: "{name} ist anders",
  isNow: "{name} ist jetzt {value} statt {before}",
  owners: {
    flow: "am Ablauf {name}", experiment: "am Experiment {name}", variant: "an der Variante {name}",
    step: "am Schritt {name}", route: "an einer Route am Ausgang {port} von Schritt {name}",
    document: "am Dokument",
  },
  condition: {
    always: "immer", never: "nie (fehlerhafte Bedingung)",
    not: "nicht ({value})",
    answer: "Ausgabe von {name}",
    neverMatches: "passt nie (fehlerhafte Bedingung)",
    unknownOperator: "passt nie (Operator {value} ist unbekannt)",
    missing: "fehlt", exists: "ist vorhanden", is: "ist {value}", isNot: "ist nicht {value}",
    oneOf: "ist eines von {value}", noneOf: "ist keines von {value}", contains: "enthält {value}",
    ignoringCase: "{value} (ohne Groß-/Kleinschreibung)", type: "ist vom Typ {value}",
    pattern: "passt zum Muster {value}", inSegment: "ist im Segment {value}",
    notInSegment: "ist nicht im Segment {value}", size: "hat {value} {value|Eintrag|Einträge}",
    sizeThat: "hat eine Zahl von Einträgen, die {value}",
    entryThat: "hat einen Eintrag, der {value}",
    entryWhere: "hat einen Eintrag, für den gilt: {value}", notSo: "passt nicht ({value})",
    $lt: "ist weniger als {value}", $lte: "ist höchstens {value}", $gt: "ist mehr als {value}",
    $gte: "ist mindestens {value}", $vlt: "ist unter {value}", $vlte: "ist höchstens {value}",
    $vgt: "ist über {value}", $vgte: "ist mindestens {value}",
  },
  attributes: {
    country: "Land", locale: "Sprache", platform: "Plattform", appVersion: "App-Version",
    build: "Build", userId: "Nutzer-ID",
  },
};
