// What the engine says in English, on German. Its sentences are made of few parts, so they are
// translated part by part; a test holds every sentence of the conformance vectors against it.

type Phrase = [english: RegExp, german: string];

/** Puts quoted names aside, so that no word in them is translated. */
function translated(english: string, phrases: Phrase[]): string {
  const names: string[] = [];
  let text = english.replace(/“([^”]*)”|`([^`]*)`/g, (_, quoted?: string, code?: string) => {
    names.push(quoted === undefined ? `\`${code ?? ""}\`` : `„${quoted}“`);
    return `⟦${names.length - 1}⟧`;
  });
  for (const [pattern, german] of phrases) text = text.replace(pattern, german);
  return text.replace(/⟦(\d+)⟧/g, (_, index: string) => names[Number(index)] ?? "");
}

const listWords: Phrase[] = [[/ and /g, " und "], [/ or /g, " oder "]];

const typeNames: Phrase[] = [
  [/\bstring\b/g, "Text"], [/\bnumber\b/g, "Zahl"], [/\binteger\b/g, "ganze Zahl"],
  [/\bboolean\b/g, "Ja/Nein"], [/\bdate\b/g, "Datum"], [/\bversion\b/g, "Version"],
  [/\barray\b/g, "Liste"], [/\bobject\b/g, "Objekt"], [/\bany\b/g, "beliebig"],
  [/\bnull\b/g, "nichts"],
];

const buildWords: Phrase[] = [
  [/\bbuilds? /, "Build "], [/(\d+) more/, "$1 weiteren"],
  [/, which (?:has|have) (under )?(\d+) % of the last 30 days' sessions/, (
    " mit $1$2 % der Sitzungen der letzten 30 Tage")],
  [/mit under /, "mit unter "], ...listWords,
];

const says = (text: string, phrases: Phrase[]) =>
  phrases.reduce((all, [pattern, german]) => all.replace(pattern, german), text);

/** Patterns with parts that are translated by themselves. */
type Tail = [english: RegExp, german: string | ((...parts: string[]) => string)];

const Q = "(⟦\\d+⟧)";
const tail = (english: string, german: Tail[1]): Tail => [
  new RegExp(`^${english.replaceAll("Q", Q)}$`), german];

