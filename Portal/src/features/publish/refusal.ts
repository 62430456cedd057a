import { ApiProblem, Unreachable } from "../../api";
import type { Finding } from "../../document";
import { t } from "../../localization";
import { failureText } from "../../ui";

export interface Refused {
  text: string;
  findings: Finding[];
  /** Whether the server could not be reached. */
  isUnreachable?: boolean;
}

/** Returns the server's reason for not publishing, and how to fix it. */
export function describeFailure(error: unknown): Refused {
  if (error instanceof Unreachable) {
    return { text: t("publish.unreachable"), findings: [], isUnreachable: true };
  }
  const findings = error instanceof ApiProblem
    ? error.findings.filter((one) => one.severity === "error" || error.code === "warnings") : [];
  return { text: failureText(error), findings };
}
