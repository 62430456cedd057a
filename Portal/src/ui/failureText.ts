import { UnreachableError } from "../api";
import { t } from "../localization";

/** The sentence for an error of a request or the engine, for users. */
export function failureText(error: unknown): string {
  if (error instanceof UnreachableError) return t("app.unreachable");
  return error instanceof Error ? error.message : String(error);
}