// The rest of a finding's sentence, behind the place that it begins with.
const tails: Tail[] = [
  tail("has no flow\\.", "hat keinen Ablauf."),
  tail("has no text where (.+) should be\\.", (what) =>
    `hat keinen Text, wo ${emptyThings[what] ?? what} stehen sollte.`),
  tail("is there twice; only the first is ever entered\\.",
    "kommt zweimal vor; nur der erste wird je betreten."),
  tail("is there twice; only the first is ever shown\\.",
    "kommt zweimal vor; nur der erste wird je gezeigt."),
  tail("is there twice; only the first is ever taken\\.",
    "kommt zweimal vor; nur der erste wird je genommen."),
  tail("starts at Q, which is not one of its steps\\.",
    "beginnt bei $1; das ist keiner seiner Schritte."),
  tail("leads to step Q, which the flow does not have\\.",
    "führt zum Schritt $1, den der Ablauf nicht hat."),
  tail("enters flow Q, which does not exist\\.", "führt in den Ablauf $1, den es nicht gibt."),
  tail("says what follows when flow Q ends with Q, but it never ends so\\.",
    "sagt, was folgt, wenn der Ablauf $1 mit $2 endet, aber so endet er nie."),
  tail("leads nowhere for people to whom none of its conditions applies\\.",
    "führt nirgendwohin für alle, auf die keine seiner Bedingungen zutrifft."),
  tail("leads nowhere: it has no route\\.", "führt nirgendwohin: er hat keinen Weg."),
  tail("leads nowhere for people who take no part in its experiment\\.",
    "führt nirgendwohin für alle, die an seinem Experiment nicht teilnehmen."),
  tail("leads nowhere for a person without the attribute that its experiment divides by\\.",
    "führt nirgendwohin für alle ohne das Attribut, nach dem sein Experiment teilt."),
  tail("is never taken, because route (\\d+) always applies\\.",
    "wird nie genommen, weil Weg $1 immer zutrifft."),
  tail("is never taken, because route (\\d+) has the same condition\\.",
    "wird nie genommen, weil Weg $1 dieselbe Bedingung hat."),
  tail("can apply together with route (\\d+); the earlier one wins, where FlowKit would have "
    + "refused both\\.",
  "kann zugleich mit Weg $1 zutreffen; der frühere gewinnt, wo FlowKit beide abgelehnt hätte."),
  tail("divides people by weights that do not add up to 1; equal shares are taken instead\\.",
    "teilt nach Gewichten, die zusammen nicht 1 ergeben; stattdessen gelten gleiche Anteile."),
  tail("divides people over no variants\\.", "teilt auf, hat aber keine Variante."),
  tail("uses hash version (\\d+), which does not exist\\.",
    "nutzt die Hash-Version $1, die es nicht gibt."),
  tail("has a coverage that is not between 0 and 1\\.",
    "hat eine Abdeckung, die nicht zwischen 0 und 1 liegt."),
  tail("has a namespace whose part is not a range from 0 to 1\\.",
    "hat einen Namensraum, dessen Teil kein Bereich von 0 bis 1 ist."),
  tail("has variants whose ranges are missing, outside 0 to 1, turned round or on top of each "
    + "other\\.",
  "hat Varianten mit Bereichen, die fehlen, nicht in 0 bis 1 liegen, verdreht sind oder sich "
    + "überdecken."),
  tail("describes experiment Q in another way than (.+), so its results cannot be read\\.",
    (name, place) => `beschreibt das Experiment ${name} anders als ${says(place, placeWords)}; `
      + "so sagen die Ergebnisse nichts."),
  tail("is never reached from the start of the flow\\.",
    "wird vom Start des Ablaufs aus nie erreicht."),
  tail("is a trap: from here on no way leads to an end of the flow\\.",
    "ist eine Falle: von hier führt kein Weg zu einem Ende des Ablaufs."),
  tail("has no end: people go round in it until they leave\\.",
    "hat kein Ende: man geht darin im Kreis, bis man die App verlässt."),
  tail("cannot be walked without entering flow after flow for ever\\.",
    "lässt sich nicht gehen, ohne endlos einen Ablauf nach dem anderen zu betreten."),
  tail("is not shown to everybody, but has no port Q by which the others go on\\.",
    "wird nicht allen gezeigt, hat aber keinen Ausgang $1, über den die anderen weiterkommen."),
  tail("leads back to itself over steps that can all be skipped at once(?: in (.+))?: a person "
    + "would see nothing\\.",
  (builds) => "führt über Schritte, die alle zugleich übersprungen werden können, zu sich selbst "
      + `zurück${builds ? ` (${says(builds, buildWords)})` : ""}: zu sehen wäre nichts.`),
  tail("shows the screen Q, which is missing in (.+); people there skip it\\.",
    (screen, builds) => `zeigt den Bildschirm ${screen}. Er fehlt in ${says(builds, buildWords)}; `
      + "dort wird er übersprungen."),
  tail("shows the screen Q, which is missing in (.+); people there cannot go on\\.",
    (screen, builds) => `zeigt den Bildschirm ${screen}. Er fehlt in ${says(builds, buildWords)}; `
      + "dort geht es nicht weiter."),
  tail("shows the screen Q, which no build in use has\\.",
    "zeigt den Bildschirm $1, den kein genutzter Build hat."),
  tail("is never left by: the screen Q has no port of this name\\.",
    "wird nie genommen: der Bildschirm $1 hat keinen Ausgang dieses Namens."),
  tail("has no route for the port Q of the screen Q; who takes it stays where they are\\.",
    "hat keinen Weg für den Ausgang $1 des Bildschirms $2; wer ihn nimmt, bleibt, wo er ist."),
  tail("has content that the screen Q(?: in (.+?))? cannot read: (.+)\\.",
    (screen, builds, mistake) => `hat Inhalt, den der Bildschirm ${screen}`
      + `${builds ? ` in ${says(builds, buildWords)}` : ""} nicht lesen kann: `
      + `${says(mistake, contentWords)}.`),
  tail("has content that was not checked completely: the screen Q(?: in .+?)? declares the rule Q, "
    + "which is not supported\\.",
  "hat Inhalt, der nicht ganz geprüft wurde: der Bildschirm $1 nennt die Regel $2, die hier nicht "
    + "bekannt ist."),
  tail("(?:shows|has) the text Q, which no language has\\.",
    "zeigt den Text $1, den es in keiner Sprache gibt."),
  tail("(?:shows|has) the text Q, which is missing in (.+)\\.",
    (key, locales) => `hat den Text ${key}. Er fehlt in ${says(locales, listWords)}.`),
  tail("(?:shows|has) the text Q with the placeholder (\\{.+\\}), which nothing fills\\.",
    "hat den Text $1 mit dem Platzhalter $2, den nichts füllt."),
  tail("needs Q, which a person may not have entered(?: in (.+))?\\.",
    (key, builds) => `braucht ${key}; das fehlt, wenn es auf dem Weg hierher nicht eingegeben wurde`
      + `${builds ? ` (${says(builds, buildWords)})` : ""}.`),
  tail("needs Q of type (.+), but Q provides it as (.+)\\.", (key, type, screen, other) =>
    `braucht ${key} als ${says(type, typeNames)}, aber ${screen} liefert es als `
    + `${says(says(other, typeNames), listWords)}.`),
  tail("(has|is shown by) a condition that (.+)", (verb, rest) =>
    `${verb === "has" ? "hat" : "wird gezeigt nach"} eine${verb === "has" ? "" : "r"} Bedingung, `
    + `die ${conditionTail(rest)}`),
  tail("has (\\d+) more findings? of this kind, which (?:is|are) not listed\\.",
    "hat $1 weitere Befunde dieser Art, die nicht aufgeführt sind."),
];

