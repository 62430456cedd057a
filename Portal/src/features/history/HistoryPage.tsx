import { useEffect } from "react";
import { useApplication } from "../../model/application";
import { reportPresence } from "../../model/presence";
import { useStore } from "../../model/store";
import { t } from "../../localization";
import { ApplicationBar } from "../bar";
import { AuditList } from "../organization";
import { Presence } from "../publish";
import { CompareView } from "./CompareView";
import { Releases } from "./Releases";
import { ReleaseView } from "./ReleaseView";
import "./styles";

/**
 * The releases and the audit log; one release, or two in comparison.
 *
 * @param rest The components of the path after `history`.
 */
export function HistoryPage({ rest = [] }: { rest?: string[] }) {
  const application = useApplication();
  const [first, second = ""] = rest;
  useEffect(() => {
    const presence = reportPresence(application);
    presence.move({ view: "history", editing: false });
    return presence.stop;
  }, [application]);
  const releaseNumber = (text = "") => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);
  const bar = <ApplicationBar><Presence /></ApplicationBar>;
  if (first === "compare") {
    const [from, to] = second.split("-").map(releaseNumber);
    return <>{bar}<CompareView from={from ?? 0} to={to ?? 0} /></>;
  }
  if (releaseNumber(first) > 0) return <>{bar}<ReleaseView number={releaseNumber(first)} /></>;
  return (
    <>
      {bar}
      <main id="main" className="page history" tabIndex={-1}>
        <header className="page-head">
          <h1>{t("nav.history")}</h1>
          <Tabs isLog={first === "log"} />
        </header>
        {first === "log" ? <Log /> : <Releases />}
      </main>
    </>
  );
}

function Tabs({ isLog }: { isLog: boolean }) {
  const base = `/apps/${encodeURIComponent(useApplication().id)}/history`;
  return (
    <nav className="history-tabs" aria-label={t("nav.history")}>
      <a href={base} aria-current={isLog ? undefined : "page"}>{t("history.releases")}</a>
      <a href={`${base}/log`} aria-current={isLog ? "page" : undefined}>{t("history.log")}</a>
    </nav>
  );
}

function Log() {
  const application = useApplication();
  const environments = useStore(application.application)?.environments ?? [];
  return (
    <AuditList
      organization={application.organization} application={application.id}
      environments={environments.map(({ name }) => name)}
    />
  );
}
