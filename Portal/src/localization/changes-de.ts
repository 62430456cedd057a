// Differences between documents, as the engine says them in English, on German.

const attributes: Record<string, string> = {
  country: "Land", locale: "Sprache", platform: "Plattform", "app version": "App-Version",
  build: "Build", "user id": "Nutzer-ID",
};

/** In this order: what is longer comes before what it holds. */
const phrases: [RegExp, string][] = [
  // The whole
  [/^The application now starts with the flow (\S+) instead of (\S+)\.$/,
    "Die Anwendung beginnt jetzt mit dem Ablauf $1 statt $2."],
  [/^The flows stand in another order\.$/, "Die Abläufe stehen in anderer Reihenfolge."],
  [/^The flow (\S+) is new, with (\d+) steps?\.$/, "Neuer Ablauf $1 (Schritte: $2)."],
  [/^The flow (\S+) was removed\.$/, "Der Ablauf $1 wurde entfernt."],
  [/^The flow (\S+) now starts at (\S+) instead of (\S+)\.$/,
    "Der Ablauf $1 beginnt jetzt bei $2 statt $3."],
  [/^The step (\S+) is new; it shows the screen (\S+)\.$/, "Neuer Schritt $1 (Bildschirm $2)."],
  [/^The step (\S+) was removed\.$/, "Der Schritt $1 wurde entfernt."],
  [/^(\S+) now shows the screen (\S+) instead of (\S+)\.$/,
    "$1 zeigt jetzt den Bildschirm $2 statt $3."],
  [/^On (\S+), the content was removed\.$/, "$1: Der Inhalt wurde entfernt."],
  [/^On (\S+), the content is new\.$/, "$1: Der Inhalt ist neu."],
  [/^On (\S+), the content changed: /, "$1: Der Inhalt ist anders: "],
  [/^(\S+) is now always shown; before, only when /,
    "$1 wird jetzt immer gezeigt; vorher nur, wenn gilt: "],
  [/^(\S+) is now shown only when /, "$1 wird nur noch gezeigt, wenn gilt: "],
  [/^On (\S+), the port (\S+) was removed\.$/, "$1: $2 führt nirgendwo mehr hin."],
  [/^On (\S+), the port (\S+) is new: it /, "$1: $2 führte bisher nirgendwohin; jetzt: "],
  [/^On (\S+), the port (\S+) is new\.$/, "$1: Der Ausgang $2 ist neu."],
  [/^(\S+) is a new language with (\d+) texts?\.$/, "Neue Sprache $1 (Texte: $2)."],
  [/^The texts in the language (\S+) were removed\.$/, "Die Texte der Sprache $1 wurden entfernt."],
  [/^In the language (\S+), the text (\S+) is new: /, "Neuer Text $2 in der Sprache $1: "],
  [/^In the language (\S+), the text (\S+) was removed\.$/,
    "Der Text $2 der Sprache $1 wurde entfernt."],
  [/^In the language (\S+), the text (\S+) now reads (\S+) instead of (\S+)\.$/,
    "Der Text $2 der Sprache $1 lautet jetzt $3 statt $4."],
  [/^The default language is no longer named\.$/, "Es gibt keine Grundsprache mehr."],
  [/^The default language is now /, "Die Grundsprache ist jetzt "],
  [/^The application now supports the language /, "Neue unterstützte Sprache: "],
  [/^The application no longer supports the language /, "Nicht mehr unterstützte Sprache: "],
  [/^The application is no longer named\.$/, "Die Anwendung wird nicht mehr genannt."],
  [/^The application is now /, "Die Anwendung ist jetzt "],
  [/^The segment (\S+) is new, with (\d+) values?\.$/, "Neues Segment $1 (Werte: $2)."],
  [/^The segment (\S+) was removed\.$/, "Das Segment $1 wurde entfernt."],
  [/^The segment (\S+) no longer has /, "Das Segment $1 hat nicht mehr "],
  [/^The segment (\S+) now has /, "Das Segment $1 hat jetzt "],
  [/ and no longer has /, " und nicht mehr "],
  [/^The attribute (\S+) is new; its type is (\S+)\.$/, "Neues Attribut $1 vom Typ $2."],
  [/^The attribute (\S+) is now of type (\S+) instead of (\S+)\.$/,
    "Das Attribut $1 ist jetzt vom Typ $2 statt $3."],
  [/^The attribute (\S+) was removed\.$/, "Das Attribut $1 wurde entfernt."],
  [/^The additional member (\S+) of .+ is new\.$/, "Die Zusatzangabe $1 ist neu."],
  [/^The additional member (\S+) of .+ changed\.$/, "Die Zusatzangabe $1 ist anders."],
  [/^The additional member (\S+) of .+ was removed\.$/, "Die Zusatzangabe $1 wurde entfernt."],

  // Routes
  [/^On (⟦\d+⟧), (⟦\d+⟧) /, "$1, $2: "],
  [/now tries its ways in another order: /, "probiert seine Wege jetzt in anderer Reihenfolge: "],
  [/the end with /g, "das Ende mit "],
  [/no longer leads to /g, "führt nicht mehr zu "], [/now leads to /g, "führt jetzt zu "],
  [/no longer ends the flow with /g, "beendet den Ablauf nicht mehr mit "],
  [/now ends the flow with /g, "beendet den Ablauf jetzt mit "],
  [/no longer enters the flow /g, "führt nicht mehr in den Ablauf "],
  [/now enters the flow /g, "führt jetzt in den Ablauf "],
  [/no longer runs the experiment (\S+?), which gives /g,
    "hat nicht mehr das Experiment $1 mit "],
  [/now runs the experiment (\S+?), which gives /g, "hat jetzt das Experiment $1 mit "],
  [/now runs the experiment /g, "hat jetzt das Experiment "],
  [/; before, it led to /g, "; vorher zu "],
  [/; before, it ended the flow with /g, "; vorher: Ende mit "],
  [/; before, it entered the flow /g, "; vorher in den Ablauf "],
  [/; before, it ran the experiment (\S+?), which gives /g, "; vorher das Experiment $1 mit "],
  [/runs the experiment (\S+?), which gives /g, "hat das Experiment $1 mit "],
  [/runs the experiment /g, "Experiment "],
  [/leads to /g, "führt zu "], [/ends the flow with /g, "beendet den Ablauf mit "],
  [/enters the flow /g, "führt in den Ablauf "],
  [/, where (⟦\d+⟧) (führt jetzt|beendet den Ablauf jetzt)/g, ": $1 $2"],
  [/, where /g, "; dort: "], [/any other outcome/g, "jedes andere Ergebnis"],
  [/ as a sheet/g, " als Blatt"], [/ covering the screen/g, " über allem"],
  [/ in the place of the current screen/g, " anstelle des jetzigen Bildschirms"],
  [/ as the only screen/g, " als Neuanfang"],
  [/ whenever nothing before it applies/g, ", wenn nichts davor zutrifft"],
  [/; before, always/g, "; vorher immer"], [/; before, when /g, "; vorher, wenn gilt: "],
  [/; before, only when /g, "; vorher nur, wenn gilt: "],
  [/; before, /g, "; vorher "],

  // Splits
  [/, which now also has (⟦\d+⟧): it /g, " hat jetzt auch $1: "],
  [/, which no longer has /g, " hat nicht mehr "],
  [/, whose variants now stand in another order: (.+); people may get another variant\./,
    ": Die Varianten stehen in anderer Reihenfolge: $1; manche bekommen dadurch eine andere."],
  [/, which now gives /g, " verteilt jetzt "],
  [/, which now tells people apart by /g, " unterscheidet jetzt nach "],
  [/, which now draws anew; people may get another variant\./g,
    " wird neu ausgelost; manche bekommen dadurch eine andere Variante."],
  [/, which now takes in (.+?) of the people instead of (.+?)\./g, " erfasst jetzt $1 statt $2."],
  [/, which now takes part /g, " läuft jetzt "],
  [/beside all other experiments/g, "neben allen anderen Experimenten"],
  [/an equal share /g, "gleicher Anteil "],
  [/the people from (\S+ %) to (\S+ %) /g, "Menschen von $1 bis $2 "],
  [/the experiment /g, "das Experiment "], [/the flow /g, "der Ablauf "],
  [/ or else /g, " oder sonst "],

  // Conditions
  [/ when /g, ", wenn gilt: "],
  [/the answer of /g, "Antwort von "],
  [/ never, as the rule is malformed/g, " nie (die Regel ist fehlerhaft)"],
  [/ never fits, as the rule is malformed/g, " passt nie (die Regel ist fehlerhaft)"],
  [/ never(?: fits)?, as the rule (\S+) is unknown/g, " passt nie (die Regel $1 ist unbekannt)"],
  [/ in capitals or not/g, " (Großschreibung egal)"],
  [/\bis none of /g, "ist keins von "], [/\bis one of /g, "ist eins von "],
  [/\bis at least /g, "ist mindestens "], [/\bis at most /g, "ist höchstens "],
  [/\bis more than /g, "ist mehr als "], [/\bis less than /g, "ist weniger als "],
  [/\bis below /g, "ist unter "], [/\bis above /g, "ist über "],
  [/\bis of the type /g, "ist vom Typ "], [/\bis missing/g, "fehlt"],
  [/\bis there\b/g, "ist da"], [/\bis not in the segment /g, "ist nicht im Segment "],
  [/\bis in the segment /g, "ist im Segment "], [/\bmatches the pattern /g, "passt zum Muster "],
  [/\bcontains /g, "enthält "], [/\bhas an entry where /g, "hat einen Eintrag, für den gilt: "],
  [/\bhas an entry that /g, "hat einen Eintrag, der: "],
  [/\bhas a number of entries that /g, "hat eine Zahl von Einträgen, die: "],
  [/\bhas (\d+) entries/g, "hat $1 Einträge"], [/\bis not so\b/g, "passt nicht"],
  [/\bdoes not fit \(/g, "passt nicht ("], [/\bis not /g, "ist nicht "], [/\bnot \(/g, "nicht ("],
  [/\bis now /g, "ist jetzt "], [/ instead of /g, " statt "], [/\bis different/g, "ist anders"],
  [/\bis new\b/g, "ist neu"], [/\bwas removed/g, "wurde entfernt"], [/\bis /g, "ist "],
  [/\balways\b/g, "immer"], [/\bit\b/g, "er"],
  [/ and /g, " und "], [/ or /g, " oder "], [/\bnothing\b/g, "nichts"],
  [/(\d+) more\b/g, "$1 weitere"],
];

/** A difference on German. */
export function germanChange(english: string): string {
  const names: string[] = [];
  let text = english.replace(/“([^”]*)”/g, (_, name: string) => {
    names.push(name);
    return `⟦${names.length - 1}⟧`;
  });
  for (const [pattern, german] of phrases) text = text.replace(pattern, german);
  for (const [name, german] of Object.entries(attributes)) {
    text = text.replace(new RegExp(`(^|[ (])${name}(?= (?:ist|fehlt|passt|enthält|hat))`, "g"), (
      `$1${german}`));
  }
  return text.replace(/⟦(\d+)⟧/g, (_, index: string) => `„${names[Number(index)] ?? ""}“`);
}