const emptyThings: Record<string, string> = {
  "a flow's id": "der Name eines Ablaufs", "a step's id": "der Name eines Schritts",
  "the name of its screen": "der Name des Bildschirms", "a port's name": "der Name eines Ausgangs",
  "an outcome": "ein Ausgang des Ablaufs", "the experiment's key": "der Name des Experiments",
};

const placeWords: Phrase[] = [
  [/^route (\d+) on /, "Weg $1 am "], [/\bport\b/, "Ausgang"], [/ of step /, " von Schritt "],
  [/ in flow /, " im Ablauf "],
];

const contentWords: Phrase[] = [
  [/^it /, "er "], [/should not be there/, "gehört nicht dorthin"],
  [/should be of type (.+)/, "sollte vom Typ $1 sein"],
  [/is none of the allowed values/, "ist keiner der erlaubten Werte"],
  [/should be at least (\S+)/, "sollte mindestens $1 sein"],
  [/should be at most (\S+)/, "sollte höchstens $1 sein"],
  [/should have at least (\S+) letters/, "sollte mindestens $1 Zeichen haben"],
  [/should have at most (\S+) letters/, "sollte höchstens $1 Zeichen haben"],
  [/does not match its pattern/, "passt nicht zu seinem Muster"],
  [/^er lacks (.+)/, "es fehlt $1"], [/lacks (.+)/, "fehlt $1"],
  [/is not known to the screen/, "kennt der Bildschirm nicht"], ...typeNames, ...listWords,
];

