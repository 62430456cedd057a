import { useEffect, useMemo, useState } from "react";
import { get, query, UnreachableError, type OverviewApplication } from "../../api";
import { useLoaded, useWhileVisible } from "../../model/loading";
import { me, organization } from "../../model/session";
import { useStore } from "../../model/store";
import { Callout, EmptyState, failureText, Icon, Loading } from "../../ui";
import { Failure } from "../../ui/Failure";
import { t } from "../../localization";
import { NoOrganization, OwnerList } from "../organization";
import { ApplicationCard } from "./ApplicationCard";
import { toggleFavorite, favoritesOf } from "./favorites";
import { HomeTools } from "./HomeTools";
import { filteredApplications, type Order } from "./order";
import "./styles";

/** The interval at which the page checks for changes, in milliseconds. */
const POLL_INTERVAL = 15_000;

/** The organization's applications with their live releases, status, and latest changes. */
export function HomePage() {
  const user = useStore(me);
  const chosen = useStore(organization);
  useEffect(() => {
    document.title = `${t("nav.applications")} · ${t("app.name")}`;
  }, []);
  if (!user || !chosen) {
    return (
      <main id="main" className="page home" tabIndex={-1}>
        <NoOrganization />
      </main>
    );
  }
  return <Applications key={chosen} organization={chosen} />;
}

function Applications({ organization: id }: { organization: string }) {
  const membership = useStore(me)?.organizations.find((organization) => organization.id === id);
  const overview = useLoaded(
    (signal) => get<{ applications: OverviewApplication[] }>(
      `/v1/overview${query({ organization: id })}`, { signal }), id);
  useWhileVisible(() => void overview.reload(), POLL_INTERVAL);
  if (!overview.value) {
    return overview.failure
      ? <Failure isPart failure={overview.failure} onRetry={() => void overview.reload()} />
      : <Loading text={t("app.loading")} />;
  }
  const isOwner = membership?.role === "owner";
  const { applications } = overview.value;
  return (
    <main id="main" className="page home" tabIndex={-1}>
      <header className="page-head">
        <div>
          <p className="home-organization">{membership?.name ?? id}</p>
          <h1>{t("nav.applications")}</h1>
        </div>
        {isOwner && applications.length > 0 && (
          <a className="button primary" href="/apps/new"><Icon name="add" />{t("home.new")}</a>
        )}
      </header>
      {overview.failure !== null && (
        <Callout kind="warn">
          {overview.failure instanceof UnreachableError
            ? t("home.stale") : failureText(overview.failure)}
        </Callout>
      )}
      {applications.length === 0
        ? <NoApplication organization={id} isOwner={isOwner} />
        : <Cards organization={id} applications={applications} />}
    </main>
  );
}

function Cards(
  { organization: id, applications }: {
    organization: string; applications: OverviewApplication[];
  },
) {
  const [query, setQuery] = useState("");
  const [order, setOrder] = useState<Order>("changed");
  const [favorites, setFavorites] = useState(() => favoritesOf(id));
  const shown = useMemo(
    () => filteredApplications(applications, query, order, favorites),
    [applications, query, order, favorites]);
  return (
    <>
      <HomeTools query={query} onQuery={setQuery} order={order} onOrder={setOrder} />
      <p className="visually-hidden" role="status">
        {query && t("home.found", { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          icon="search" title={t("home.none-found")}
          action={
            <button type="button" className="button plain" onClick={() => setQuery("")}>
              {t("home.show-all")}
            </button>
          }
        >
          <p>{t("home.none-found-text", { query })}</p>
        </EmptyState>
      ) : (
        <ul className="home-cards" aria-label={t("nav.applications")}>
          {shown.map((application) => (
            <ApplicationCard
              key={application.id} application={application}
              isFavorite={favorites.has(application.id)}
              onFavorite={() => setFavorites(toggleFavorite(id, application.id))}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function NoApplication(
  { organization: id, isOwner }: { organization: string; isOwner: boolean },
) {
  return (
    <EmptyState
      icon="apps" title={t("home.empty")}
      action={isOwner && (
        <a className="button primary" href="/apps/new"><Icon name="add" />{t("home.new")}</a>
      )}
    >
      <p>{t(isOwner ? "home.empty-owner" : "home.empty-member")}</p>
      {!isOwner && <OwnerList organization={id} />}
    </EmptyState>
  );
}
