import { useEffect, useState } from "react";
import { get, path } from "../../api";
import { useApplication, productionEnvironment } from "../../model/application";
import { useLoaded, useWhileVisible } from "../../model/loading";
import { reportPresence } from "../../model/presence";
import { useStore } from "../../model/store";
import { setQuery, useLocation } from "../../model/router";
import { RelativeTime, Callout, EmptyState, Loading, Segmented, Select } from "../../ui";
import { Failure } from "../../ui/Failure";
import { t } from "../../localization";
import { ApplicationBar } from "../bar";
import { Presence, useRelease } from "../publish";
import { Experiments } from "./Experiments";
import { Events, Flows } from "./Flows";
import "./styles";
import type { Results } from "./types";

/** The selectable periods, in days. */
const PERIODS = ["7", "30", "90"] as const;
type Period = typeof PERIODS[number];

/** The page with the results: what users did, and how the variants of experiments compare. */
export function ResultsPage() {
  const application = useApplication();
  const { query } = useLocation();
  const summary = useStore(application.application);
  const environments = summary?.environments ?? [];
  const names = environments.map(({ name }) => name);
  const requested = query.get("environment") ?? "";
  const environment = names.includes(requested)
    ? requested : productionEnvironment(environments) ?? application.environment.get();
  const period = PERIODS.find((days) => days === query.get("days")) ?? "30";
  const results = useLoaded(
    (signal) => get<Results>(
      path`/v1/apps/${application.id}/environments/${environment}/results` + `?days=${period}`,
      { signal }),
    `${environment} ${period}`);
  // Polls faster while the server has events that it has not counted yet.
  useWhileVisible(() => void results.reload(), results.value?.pendingBatches ? 2_000 : 15_000);
  useEffect(() => {
    document.title = `${t("nav.results")} · ${summary?.name ?? application.id}`;
  }, [summary?.name, application.id]);
  useEffect(() => {
    const presence = reportPresence(application);
    presence.move({ view: "results", editing: false });
    return presence.stop;
  }, [application]);
  return (
    <>
      <ApplicationBar><Presence /></ApplicationBar>
      <main id="main" className="page results" tabIndex={-1}>
        <header className="page-head">
          <div>
            <h1>{t("nav.results")}</h1>
            <Freshness results={results.value} />
          </div>
          <div className="results-choices">
            <Select
              label={t("results.environment")} isLabelHidden value={environment}
              onValue={(name) => setQuery({ environment: name })}
              options={names.map((name) => ({ value: name, text: name }))}
            />
            <Segmented<Period>
              label={t("results.period")} value={period}
              onValue={(days) => setQuery({ days: days === "30" ? null : days })}
              options={PERIODS.map((days) => ({
                value: days, text: t("results.days", { count: Number(days) }),
              }))}
            />
          </div>
        </header>
        {results.value
          ? <Content results={results.value} />
          : results.failure
            ? <Failure isPart failure={results.failure} onRetry={() => void results.reload()} />
            : <Loading text={t("app.loading")} />}
      </main>
    </>
  );
}

function Freshness({ results }: { results: Results | null }) {
  if (!results?.countedUntil) return null;
  return (
    <p className="muted">
      {t("results.counted")} <RelativeTime at={results.countedUntil} />
    </p>
  );
}

/** The page mentions batches that are not counted yet if there are more than this. */
const MANY_BATCHES = 200;

function Content({ results }: { results: Results }) {
  const application = useApplication();
  const { document, failure } = useRelease(application.id, results.release);
  const [isDismissed, setDismissed] = useState(false);
  const hasSessions = results.flows.length > 0;
  if (!hasSessions && results.experiments.length === 0) return <NoSessions />;
  // Steps are in the order of the release: without it, they would be reordered when it arrives.
  if (!document && !failure) return <Loading text={t("app.loading")} />;
  return (
    <>
      {results.pendingBatches > MANY_BATCHES && !isDismissed && (
        <Callout
          action={(
            <button type="button" className="link" onClick={() => setDismissed(true)}>
              {t("results.dismiss")}
            </button>
          )}
        >
          {t("results.pending-batches", { count: results.pendingBatches })}
        </Callout>
      )}
      <Experiments experiments={results.experiments} />
      {hasSessions
        ? <Flows flows={results.flows} document={results.release ? document : null} />
        : <NoSessions />}
      <Events events={results.events} />
    </>
  );
}

function NoSessions() {
  const application = useApplication();
  return (
    <EmptyState
      icon="chart" title={t("results.none")}
      action={(
        <a className="button" href={`/apps/${encodeURIComponent(application.id)}/connect`}>
          {t("results.connect")}
        </a>
      )}
    >
      <p>{t("results.none-text")}</p>
    </EmptyState>
  );
}
