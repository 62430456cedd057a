import { useState } from "react";
import { get, path, query, type Application, type AuditEntry } from "../../api";
import { download, toCSV } from "../../model/csv";
import { useLoaded } from "../../model/loading";
import { RelativeTime, Button, Callout, Chip, EmptyState, failureText, Loading } from "../../ui";
import { formatDateTime, locale, t } from "../../localization";
import { AuditFilters, noFilter, type AuditFilter } from "./AuditFilters";
import type { AuditPage } from "./auditPages";
import { actorOf, detailsOf, sentenceOf, type Names } from "./sentences";
import type { Member } from "./types";
import { useAuditDownload } from "./useAuditDownload";
import "./styles";

/** The number of entries that are listed at a time. */
const PAGE_SIZE = 50;
/** The maximum number of entries in a response of the server. */
const MAX_PAGE_SIZE = 200;

/** The pages after a first page; another first page has none of them. */
interface OlderPages {
  first: AuditPage | null;
  pages: AuditPage[];
  isLoading: boolean;
  failure: string;
}

const noOlderPages: OlderPages = { first: null, pages: [], isLoading: false, failure: "" };

/**
 * The audit log, newest first, with filters and a download; of the whole organization, or of one
 * application if `application` is set.
 */
export function AuditList({ organization, application, applications = [], environments }: {
  organization: string; application?: string; applications?: Application[];
  environments?: string[];
}) {
  const [filter, setFilter] = useState<AuditFilter>(
    { ...noFilter, application: application ?? "" });
  const [loaded, setLoaded] = useState<OlderPages>(noOlderPages);
  const members = useLoaded(
    async (signal) => (await get<{ members: Member[] }>(
      path`/v1/organizations/${organization}/members`, { signal })).members, organization);
  // Members are filtered by id, because a token may have the same name.
  const actor = members.value?.find((member) => member.email === filter.actor)?.id ?? filter.actor;
  const key = JSON.stringify([organization, filter, actor]);
  const load = (cursor?: string, signal?: AbortSignal, limit = PAGE_SIZE) => get<AuditPage>(
    `/v1/audit${query({
      organization, ...parametersOf({ ...filter, actor }), limit, cursor,
    })}`, { signal });
  const first = useLoaded((signal) => load(undefined, signal), key);
  const older = loaded.first === first.value ? loaded : noOlderPages;
  const pages = first.value ? [first.value, ...older.pages] : [];
  const entries = pages.flatMap((page) => page.entries);
  const next = pages.at(-1)?.next ?? null;
  const names: Names = new Map(
    (members.value ?? []).map((member) => [member.id, member.name || member.email]));
  const audit = useAuditDownload(
    key, (cursor, signal) => load(cursor, signal, MAX_PAGE_SIZE),
    (all) => downloadCSV(all, names));
  const showMore = async () => {
    if (!next) return;
    const loading = { ...older, first: first.value, isLoading: true, failure: "" };
    setLoaded(loading);
    // A late response for another filter is dropped.
    const finish = (change: Partial<OlderPages>) => setLoaded((now) => (
      now === loading ? { ...loading, isLoading: false, ...change } : now));
    try {
      finish({ pages: [...loading.pages, await load(next)] });
    } catch (error) {
      finish({ failure: failureText(error) });
    }
  };
  const problem = older.failure || (first.failure ? failureText(first.failure) : "")
    || (audit.failure && t("organization.audit-not-downloaded", { why: audit.failure }));
  return (
    <div className="audit">
      <AuditFilters
        filter={filter} onFilter={setFilter}
        members={(members.value ?? []).map((member) => member.email)}
        applications={application ? undefined : applications} environments={environments}
        download={entries.length > 0 ? audit : undefined}
      />
      {problem && <div role="alert"><Callout kind="danger">{problem}</Callout></div>}
      {!first.value && !first.failure && <Loading text={t("app.loading")} />}
      {first.value && entries.length === 0 && (
        <EmptyState icon="search" title={t("organization.audit-empty")}>
          <p>{t("organization.audit-empty-text")}</p>
        </EmptyState>
      )}
      {byDay(entries).map(([day, dayEntries]) => (
        <section key={day} aria-label={day}>
          <h2 className="audit-day">{day}</h2>
          <ol className="card audit-entries">
            {dayEntries.map((entry) => <AuditItem key={entry.id} entry={entry} names={names} />)}
          </ol>
        </section>
      ))}
      {next && (
        <div className="audit-more">
          <Button isBusy={older.isLoading} onClick={() => void showMore()}>
            {t("organization.audit-more")}
          </Button>
        </div>
      )}
    </div>
  );
}

function AuditItem({ entry, names }: { entry: AuditEntry; names: Names }) {
  const details = detailsOf(entry);
  return (
    <li className="audit-entry">
      <div className="audit-summary">
        <p>
          <strong>{actorOf(entry)}</strong>{" "}
          {entry.actor.type === "token" && <Chip icon="key">{t("organization.token")}</Chip>}{" "}
          {sentenceOf(entry, names)}
        </p>
        {details.length > 0 && <p className="muted small-text">{details.join(" · ")}</p>}
      </div>
      <div className="audit-meta">
        {entry.application && (
          <Chip>{entry.application}{entry.environment ? `/${entry.environment}` : ""}</Chip>
        )}
        <span className="muted small-text"><RelativeTime at={entry.at} /></span>
      </div>
    </li>
  );
}

const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: "full" });

/** Entries by day, in the reader's time zone. */
function byDay(entries: AuditEntry[]): [string, AuditEntry[]][] {
  const groups = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = dayFormat.format(new Date(entry.at));
    const group = groups.get(day);
    if (group) group.push(entry);
    else groups.set(day, [entry]);
  }
  return [...groups];
}

/** Days are in the reader's time zone; the server receives timestamps. */
function parametersOf(filter: AuditFilter): { [name: string]: string | undefined } {
  const { since, until, ...rest } = filter;
  const startOf = (day: string, daysLater: number) => {
    const [year, month, date] = day.split("-").map(Number);
    if (!year || !month || !date) return undefined;
    return new Date(year, month - 1, date + daysLater).toISOString().replace(/\.\d+Z$/, "Z");
  };
  return { ...rest, since: startOf(since, 0), until: startOf(until, 1) };
}

function downloadCSV(entries: AuditEntry[], names: Names): void {
  const header = [
    "at", "actor", "actor type", "actor id", "action", "application", "environment", "text",
    "detail",
  ];
  const rows = entries.map((entry) => [
    entry.at, entry.actor.name, entry.actor.type, entry.actor.id, entry.action, entry.application,
    entry.environment, sentenceOf(entry, names), JSON.stringify(entry.detail),
  ]);
  const date = formatDateTime(new Date()).replace(/[^\p{L}\p{N}]+/gu, "-");
  download(`audit-${date}.csv`, toCSV([header, ...rows]));
}