function conditionTail(rest: string): string {
  const known: [RegExp, (...parts: string[]) => string][] = [
    [/^looks at the output (⟦\d+⟧), which no step writes\.$/, (name) =>
      `auf die Antwort ${name} schaut, die kein Schritt liefert.`],
    [/^looks at the attribute (⟦\d+⟧), which no build sends\.$/, (name) =>
      `auf das Attribut ${name} schaut, das kein Build sendet.`],
    [/^compares (⟦\d+⟧) with a value of type (.+), but it is of type (.+)\.$/, (name, a, b) => {
      const type = (text: string) => says(says(text, typeNames), listWords);
      return `${name} mit einem Wert vom Typ ${type(a ?? "")} vergleicht; es ist aber vom Typ `
        + `${type(b ?? "")}.`;
    }],
    [/^never applies: There is no segment (⟦\d+⟧)\.$/, (name) =>
      `nie zutrifft: Es gibt kein Segment ${name}.`],
    [/^never applies: (⟦\d+⟧) is not an operator\.(?: Did you mean (⟦\d+⟧)\?)?$/, (name, other) =>
      `nie zutrifft: ${name} gibt es nicht.${other ? ` Vielleicht ist ${other} gemeint?` : ""}`],
    [/^never applies: (.+)$/, (reason) => `nie zutrifft: ${reason}`],
  ];
  for (const [pattern, german] of known) {
    const match = pattern.exec(rest);
    if (match) return german(...match.slice(1));
  }
  return rest;
}

