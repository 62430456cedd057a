// Findings in German: the problem, which follows its location, and the fix; see template.ts.

import { outputFindings } from "./findings-outputs-de";
import { screenFindings } from "./findings-screens-de";
import type { FindingTexts } from "./texts";

const unreadable =
  "hat Inhalt, den der Bildschirm {screen}[[ in {builds:builds}]] nicht lesen kann: ";
const readable = "Den Inhalt so ändern, dass der Bildschirm ihn lesen kann.";

export const findings: FindingTexts = {
  "too-many-parts": [
    "hat {limit} oder mehr Schritte oder Ziele.",
    "Das Dokument auf mehrere Anwendungen aufteilen.",
  ],
  "no-flows": ["hat keinen Ablauf.", "Einen Ablauf mit einem Schritt hinzufügen."],
  "empty-id.flow": ["hat keinen Namen.", "Dem Ablauf einen Namen geben."],
  "empty-id.step": ["hat keinen Namen.", "Dem Schritt einen Namen geben."],
  "empty-id.screen": ["nennt keinen Bildschirm.", "Einen Bildschirm wählen."],
  "empty-id.port": ["hat keinen Namen.", "Dem Ausgang einen Namen geben."],
  "empty-id.outcome": [
    "beendet den Ablauf mit einem Ergebnis ohne Namen.",
    "Dem Ergebnis einen Namen geben.",
  ],
  "empty-id.experiment": ["hat ein Experiment ohne Namen.", "Dem Experiment einen Namen geben."],
  "duplicate-flow": [
    "kommt zweimal vor; nur der erste wird je betreten.",
    "Einem der beiden Abläufe einen anderen Namen geben.",
  ],
  "duplicate-step": [
    "kommt zweimal vor; nur der erste wird je gezeigt.",
    "Einem der beiden Schritte einen anderen Namen geben.",
  ],
  "duplicate-port": [
    "kommt zweimal vor; nur der erste wird je genommen.",
    "Die Routen von beiden an einen Ausgang hängen.",
  ],
  "missing-start": [
    "beginnt bei {start}; das ist keiner seiner Schritte.",
    "Einen Schritt des Ablaufs als Start wählen.",
  ],
  "unknown-screen": [
    "zeigt den Bildschirm {screen}, den kein genutzter Build hat.",
    "Einen anderen Bildschirm wählen, oder erst einen Build mit diesem ausliefern.",
  ],
  "missing-screen-in-build.skipped": [
    "zeigt den Bildschirm {screen}. Er fehlt in {builds:builds}[[ ({share:share} der "
      + "Sitzungen der letzten 30 Tage)]]; dort wird der Schritt übersprungen.",
    "Veröffentlichen, wenn es dort ohne den Schritt geht, oder warten, bis alle aktualisiert "
      + "haben.",
  ],
  "missing-screen-in-build.stuck": [
    "zeigt den Bildschirm {screen}. Er fehlt in {builds:builds}[[ ({share:share} der "
      + "Sitzungen der letzten 30 Tage)]]; dort geht es nicht weiter.",
    "Einen Ausgang „next“ mit einer letzten Route ohne Bedingung hinzufügen, über die der "
      + "Schritt übersprungen wird.",
  ],
  "unknown-port": [
    "wird nie genommen: der Bildschirm {screen} hat keinen Ausgang dieses Namens.",
    "Die Routen an einen Ausgang hängen, den der Bildschirm hat: {ports:or}.",
  ],
  "unknown-port.none": [
    "wird nie genommen: der Bildschirm {screen} hat keinen Ausgang.",
    "Den Ausgang entfernen.",
  ],
  "unrouted-port": [
    "hat keine Route für den Ausgang {port} des Bildschirms {screen}; wer ihn nimmt, bleibt, "
      + "wo er ist.",
    "Eine Route für den Ausgang hinzufügen.",
  ],
  "content-mismatch.unexpected": [`${unreadable}{value:value} gehört nicht dorthin.`, readable],
  "content-mismatch.type": [
    `${unreadable}{value:value} sollte vom Typ {types:types} sein.`,
    readable,
  ],
  "content-mismatch.value": [
    `${unreadable}{value:value} ist keiner der erlaubten Werte.`,
    readable,
  ],
  "content-mismatch.minimum": [
    `${unreadable}{value:value} sollte mindestens {minimum} sein.`,
    readable,
  ],
  "content-mismatch.maximum": [
    `${unreadable}{value:value} sollte höchstens {maximum} sein.`,
    readable,
  ],
  "content-mismatch.too-short": [
    `${unreadable}{value:value} sollte mindestens {length} Zeichen haben.`,
    readable,
  ],
  "content-mismatch.too-long": [
    `${unreadable}{value:value} sollte höchstens {length} Zeichen haben.`,
    readable,
  ],
  "content-mismatch.pattern": [
    `${unreadable}{value:value} passt nicht zu seinem Muster.`,
    readable,
  ],
  "content-mismatch.missing": [`${unreadable}{value:value} hat kein {key}.`, readable],
  "content-mismatch.unknown": [`${unreadable}{value:value} kennt der Bildschirm nicht.`, readable],
  "content-mismatch.not-checked": [
    "hat Inhalt, der nicht ganz geprüft wurde: der Bildschirm {screen}[[ in "
      + "{builds:builds}]] nennt die Regel {rule}, die hier nicht bekannt ist.",
    "Den Inhalt des Bildschirms ohne diese Regel deklarieren.",
  ],
  "unknown-step": [
    "führt zum Schritt {target}, den der Ablauf nicht hat.",
    "Einen Schritt dieses Ablaufs wählen, oder den Schritt hinzufügen.",
  ],
  "unknown-flow": [
    "führt in den Ablauf {target}, den es nicht gibt.",
    "Einen anderen Ablauf wählen, oder diesen hinzufügen.",
  ],
  "unknown-outcome": [
    "sagt, was auf das Ergebnis {outcome} des Ablaufs {target} folgt, aber so endet er nie.",
    "Die Route dieses Ergebnisses entfernen, oder den Ablauf mit diesem Ergebnis enden lassen.",
  ],
  "unknown-attribute": [
    "hat eine Bedingung zum Attribut {attribute}, das nicht deklariert ist.",
    "Ein deklariertes Attribut wählen, oder dieses deklarieren.",
  ],
  "unknown-output": [
    "hat eine Bedingung zur Ausgabe {output}, die kein Schritt liefert.",
    "Einen Schritt nennen, oder etwas, das ein Bildschirm liefert.",
  ],
  "output-type-mismatch": [
    "hat eine Bedingung, die {attribute} mit einem Wert vom Typ {expected:types} vergleicht; "
      + "es ist aber vom Typ {types:types}.",
    "Mit einem Wert des eigenen Typs vergleichen.",
  ],
  "port-without-fallback.no-route": [
    "führt nirgendwohin: er hat keine Route.",
    "Eine Route hinzufügen, oder den Ausgang entfernen.",
  ],
  "port-without-fallback.conditions": [
    "führt nirgendwohin für alle, auf die keine seiner Bedingungen zutrifft.",
    "Eine letzte Route ohne Bedingung hinzufügen.",
  ],
  "port-without-fallback.experiment": [
    "führt nirgendwohin für alle, die an seinem Experiment nicht teilnehmen.",
    "Eine letzte Route ohne Bedingung hinzufügen.",
  ],
  "port-without-fallback.identity": [
    "führt nirgendwohin für alle ohne das Attribut, nach dem sein Experiment teilt.",
    "Eine letzte Route ohne Bedingung hinzufügen oder das Attribut als Text oder Zahl deklarieren.",
  ],
  "shadowed-route.always": [
    "wird nie genommen, weil Route {route:number} immer zutrifft.",
    "Die Route nach oben schieben oder entfernen.",
  ],
  "shadowed-route.same-condition": [
    "wird nie genommen, weil Route {route:number} dieselbe Bedingung hat.",
    "Die Route nach oben schieben oder entfernen.",
  ],
  "overlapping-conditions": [
    "kann zugleich mit Route {route:number} zutreffen; die frühere gewinnt, wo FlowKit beide "
      + "abgelehnt hätte.",
    "Die Bedingungen so fassen, dass sie sich ausschließen, oder die Reihenfolge so lassen.",
  ],
  "weights-do-not-add-up": [
    "teilt nach Gewichten, die zusammen nicht 1 ergeben; stattdessen gelten gleiche Anteile.",
    "Die Gewichte so ändern, dass sie 1 ergeben.",
  ],
  "invalid-split.no-variants": [
    "teilt auf, hat aber keine Variante.",
    "Mindestens eine Variante hinzufügen, oder die Route entfernen.",
  ],
  "invalid-split.hash-version": [
    "nutzt die Hash-Version {version}, die es nicht gibt.",
    "Hash-Version 2 verwenden, oder 1, wenn das Experiment damit begonnen hat.",
  ],
  "invalid-split.coverage": [
    "hat eine Teilnahme, die nicht zwischen 0 und 1 liegt.",
    "Die Teilnahme auf 0 bis 1 setzen.",
  ],
  "invalid-split.namespace": [
    "hat einen Namensraum, dessen Bereich nicht in 0 bis 1 liegt.",
    "Anfang und ein größeres Ende setzen, beide von 0 bis 1.",
  ],
  "invalid-split.ranges": [
    "hat Varianten mit Bereichen, die fehlen, nicht in 0 bis 1 liegen, vertauscht sind oder "
      + "sich überdecken.",
    "Jeder Variante einen eigenen Bereich von 0 bis 1 geben, oder Gewichte verwenden.",
  ],
  "conflicting-experiment": [
    "beschreibt das Experiment {experiment} anders als {other:location}; so sind die "
      + "Ergebnisse nicht vergleichbar.",
    "Beiden Stellen dieselben Varianten, Gewichte und Teilnahme geben, oder zwei "
      + "verschiedene Namen.",
  ],
  "unreachable-step": [
    "wird vom Start des Ablaufs aus nie erreicht.",
    "Eine Route dorthin führen, oder den Schritt entfernen.",
  ],
  "dead-end": [
    "ist eine Sackgasse: von hier führt kein Pfad zu einem Ende des Ablaufs.",
    "Von hier oder von einem Schritt dahinter eine Route zum Ende führen.",
  ],
  "flow-never-ends": [
    "hat kein Ende: man geht darin im Kreis, bis man die App verlässt.",
    "Nichts, wenn das so gemeint ist; sonst eine Route den Ablauf beenden lassen.",
  ],
  "recursive-flow": [
    "führt auf jedem Pfad endlos in einen Ablauf nach dem anderen.",
    "Eine Route hinzufügen, die endet, ohne wieder in den Ablauf selbst zu führen.",
  ],
  "skip-cycle": [
    "führt über Schritte, die alle zugleich übersprungen werden können, zu sich selbst "
      + "zurück[[ (in {builds:builds})]]: zu sehen wäre nichts.",
    "Einen der Schritte allen zeigen, oder einen Ausgang „next“ hinausführen lassen.",
  ],
  "skip-without-next": [
    "wird nicht allen gezeigt, hat aber keinen Ausgang „next“, über den es für die anderen "
      + "weitergeht.",
    "Einen Ausgang „next“ mit einer Route hinzufügen, oder den Schritt allen zeigen.",
  ],
  ...outputFindings,
  ...screenFindings,
  "unknown-string": [
    "verwendet den Text {key}, den es in keiner Sprache gibt.",
    "Den Text hinzufügen, oder einen anderen wählen.",
  ],
  "missing-translation": [
    "hat den Text {key}. Er fehlt in {locales}.",
    "Den Text in {locales|dieser Sprache|diesen Sprachen} hinzufügen.",
  ],
  "unknown-placeholder": [
    "hat den Text {key} mit dem Platzhalter {placeholder:placeholder}, den nichts füllt.",
    "Eine Ausgabe oder ein Attribut nennen, oder den Platzhalter entfernen.",
  ],
  "malformed-condition.too-deep": [
    "Die Bedingung ist tiefer als {limit} Ebenen verschachtelt.",
    "Die Bedingung neu schreiben oder entfernen.",
  ],
  "malformed-condition.no-object": [
    "Eine Bedingung ist ein Objekt wie {{\"plan\": \"pro\"}}; hier steht {found:json}.",
    "Die Bedingung neu schreiben oder entfernen.",
  ],
  "malformed-condition.no-list": [
    "Hierher gehört eine Liste von Bedingungen wie [{{\"plan\": \"pro\"}}]; hier steht "
      + "{found:json}.",
    "Die Bedingung neu schreiben oder entfernen.",
  ],
  "malformed-condition.operator-needs-condition": [
    "{operator:code} erwartet eine Bedingung wie {{\"plan\": \"pro\"}}; hier steht {found:json}.",
    "Die Bedingung neu schreiben oder entfernen.",
  ],
  "malformed-condition.operator-needs-list": [
    "{operator:code} erwartet eine Liste wie [\"DE\", \"AT\"]; hier steht {found:json}.",
    "Die Bedingung neu schreiben oder entfernen.",
  ],
  "malformed-condition.operator-needs-segment": [
    "{operator:code} erwartet den Namen eines Segments; hier steht {found:json}.",
    "Die Bedingung neu schreiben oder entfernen.",
  ],
  "malformed-condition.operator-needs-type": [
    "{operator:code} erwartet \"string\", \"number\", \"boolean\", \"array\", \"object\" "
      + "oder \"null\"; hier steht {found:json}.",
    "Die Bedingung neu schreiben oder entfernen.",
  ],
  "malformed-condition.unknown-type": [
    "{operator:code} erwartet \"string\", \"number\", \"boolean\", \"array\", \"object\" "
      + "oder \"null\"; {type:code} ist kein Typ.",
    "Die Bedingung neu schreiben oder entfernen.",
  ],
  "malformed-condition.operator-needs-pattern": [
    "{operator:code} erwartet ein Muster wie \"^eu-\"; hier steht {found:json}.",
    "Die Bedingung neu schreiben oder entfernen.",
  ],
  "malformed-condition.operator-needs-element-condition": [
    "{operator:code} erwartet eine Bedingung für die Einträge wie {{\"$gt\": 10}}; hier "
      + "steht {found:json}.",
    "Die Bedingung neu schreiben oder entfernen.",
  ],
  "malformed-condition.operator-needs-version": [
    "{operator:code} erwartet eine Version wie \"2.3.0\"; hier steht {found:json}.",
    "Die Bedingung neu schreiben oder entfernen.",
  ],
  "malformed-condition.never-equal": [
    "{operator:code} ist für {found:json} nie erfüllt. Um den Inhalt zu vergleichen, "
      + "{operator:code} weglassen.",
    "Die Bedingung neu schreiben oder entfernen.",
  ],
  "malformed-condition.mixed-keys": [
    "{operator:code} steht neben Schlüsseln ohne `$`, darum wird das Attribut mit dem ganzen "
      + "Objekt verglichen. Operatoren gehören in ein eigenes Objekt.",
    "Die Bedingung neu schreiben oder entfernen.",
  ],
  "malformed-condition.operator-without-attribute": [
    "{operator:code} braucht ein Attribut darum, wie in {{\"plan\": {{\"{operator:raw}\": "
      + "…}}}}. Hier gilt es als Name eines Attributs.",
    "Die Bedingung neu schreiben oder entfernen.",
  ],
  "unknown-operator": [
    "{operator:code} ist kein Operator.[[ Ist {suggestion:code} gemeint?]]",
    "Einen vorhandenen Operator verwenden.",
  ],
  "unknown-operator.options": [
    "{operator:code} ist kein Operator. `$regexi` ignoriert Groß- und Kleinschreibung.",
    "Einen vorhandenen Operator verwenden.",
  ],
  "unknown-operator.logical": [
    "{operator:code} verbindet ganze Bedingungen und gehört um das Attribut, wie in "
      + "{{\"{operator:raw}\": [{{\"plan\": …}}]}}.",
    "Einen vorhandenen Operator verwenden.",
  ],
  "unknown-operator.attribute": [
    "{operator:code} ist kein Operator und gilt als Name eines Attributs. Ist "
      + "{suggestion:code} gemeint?",
    "Einen vorhandenen Operator verwenden.",
  ],
  "unknown-segment": [
    "Es gibt kein Segment {segment:code}.[[ Ist {suggestion:code} gemeint?]]",
    "Ein vorhandenes Segment wählen, oder dieses hinzufügen.",
  ],
  "unsupported-pattern.open-parenthesis": [
    "{pattern:code}, ab Byte {offset}: Diese Klammer wird nicht geschlossen.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.stray-parenthesis": [
    "{pattern:code}, ab Byte {offset}: Diese Klammer schließt keine Gruppe.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.open-bracket": [
    "{pattern:code}, ab Byte {offset}: Diese eckige Klammer wird nicht geschlossen.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.group-kind": [
    "{pattern:code}, ab Byte {offset}: Diese Art von Gruppe gibt es nicht.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.group-name": [
    "{pattern:code}, ab Byte {offset}: Der Name dieser Gruppe ist ungültig.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.reference-name": [
    "{pattern:code}, ab Byte {offset}: Nach \\k fehlt der Name einer Gruppe.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.nothing-to-repeat": [
    "{pattern:code}, ab Byte {offset}: Davor steht nichts, was sich wiederholen ließe.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.repeat-order": [
    "{pattern:code}, ab Byte {offset}: Die Zahlen dieser Wiederholung sind vertauscht.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.range-order": [
    "{pattern:code}, ab Byte {offset}: Die Enden dieses Bereichs sind vertauscht.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.trailing-backslash": [
    "{pattern:code}, ab Byte {offset}: Ein Backslash am Ende bedeutet nichts.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.scalar-too-large": [
    "{pattern:code}, ab Byte {offset}: Der höchste Unicode-Codepunkt ist \\u{{10FFFF}}.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.look-ahead": [
    "{pattern:code}, ab Byte {offset}: Lookahead wird nicht unterstützt.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.look-behind": [
    "{pattern:code}, ab Byte {offset}: Lookbehind wird nicht unterstützt.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.back-reference": [
    "{pattern:code}, ab Byte {offset}: Rückwärtsreferenzen werden nicht unterstützt.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.modifier": [
    "{pattern:code}, ab Byte {offset}: Modifikatoren im Muster werden nicht unterstützt.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.property": [
    "{pattern:code}, ab Byte {offset}: Unicode-Eigenschaften werden nicht unterstützt.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.too-long": [
    "{pattern:code}, ab Byte {offset}: Das Muster ist länger als 16 KiB.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "unsupported-pattern.too-many-states": [
    "{pattern:code}, ab Byte {offset}: Ab hier braucht das Muster mehr als 4.000 Zustände.",
    "Das Muster korrigieren oder entfernen.",
  ],
  "not-listed": [
    "hat {count|# weiteren Befund|# weitere Befunde} dieser Art, hier nicht aufgeführt.",
    "Erst die aufgeführten beheben, dann wird neu geprüft.",
  ],
};
