// The old and new values of a change, for differences whose sentence cannot contain both.

import {
  acceptedIn, routesOf, sameJSON, stepOf, type AcceptedFinding, type Change, type Finding,
  type FlowDocument, type Json,
} from "../../document";
import { findingSentence, isAboutAcceptance } from "../../model/sentences";
import { t } from "../../localization";
import { contentTexts, portDetails } from "./stepDetails";

/** A value before and after; an empty side did not exist. */
export interface Sides {
  /** The name, if one change has several. */
  name: string;
  before: string[];
  after: string[];
}

/** Both sides of a difference; empty if its sentence is complete. */
export function sidesOf(change: Change, before: FlowDocument, after: FlowDocument): Sides[] {
  const { flow, step, port, kind } = change;
  if (isAboutAcceptance(change)) return [acceptedSides(before, after)];
  if (kind.startsWith("text-")) return [textSides(change)];
  if (flow === undefined || step === undefined) return [];
  const [old, current] = [stepOf(before, flow, step), stepOf(after, flow, step)];
  if (!old || !current) return [];
  if (kind === "content-changed") return contentSides(old.content ?? null, current.content ?? null);
  if (port === undefined) return [];
  const lines = (routes: ReturnType<typeof routesOf>) => portDetails(port, routes);
  return [{ name: "", before: lines(routesOf(old, port)), after: lines(routesOf(current, port)) }];
}

/** The accepted warnings that only one side has, with the reason. */
function acceptedSides(before: FlowDocument, after: FlowDocument): Sides {
  const [old, current] = [acceptedIn(before), acceptedIn(after)];
  const lines = (accepted: AcceptedFinding[], others: AcceptedFinding[]) => accepted
    .filter((finding) => !others.some((other) => sameJSON(finding, other)))
    .map((finding) => t("findings.accepted-line", {
      finding: findingSentence({ ...finding, severity: "warning" } as Finding),
      reason: finding.reason,
    }));
  return { name: "", before: lines(old, current), after: lines(current, old) };
}

function textSides({ kind, arguments: values }: Change): Sides {
  const quoted = (text: unknown) => (
    typeof text === "string" ? [t("app.quoted", { text })] : []);
  return {
    name: "", before: quoted(values["before"]),
    after: kind === "text-removed" ? [] : quoted(values["text"]),
  };
}

function contentSides(before: Json, after: Json): Sides[] {
  const [old, current] = [new Map(contentTexts(before)), new Map(contentTexts(after))];
  const side = (text: string | undefined) => (text === undefined ? [] : [text]);
  return [...new Set([...old.keys(), ...current.keys()])]
    .filter((name) => old.get(name) !== current.get(name))
    .map((name) => ({ name, before: side(old.get(name)), after: side(current.get(name)) }));
}
