import { useEffect, useRef, useState } from "react";
import { followLinks } from "../model/router";
import { loadMe } from "../model/session";
import { Loading, toast, Toasts } from "../ui";
import { t } from "../localization";
import { ConfirmationDialog } from "../features/organization";
import { ErrorBoundary } from "./ErrorBoundary";
import { Failure } from "../ui/Failure";
import { Header } from "./Header";
import { Pages } from "./Pages";

/** The whole portal: loads the signed-in user first, then shows the page of the URL. */
export function App({ me }: { me: Promise<unknown> }) {
  const [failure, setFailure] = useState<unknown>(null);
  const [isReady, setReady] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const load = (request: Promise<unknown>) => {
    setFailure(null);
    request.then(() => {
      setReady(true);
      showNotice();
    }, setFailure);
  };
  useEffect(() => {
    if (root.current) followLinks(root.current);
    load(me);
  }, []);
  return (
    <div className="app" ref={root}>
      <a className="skip" href="#main">{t("app.skip")}</a>
      <ErrorBoundary>
        {isReady ? <><Header /><Pages /></>
          : <LoadingOrFailure failure={failure} onRetry={() => load(loadMe())} />}
      </ErrorBoundary>
      <ConfirmationDialog />
      <Toasts />
    </div>
  );
}

/** Shows the notice of the previous page once; the server puts it into the document. */
function showNotice(): void {
  const { notice, noticeKind } = document.documentElement.dataset;
  delete document.documentElement.dataset["notice"];
  const kind = noticeKind === "failure" ? "danger"
    : noticeKind === "success" ? "good" : "plain";
  if (notice) toast({ text: notice, kind });
}

function LoadingOrFailure({ failure, onRetry }: { failure: unknown; onRetry(): void }) {
  if (!failure) return <Loading text={t("app.loading")} />;
  return <Failure failure={failure} onRetry={onRetry} />;
}
