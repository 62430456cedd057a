import { ApiProblem } from "../api";
import { failureText } from "./failureText";
import { Button, EmptyState } from "./index";
import { t } from "../localization";

/**
 * Shows that something could not be loaded, with the reason and a retry button, in place of a page
 * or, with `isPart`, of a part of it.
 */
export function Failure({ failure, isPart = false, onRetry }: {
  failure: unknown; isPart?: boolean; onRetry?(): void;
}) {
  const isFound = !(failure instanceof ApiProblem && failure.status === 404);
  const content = (
    <EmptyState
      icon={isFound ? "alert" : "search"} isPage={!isPart}
      title={t(isFound ? "app.failed" : "app.not-found")}
      action={onRetry && isFound
        ? <Button kind="primary" onClick={onRetry}>{t("app.try-again")}</Button>
        : <a className="button plain" href="/">{t("app.to-home")}</a>}
    >
      <p>{failureText(failure)}</p>
      {failure instanceof ApiProblem && failure.requestId && failure.status >= 500 && (
        <p className="small-text">{t("app.request", { id: failure.requestId })}</p>
      )}
    </EmptyState>
  );
  return isPart ? content : <main id="main" tabIndex={-1}>{content}</main>;
}
