// What the engine says, in the reader's language: findings and differences. Its English sentences
// stay, in the portal's words; where they stand beside their place, they begin with it in short.

import type { Change, Finding, Place } from "../document";
import { engineMessages, t } from "../localization";

/** A difference between two documents, in a sentence. */
export function changeSentence(change: Pick<Change, "kind" | "sentence">): string {
  return engineMessages()?.germanChange(change.sentence) ?? plainly(change.sentence, changeWords);
}

/** Words of the document's format, as the panel says the same. */
const formatWords: [RegExp, string][] = [[/\barm(s?)\b/g, "variant$1"]];
const changeWords: [RegExp, string][] = [
  ...formatWords,
  // NB: a port is the screen's and stays; what came or went is where it leads.
  [/, the port (⟦\d+⟧) was removed\.$/, ", $1 leads nowhere any more."],
  [/, the port (⟦\d+⟧) is new: it /, ", $1 led nowhere before: now it "],
  [/ as the only screen/g, " as a fresh start"],
  [/ in the place of the current screen/g, " in place of this screen"],
  [/ covering the screen/g, " over everything"],
];

/** An English sentence in plainer words; names stay what they are. */
function plainly(english: string, plainer = formatWords): string {
  const names: string[] = [];
  let text = english.replace(/“[^”]*”|`[^`]*`/g, (name) => `⟦${names.push(name) - 1}⟧`);
  for (const [pattern, words] of plainer) text = text.replace(pattern, words);
  return text.replace(/⟦(\d+)⟧/g, (_, index: string) => names[Number(index)] ?? "");
}

/** What is to be done about a finding. */
export function findingFix(finding: Pick<Finding, "fix">): string {
  return engineMessages()?.germanFix(finding.fix) ?? plainly(finding.fix);
}

/** The beginning of the engine's own sentence: its place. */
function englishSubject(place: Place): string {
  const called = (name: string) => (name === "" ? "without a name" : `“${name}”`);
  let text = "";
  if (place.route !== undefined) text = `Route ${place.route + 1} on port `;
  if (place.port !== undefined) text += `${text ? "" : "Port "}${called(place.port)} of `;
  if (place.step !== undefined) text += `${text ? "step " : "Step "}${called(place.step)}`;
  if (place.flow === undefined) return "The document";
  return `${text ? `${text} in flow ` : "Flow "}${called(place.flow)}`;
}

function subject(place: Place, isShort: boolean): string {
  const { flow, step, port, route } = place;
  if (flow === undefined) return t("findings.in-document");
  const called = (name: string) => name || t("findings.nameless");
  const kind = route !== undefined ? "route" : port !== undefined ? "port"
    : step !== undefined ? "step" : "flow";
  return t(isShort ? `findings.this-${kind}` : `findings.the-${kind}`, {
    flow: called(flow), step: called(step ?? ""), port: called(port ?? ""),
    number: String((route ?? 0) + 1),
  });
}

/** A finding in a sentence; `isShort` where its flow and its step stand above it. */
export function findingSentence(finding: Finding, isShort = false): string {
  const german = engineMessages();
  if (!german && !isShort) return plainly(finding.message);
  const start = `${englishSubject(finding)} `;
  if (!finding.message.startsWith(start)) return plainly(finding.message);
  const rest = finding.message.slice(start.length);
  const tail = german ? german.germanTail(rest) : plainly(rest);
  return tail === undefined ? finding.message : `${subject(finding, isShort)} ${tail}`;
}
