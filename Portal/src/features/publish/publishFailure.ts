import { ApiProblem, UnreachableError } from "../../api";
import type { Finding } from "../../document";
import { t } from "../../localization";
import { failureText } from "../../ui";

/** The reason why publishing failed, for the reader. */
export interface PublishFailure {
  text: string;
  findings: Finding[];
  /** Whether the server could not be reached. */
  isUnreachable?: boolean;
}

/** Returns the reason for a failure to publish, with the findings that caused it. */
export function describeFailure(error: unknown): PublishFailure {
  if (error instanceof UnreachableError) {
    return { text: t("publish.unreachable"), findings: [], isUnreachable: true };
  }
  const findings = error instanceof ApiProblem
    ? error.findings.filter(({ severity }) => severity === "error" || error.code === "warnings")
    : [];
  return { text: failureText(error), findings };
}
