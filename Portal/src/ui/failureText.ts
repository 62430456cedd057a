import { ApiProblem, UnreachableError } from "../api";
import { t } from "../localization";

/** The sentence for an error of a request or the engine, for users. */
export function failureText(error: unknown): string {
  if (error instanceof UnreachableError) return t("app.unreachable");
  if (error instanceof ApiProblem && !error.hasText) {
    return t("app.status", { status: error.status });
  }
  return error instanceof Error ? error.message : String(error);
}
