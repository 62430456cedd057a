// Warnings accepted with a reason: the document stores them, so that only new ones must be
// accepted. The server compares them in the same way, and does not send them to apps.

import type { Edit } from "./edits";
import { sortedEntries } from "./json";
import type { Finding, FlowDocument, JsonObject } from "./types";

export interface AcceptedFinding {
  code: string;
  messageId: string;
  flow?: string;
  step?: string;
  port?: string;
  route?: number;
  arguments: JsonObject;
  reason: string;
  /** The id of the user who accepted it; a stored name would outlive the account. */
  by: string;
  at: string;
}

const MEMBER = "acceptedFindings";

/** Returns the accepted findings of a document; an entry without a reason accepts nothing. */
export function acceptedIn(document: FlowDocument): AcceptedFinding[] {
  const list = (document as unknown as Record<string, unknown>)[MEMBER];
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).filter((entry): entry is AcceptedFinding => (
    typeof entry === "object" && entry !== null && Boolean((entry as AcceptedFinding).reason)));
}

type FindingIdentity =
  Pick<AcceptedFinding, "code" | "messageId" | "flow" | "step" | "port" | "route">
  & { arguments?: JsonObject };

/**
 * Returns the identity of a finding for its acceptance, without a build's share of the sessions,
 * which changes constantly.
 */
export function acceptanceKey(finding: FindingIdentity): string {
  const { code, messageId, flow, step, port, route } = finding;
  const { share: _, ...values } = finding.arguments ?? {};
  return JSON.stringify([code, messageId, flow, step, port, route, sortedEntries(values)]);
}

/** Divides findings into open and accepted ones; errors are never accepted. */
export function partitionAccepted(
  findings: Finding[], document: FlowDocument,
): { open: Finding[]; accepted: Finding[] } {
  const keys = new Set(acceptedIn(document).map(acceptanceKey));
  const isAccepted = (finding: Finding) =>
    finding.severity === "warning" && keys.has(acceptanceKey(finding));
  return {
    open: keys.size === 0 ? findings : findings.filter((finding) => !isAccepted(finding)),
    accepted: keys.size === 0 ? [] : findings.filter(isAccepted),
  };
}

/** Accepts findings permanently, each with its reason. */
export function acceptFindings(
  findings: { finding: Finding; reason: string }[], by: string, at: string,
): Edit {
  return (document) => {
    const added = findings.map(({ finding, reason }): AcceptedFinding => {
      const { code, messageId, flow, step, port, route } = finding;
      return {
        code, messageId, ...(flow === undefined ? {} : { flow }),
        ...(step === undefined ? {} : { step }), ...(port === undefined ? {} : { port }),
        ...(route === undefined ? {} : { route }), arguments: finding.arguments ?? {},
        reason, by, at,
      };
    });
    const keys = new Set(added.map(acceptanceKey));
    const others = acceptedIn(document).filter((finding) => !keys.has(acceptanceKey(finding)));
    return withAccepted(document, [...others, ...added]);
  };
}

/** Withdraws the acceptance of a finding. */
export function withdrawAcceptance(accepted: FindingIdentity): Edit {
  const key = acceptanceKey(accepted);
  return (document) => withAccepted(
    document, acceptedIn(document).filter((finding) => acceptanceKey(finding) !== key));
}

function withAccepted(document: FlowDocument, list: AcceptedFinding[]): FlowDocument {
  const { [MEMBER]: _, ...rest } = document as unknown as Record<string, unknown>;
  return (list.length === 0 ? rest : { ...rest, [MEMBER]: list }) as unknown as FlowDocument;
}

/**
 * Returns the findings for a protected environment: a port without a destination, where users would
 * be stuck, is an error. Errors are first if there is such a port.
 */
export function escalatedFindings(findings: Finding[]): Finding[] {
  const isEscalated = ({ code, severity }: Finding) =>
    code === "unrouted-port" && severity === "warning";
  if (!findings.some(isEscalated)) return findings;
  const escalated = findings.map((finding): Finding => (
    isEscalated(finding) ? { ...finding, severity: "error" } : finding));
  return [
    ...escalated.filter((finding) => finding.severity === "error"),
    ...escalated.filter((finding) => finding.severity !== "error"),
  ];
}
