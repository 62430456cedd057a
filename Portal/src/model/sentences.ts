// The engine's findings and differences in the reader's language. The engine returns ids and
// arguments; the texts are in localization/.

import type { Change, DifferenceMark, Finding, FlowLocation } from "../document";
import type { Repeat } from "./repeats";
import { changeText, findingTexts, invalidCondition, t } from "../localization";

/** A difference between two documents, in a sentence. */
export function changeSentence(change: Pick<Change, "kind" | "messageId" | "arguments">): string {
  if (isAboutAcceptance(change)) return t("findings.acceptance-changed");
  return aboutSections(change) ?? aboutTheme(change) ?? changeText(change) ?? change.kind;
}

/** Describes a change of the theme, which the engine reports as a member of the document. */
function aboutTheme({ kind, arguments: args }: Pick<Change, "kind" | "arguments">) {
  const { flow } = (args["owner"] ?? {}) as { flow?: string };
  return kind === "unknown-changed" && args["member"] === "theme" && flow === undefined
    ? t("findings.theme-changed") : undefined;
}

/**
 * Describes a change of sections. The engine's browser build reports it as a change of the members
 * that store them, to stay small.
 */
function aboutSections({ kind, arguments: args }: Pick<Change, "kind" | "arguments">) {
  if (kind !== "unknown-changed") return undefined;
  const { member, owner } = args as { member?: string; owner?: { flow?: string; step?: string } };
  const { flow, step } = owner ?? {};
  if (member === "section" && typeof step === "string") return t("sections.step-moved", { step });
  if (member === "sections" && typeof flow === "string") return t("sections.changed", { flow });
  return undefined;
}

/** Whether a difference is about accepted warnings. */
export function isAboutAcceptance(
  { kind, arguments: args }: Pick<Change, "kind" | "arguments">,
): boolean {
  return kind === "unknown-changed" && args["member"] === "acceptedFindings";
}

/** Returns the text of a card's mark for a difference, on the draft or on the live release. */
export function differenceText({ isLive }: { isLive: boolean }, mark: DifferenceMark): string {
  return t(`version.${isLive ? "live" : "draft"}-${mark}`);
}

type Message = Pick<Finding, "messageId" | "arguments">;

/** Whether a finding is about an image whose picture the document does not have. */
export function isAboutPicture({ messageId, arguments: { at, name } }: Message): boolean {
  const isBinding = /^(state|item|product|content)(\.|$)/.test(String(name));
  return messageId === "unknown-binding" && String(at).endsWith("/image") && !isBinding;
}

function textsOf(finding: Message): ReturnType<typeof findingTexts> {
  if (!isAboutPicture(finding)) return findingTexts(finding);
  const { screen, name } = finding.arguments;
  return {
    text: t("findings.no-picture", { screen: String(screen), name: String(name) }),
    fix: t("findings.choose-picture"),
  };
}

/** Returns the sentence about how to fix a finding. */
export const findingFix = (finding: Message): string => textsOf(finding)?.fix ?? "";

function locationPhrase(location: FlowLocation, isShort: boolean): string {
  const { flow, step, port, route } = location;
  if (flow === undefined) return t("findings.in-document");
  const nameOf = (name: string) => name || t("findings.nameless");
  const kind = route !== undefined ? "route" : port !== undefined ? "port"
    : step !== undefined ? "step" : "flow";
  return t(isShort ? `findings.this-${kind}` : `findings.the-${kind}`, {
    flow: nameOf(flow), step: nameOf(step ?? ""), port: nameOf(port ?? ""),
    number: String((route ?? 0) + 1),
  });
}

const conditionMessages = [
  "malformed-condition", "unknown-operator", "unknown-segment", "unsupported-pattern",
];

/** A finding in a sentence; `isShort` if its flow and step are shown above it. */
export function findingSentence(finding: Finding, isShort = false): string {
  const text = textsOf(finding)?.text ?? finding.messageId;
  const isAboutCondition = conditionMessages.includes(finding.messageId.split(".")[0] ?? "");
  return `${locationPhrase(finding, isShort)} ${isAboutCondition ? invalidCondition(text) : text}`;
}

/** Findings that repeat, in a sentence: “12 steps: …”. */
export function repeatSentence({ merged, count }: Pick<Repeat, "merged" | "count">): string {
  const at = t(merged.step === undefined ? "findings.at-flows" : "findings.at-steps", { count });
  return t("findings.repeated", { at, text: findingSentence(merged, true) });
}

/** Returns a key of a finding's message, to compare it with another's. */
export function findingMessageKey(finding: Pick<Finding, "messageId" | "arguments">): string {
  return JSON.stringify([finding.messageId, finding.arguments]);
}
