import { Unreachable } from "../api";
import { t } from "../localization";

/** The sentence for what a request or the engine has thrown, as it is shown to the user. */
export function failureText(error: unknown): string {
  if (error instanceof Unreachable) return t("app.unreachable");
  return error instanceof Error ? error.message : String(error);
}
