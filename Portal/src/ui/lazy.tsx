import { useEffect, useLayoutEffect, useReducer, useState, type ComponentType } from "react";
import { t } from "../localization";
import { Button } from "./Button";
import { EmptyState, Loading } from "./Pieces";

/**
 * A component that is loaded when it is first shown.
 *
 * A failure is shown in its place, and loading is retried as soon as there is a connection; the
 * rest of the page continues to work.
 *
 * @param as A whole page, a part of one, or an optional part, whose failure is not shown.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>, as: "page" | "part" | "optional" = "part",
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [attempt, retry] = useReducer((count: number) => count + 1, 0);
    const [, setLoaded] = useState(loaded !== null);
    const [hasFailed, setFailed] = useState(false);
    useLayoutEffect(() => {
      if (loaded) return;
      let isActive = true;
      setFailed(false);
      load().then((part) => {
        loaded = part;
        if (isActive) setLoaded(true);
      }, () => isActive && setFailed(true));
      return () => {
        isActive = false;
      };
    }, [attempt]);
    useEffect(() => {
      if (!hasFailed) return;
      addEventListener("online", retry);
      return () => removeEventListener("online", retry);
    }, [hasFailed]);
    const Part = loaded;
    if (Part) return <Part {...props} />;
    if (as === "optional") return null;
    if (!hasFailed) return <Loading text={t("app.loading")} />;
    const failure = <NotLoaded onRetry={retry} />;
    return as === "page" ? <main id="main" tabIndex={-1}>{failure}</main> : failure;
  };
}

/** Runs deferred work when the page is idle; failures are left to the component that needs it. */
export function whenIdle(run: () => Promise<unknown>): void {
  const wait = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 500));
  wait(() => void run().catch(() => undefined));
}

function NotLoaded({ onRetry }: { onRetry(): void }) {
  return (
    <EmptyState
      icon="alert" title={t("app.part-failed")}
      action={
        <>
          <Button kind="primary" onClick={onRetry}>{t("app.try-again")}</Button>
          <Button onClick={() => location.reload()}>{t("app.reload")}</Button>
        </>
      }
    >
      <p role="alert">{t(navigator.onLine ? "app.part-failed-text" : "app.part-offline-text")}</p>
    </EmptyState>
  );
}
