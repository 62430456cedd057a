import { useEffect, useRef, useState } from "react";
import { get, path, type ReleaseSummary } from "../../api";
import type { Change } from "../../document";
import { useApplication } from "../../model/application";
import { liveReleaseNumber } from "../../model/releases";
import { useStore } from "../../model/store";
import { RelativeTime, Chip, IconButton, Menu } from "../../ui";
import { t } from "../../localization";
import { authorLabel } from "../publish";
import { ReleaseDialogs, useActions } from "./actions";
import { rollbackLabel } from "./rollbackLabel";

/** One release in the list: author, time, note, changes, and running apps. */
export function ReleaseRow({ release, before, isSelected, onSelect }: {
  release: ReleaseSummary; isSelected: boolean; onSelect(isSelected: boolean): void;
  /** The release that was current before it; undefined if it is not listed. */
  before?: ReleaseSummary;
}) {
  const application = useApplication();
  const current = useStore(application.releases);
  const { number, environment } = release;
  const isLive = current !== null && liveReleaseNumber(application, environment) === number;
  const actions = useActions(release);
  const rollback = rollbackLabel(release, before);
  const name = t("history.release", { number: String(number) });
  return (
    <li className={`release ${isLive ? "live" : ""}`}>
      <input
        type="checkbox" checked={isSelected} onChange={(event) => onSelect(event.target.checked)}
        aria-label={t("history.select", { number: String(number) })}
      />
      <a className="release-main" href={actions.href}>
        <span className="release-head">
          <strong>{name}</strong>
          <Chip kind={isLive ? "good" : "plain"}>
            {isLive ? t("history.live-in", { environment }) : environment}
          </Chip>
          {rollback !== null && <Chip icon="undo">{rollback}</Chip>}
        </span>
        <span className={release.note ? "release-note" : "release-note muted"}>
          {release.note || t("history.no-note")}
        </span>
        <span className="release-who muted">
          {authorLabel(application, release.author, "alone")}{" · "}
          <RelativeTime at={release.published} />
        </span>
      </a>
      <span className="release-details">
        <ChangeCount release={release} />
        <Clients release={release} />
      </span>
      <Menu
        align="end" label={name} items={actions.items}
        trigger={(props) => (
          <IconButton
            {...props} icon="more" label={t("history.actions", { number: String(number) })}
          />
        )}
      />
      <ReleaseDialogs actions={actions} />
    </li>
  );
}

/** The number of connected apps that have the release. */
function Clients({ release }: { release: ReleaseSummary }) {
  const counts = useStore(useApplication().clients)[release.environment];
  const count = counts?.releases.find(({ number }) => number === release.number)?.clients ?? 0;
  if (count === 0) return null;
  return <Chip kind="accent" icon="phone">{t("history.clients", { count })}</Chip>;
}

const changeCounts = new Map<string, Promise<number>>();
let queue: Promise<unknown> = Promise.resolve();

/** Loads and caches the number of a release's changes; one request at a time is sent. */
function loadChangeCount(application: string, number: number): Promise<number> {
  const key = `${application}/${number}`;
  const cached = changeCounts.get(key);
  if (cached) return cached;
  const request = queue.then(() => get<{ changes: Change[] }>(
    path`/v1/apps/${application}/releases/${number}/diff`)).then(({ changes }) => (
    // NB: the first release also sets the application's name.
    changes.filter(({ kind }) => kind !== "application-changed").length));
  queue = request.catch(() => changeCounts.delete(key));
  changeCounts.set(key, request);
  return request;
}

function ChangeCount({ release }: { release: ReleaseSummary }) {
  const application = useApplication();
  const ref = useRef<HTMLSpanElement>(null);
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    let isActive = true;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      loadChangeCount(application.id, release.number).then(
        (changeCount) => isActive && setCount(changeCount), () => undefined);
    }, { rootMargin: "200px" });
    if (ref.current) observer.observe(ref.current);
    return () => {
      isActive = false;
      observer.disconnect();
    };
  }, [application, release.number]);
  return (
    <span ref={ref} className="release-changes muted">
      {count === null ? "" : count === 0
        ? t("history.no-changes") : t("publish.changes", { count })}
    </span>
  );
}
