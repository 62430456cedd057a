import { useState } from "react";
import type { ReleaseSummary } from "../../api";
import { useApplication } from "../../model/application";
import { useLoaded } from "../../model/loading";
import { listReleases } from "../../model/releases";
import { navigate, setQuery, useLocation } from "../../model/router";
import { useStore } from "../../model/store";
import { Button, Callout, EmptyState, failureText, Loading, Select, TextField } from "../../ui";
import { Failure } from "../../ui/Failure";
import { t } from "../../localization";
import { ReleaseRow } from "./ReleaseRow";

const PAGE_SIZE = 25;

/** All releases, newest first, filtered by environment and text. */
export function Releases() {
  const application = useApplication();
  const { query } = useLocation();
  const environments = useStore(application.application)?.environments ?? [];
  const [search, setSearch] = useState("");
  const [selected, setSelected] = useState<number[]>([]);
  const requested = query.get("environment") ?? "";
  const environment = environments.some(({ name }) => name === requested) ? requested : "";
  const list = useReleases(environment);
  const searchText = search.trim().toLowerCase();
  const shown = list.releases.filter((release) => (
    `${release.number} ${release.note} ${release.author.name} ${release.environment}`
      .toLowerCase().includes(searchText)));
  // At most two are selected, to be compared: a third replaces the first.
  const select = (number: number, isSelected: boolean) => setSelected((all) => (
    isSelected ? [...all.slice(-1), number] : all.filter((other) => other !== number)));
  if (list.failure && list.releases.length === 0) {
    return <Failure isPart failure={list.failure} onRetry={() => void list.reload()} />;
  }
  if (!list.isLoaded) return <Loading text={t("app.loading")} />;
  return (
    <>
      <div className="history-filters">
        <Select
          label={t("history.environment")} value={environment}
          options={[
            { value: "", text: t("history.all-environments") },
            ...environments.map(({ name }) => ({ value: name, text: name })),
          ]}
          onValue={(name) => setQuery({ environment: name })}
        />
        <TextField
          label={t("action.search")} type="search" value={search} onValue={setSearch}
          placeholder={t("history.search-hint")}
        />
        <Compare selected={selected} />
      </div>
      {list.failure !== null && <Callout kind="danger">{failureText(list.failure)}</Callout>}
      {shown.length === 0 && (
        <EmptyState icon="history" title={t(searchText ? "history.none-found" : "history.none")}>
          <p>{t(searchText ? "history.none-found-text" : "history.none-text")}</p>
        </EmptyState>
      )}
      <ol className="releases">
        {shown.map((release) => (
          <ReleaseRow
            key={release.number} release={release} isSelected={selected.includes(release.number)}
            before={list.releases.find((other) => (
              other.environment === release.environment && other.number < release.number))}
            onSelect={(isSelected) => select(release.number, isSelected)}
          />
        ))}
      </ol>
      {list.loadMore && (
        <div className="history-more">
          <Button isBusy={list.isLoadingMore} onClick={() => void list.loadMore?.()}>
            {t("history.more")}
          </Button>
        </div>
      )}
    </>
  );
}

function Compare({ selected }: { selected: number[] }) {
  const application = useApplication();
  const [a, b] = [...selected].sort((left, right) => left - right);
  const isReady = a !== undefined && b !== undefined;
  return (
    <Button
      icon="diff" className="history-compare" disabled={!isReady}
      title={isReady ? undefined : t("history.compare-hint")}
      onClick={() => navigate(
        `/apps/${encodeURIComponent(application.id)}/history/compare/${a}-${b}`)}
    >
      {isReady
        ? t("history.compare-two", { from: String(a), to: String(b) }) : t("history.compare")}
    </Button>
  );
}

interface ReleaseList {
  releases: ReleaseSummary[];
  isLoaded: boolean;
  failure: unknown;
  isLoadingMore: boolean;
  /** Fetches the next page; undefined at the end. */
  loadMore?: () => Promise<void>;
  reload(): Promise<void>;
}

/** The releases of one environment, or of all if it is empty, in pages; new ones are added. */
function useReleases(environment: string): ReleaseList {
  const application = useApplication();
  const current = useStore(application.releases);
  const newest = Math.max(0, ...Object.values(current).map(({ number }) => number));
  const load = (cursor?: string) =>
    listReleases(application.id, { environment, cursor, limit: PAGE_SIZE });
  const first = useLoaded(() => load(), `${environment} ${newest}`);
  const [older, setOlder] = useState<{
    environment: string; releases: ReleaseSummary[]; next: string | null;
  } | null>(null);
  const [last, setLast] = useState<{ environment: string; page: typeof first.value }>(
    { environment, page: null });
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [failure, setFailure] = useState<{ environment: string; error: unknown } | null>(null);
  const rest = older?.environment === environment ? older : null;
  if (first.value && last.page !== first.value) {
    setLast({ environment, page: first.value });
    // A new release moves the last one of the first page to the second.
    if (rest && last.page && last.environment === environment) {
      setOlder({ ...rest, releases: joined(last.page.releases, rest.releases) });
    }
  }
  const page = first.value ?? (last.environment === environment ? last.page : null);
  const next = rest ? rest.next : page?.next ?? null;
  const loadMore = async () => {
    setLoadingMore(true);
    setFailure(null);
    try {
      const before = joined(page?.releases ?? [], rest?.releases ?? []);
      const fetched = await load(next ?? undefined);
      // A release that was published in the meantime moves one to the next page, so the releases
      // before this page are kept.
      setOlder((now) => ({
        environment, next: fetched.next,
        releases: [
          ...joined(now?.environment === environment ? now.releases : [], before),
          ...fetched.releases,
        ],
      }));
    } catch (error) {
      setFailure({ environment, error });
    }
    setLoadingMore(false);
  };
  return {
    releases: joined(page?.releases ?? [], rest?.releases ?? []),
    isLoaded: page !== null, isLoadingMore, reload: first.reload,
    failure: failure?.environment === environment ? failure.error : first.failure,
    ...(next ? { loadMore } : {}),
  };
}

/** The newer releases, then the older ones that are not among them. */
function joined(newer: ReleaseSummary[], older: ReleaseSummary[]): ReleaseSummary[] {
  const numbers = new Set(newer.map(({ number }) => number));
  return [...newer, ...older.filter(({ number }) => !numbers.has(number))];
}