const fixes: Record<string, string> = {
  "Add a flow with one step.": "Einen Ablauf mit einem Schritt hinzufügen.",
  "Give it a name.": "Einen Namen vergeben.",
  "Give one of the two flows another id.": "Einem der beiden Abläufe einen anderen Namen geben.",
  "Give one of the two steps another id.": "Einem der beiden Schritte einen anderen Namen geben.",
  "Put the routes of both together on one port.": "Die Wege beider an einem Ausgang vereinen.",
  "Choose one of the flow's steps as its start.": "Einen Schritt des Ablaufs als Start wählen.",
  "Choose another screen, or ship a build with this one first.":
    "Einen anderen Bildschirm wählen, oder erst einen Build mit diesem ausliefern.",
  "Publish it if these people can do without the step, or wait until they have updated.":
    "Veröffentlichen, wenn es dort ohne den Schritt geht, oder warten, bis alle aktualisiert haben.",
  "Add a port “next” with a last route without a condition, by which they skip it.":
    "Einen Ausgang „next“ mit einem letzten Weg ohne Bedingung hinzufügen.",
  "Add a route for the port.": "Einen Weg für den Ausgang hinzufügen.",
  "Change the content to what the screen reads.":
    "Den Inhalt so ändern, dass der Bildschirm ihn lesen kann.",
  "Declare the screen's content without this rule.":
    "Den Inhalt des Bildschirms ohne diese Regel deklarieren.",
  "Choose a step of this flow, or add the step.":
    "Einen Schritt dieses Ablaufs wählen, oder den Schritt hinzufügen.",
  "Choose another flow, or add the flow.":
    "Einen anderen Ablauf wählen, oder den Ablauf hinzufügen.",
  "Take the line out, or let the flow finish with this outcome.":
    "Die Zeile entfernen, oder den Ablauf mit diesem Ergebnis enden lassen.",
  "Choose a segment that exists, or add this one.":
    "Ein vorhandenes Segment wählen, oder dieses hinzufügen.",
  "Choose a declared attribute, or declare this one.":
    "Ein deklariertes Attribut wählen, oder dieses deklarieren.",
  "Choose the id of a step, or a key that a screen provides.":
    "Einen Schritt nennen, oder etwas, das ein Bildschirm liefert.",
  "Write the condition again, or take it out.": "Die Bedingung neu schreiben oder entfernen.",
  "Use one of the operators that exist.": "Einen vorhandenen Operator verwenden.",
  "Write the pattern without what cannot be used.":
    "Das Muster ohne das schreiben, was nicht geht.",
  "Compare it with a value of its own type.": "Mit einem Wert des eigenen Typs vergleichen.",
  "Add a last route without a condition.": "Einen letzten Weg ohne Bedingung hinzufügen.",
  "Add a last route without a condition, or declare the attribute.":
    "Einen letzten Weg ohne Bedingung hinzufügen, oder das Attribut deklarieren.",
  "Add a route, or take the port out.": "Einen Weg hinzufügen, oder den Ausgang entfernen.",
  "Move the route up, or take it out.": "Den Weg nach oben schieben oder entfernen.",
  "Make the conditions exclude each other, or keep the order if it is meant.":
    "Die Bedingungen so fassen, dass sie sich ausschließen, oder die Reihenfolge so lassen.",
  "Change the weights so that their sum is 1.": "Die Gewichte so ändern, dass sie 1 ergeben.",
  "Add at least one variant, or take the route out.":
    "Mindestens eine Variante hinzufügen, oder den Weg entfernen.",
  "Use hash version 2, or 1 for an experiment that has begun with it.":
    "Hash-Version 2 verwenden, oder 1, wenn das Experiment damit begonnen hat.",
  "Set the coverage from 0 to 1.": "Die Abdeckung auf 0 bis 1 setzen.",
  "Set its beginning and a greater end, both from 0 to 1.":
    "Anfang und ein größeres Ende setzen, beide von 0 bis 1.",
  "Give every variant a range of its own from 0 to 1, or use weights.":
    "Jeder Variante einen eigenen Bereich von 0 bis 1 geben, oder Gewichte verwenden.",
  "Give both places the same variants, weights and coverage, or two different keys.":
    "Beiden Stellen dieselben Varianten, Gewichte und Abdeckung geben, oder zwei verschiedene "
      + "Namen.",
  "Let a route lead to it, or take it out.": "Einen Weg dorthin führen, oder den Schritt entfernen.",
  "Let a route lead from here, or from a step behind it, to the end.":
    "Von hier oder von einem Schritt dahinter einen Weg zum Ende führen.",
  "Nothing, if that is meant; otherwise let a route finish the flow.":
    "Nichts, wenn das so gemeint ist; sonst einen Weg den Ablauf beenden lassen.",
  "Give it a way that ends without entering itself again.":
    "Einen Weg geben, der endet, ohne wieder in den Ablauf selbst zu führen.",
  "Show one of the steps to everybody, or let a port “next” lead out.":
    "Einen der Schritte allen zeigen, oder einen Ausgang „next“ hinausführen lassen.",
  "Add a port “next” with a route, or show the step to everybody.":
    "Einen Ausgang „next“ mit einem Weg hinzufügen, oder den Schritt allen zeigen.",
  "Put a step that provides it on every way here, or show this step only when it is there.":
    "Auf jedem Weg hierher einen Schritt einbauen, der es liefert, oder diesen nur dann zeigen.",
  "Declare the same type for both in the app's code.":
    "Im Code der App für beide denselben Typ deklarieren.",
  "Add the text, or choose another.": "Den Text hinzufügen, oder einen anderen wählen.",
  "Add the text in this language.": "Den Text in dieser Sprache hinzufügen.",
  "Add the text in these languages.": "Den Text in diesen Sprachen hinzufügen.",
  "Name a step's output or an attribute, or take the placeholder out.":
    "Eine Antwort oder ein Attribut nennen, oder den Platzhalter entfernen.",
  "Fix those that are listed, then check again.":
    "Erst die aufgeführten beheben, dann wird neu geprüft.",
};

/** The rest of a finding's sentence; undefined for one that is not known. */
export function germanTail(english: string): string | undefined {
  let result: string | undefined;
  const names: string[] = [];
  const masked = english.replace(/“([^”]*)”|`([^`]*)`/g, (_, quoted?: string, code?: string) => {
    names.push(quoted === undefined ? `\`${code ?? ""}\`` : `„${quoted}“`);
    return `⟦${names.length - 1}⟧`;
  });
  for (const [pattern, german] of tails) {
    const match = pattern.exec(masked);
    if (!match) continue;
    result = typeof german === "string"
      ? masked.replace(pattern, german) : german(...match.slice(1).map((part) => part ?? ""));
    break;
  }
  return result?.replace(/⟦(\d+)⟧/g, (_, index: string) => names[Number(index)] ?? "");
}

/** What is to be done about a finding; undefined for what is not known. */
export function germanFix(english: string): string | undefined {
  const ports = /^Move its routes to a port that the screen has: (.+)\.$/.exec(english);
  if (!ports) return fixes[english];
  const names = ports[1] === "it has none" ? "er hat keinen"
    : translated(ports[1] ?? "", listWords);
  return `Die Wege an einen Ausgang hängen, den der Bildschirm hat: ${names}.`;
}
