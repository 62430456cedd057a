import { useState } from "react";
import { get, path, type Build, type Builds } from "../../api";
import { useApplication } from "../../model/application";
import { buildName } from "../../model/builds";
import { useLoaded } from "../../model/loading";
import { roleIncludes } from "../../model/session";
import { useStore } from "../../model/store";
import { RelativeTime, Button, Chip, EmptyState, Icon, Loading, Sections, Select } from "../../ui";
import { Failure } from "../../ui/Failure";
import { formatNumber, formatShare, t } from "../../localization";
import { ArchiveDialog } from "../publish";
import type { SettingsFrame } from "./frame";

/** The application's builds: their sessions and screens, and which are in use or archived. */
export function BuildsInUse({ frame }: { frame: SettingsFrame }) {
  const application = useApplication();
  const names = (useStore(application.application)?.environments ?? []).map(({ name }) => name);
  const [environment, setEnvironment] = useState(application.environment.get());
  const newest = useStore(application.builds);
  const builds = useLoaded(
    (signal) => get<Builds>(
      path`/v1/apps/${application.id}/environments/${environment}/builds`, { signal }),
    // Reloaded when a build sends a manifest, which also updates the model.
    `${environment} ${newest?.builds[0]?.received ?? ""} ${newest?.builds.length ?? 0}`);
  const [archiving, setArchiving] = useState<Build | null>(null);
  const canArchive = roleIncludes(application.role(), "editor");
  if (!builds.value) {
    return builds.failure
      ? <Failure isPart failure={builds.failure} onRetry={() => void builds.reload()} />
      : <Loading text={t("app.loading")} />;
  }
  const { builds: list, sessions, days } = builds.value;
  return (
    <Sections
      {...frame}
      action={
        <Select
          label={t("settings.environment")} isLabelHidden value={environment}
          onValue={setEnvironment} options={names.map((name) => ({ value: name, text: name }))}
        />
      }
    >
      {list.length === 0 ? (
        <EmptyState
          icon="phone" title={t("settings.no-builds")}
          action={
            <a
              className="button primary"
              href={`/apps/${encodeURIComponent(application.id)}/connect`}
            >
              {t("settings.connect-open")}
            </a>
          }
        >
          <p>{t("settings.no-builds-text")}</p>
        </EmptyState>
      ) : (
        <>
          <p className="muted">
            {t("settings.sessions", { count: sessions })} {t("settings.days", { count: days })}
          </p>
          <ul className="card rows" aria-label={frame.title}>
            {list.map((build) => (
              <BuildRow
                key={buildName(build)} build={build}
                onArchive={canArchive ? () => setArchiving(build) : undefined}
              />
            ))}
          </ul>
          {archiving && (
            <ArchiveDialog
              build={archiving} onClose={() => setArchiving(null)}
              onDone={() => void builds.reload()}
            />
          )}
        </>
      )}
    </Sections>
  );
}

function BuildRow({ build, onArchive }: { build: Build; onArchive?(): void }) {
  const screens = build.manifest.screens ?? [];
  return (
    <li className="settings-build">
      <div className="settings-build-head">
        <div className="row-text">
          <p className="row-title">
            {build.platform} {build.version} <span className="muted">({build.build})</span>
          </p>
          <p className="row-detail">
            {t("settings.declared")} <RelativeTime at={build.received} />
            {build.announced && <>, {t("settings.announced", { environment: build.announced })}</>}
            {build.archived && (
              <>, {t("settings.archived-when")} <RelativeTime at={build.archived} /></>
            )}
          </p>
        </div>
        <div className="settings-share">
          <span className="settings-meter" aria-hidden="true">
            <span style={{ width: `${Math.round((build.share ?? 0) * 100)}%` }} />
          </span>
          <span>
            {build.share === null ? "–" : formatShare(build.share)}
            <small>{t("settings.build-sessions", { count: build.sessions })}</small>
          </span>
        </div>
        <BuildState build={build} />
      </div>
      <div className="settings-build-foot">
        <details className="settings-screens">
          <summary>
            <Icon name="chevron" size={16} />
            {t("settings.screens", { count: screens.length })}
          </summary>
          <ul>
            {screens.map((screen) => (
              <li key={screen.name}>
                <code>{screen.name}</code>
                <span className="muted">
                  {(screen.ports ?? []).map((port) => (
                    typeof port === "string" ? port : port.name)).join(", ")
                    || formatNumber(0)}
                </span>
              </li>
            ))}
          </ul>
        </details>
        {onArchive && (
          <Button
            size="small" kind="quiet" onClick={onArchive}
            aria-label={t(build.archived ? "builds.unarchive-of" : "builds.archive-of", {
              name: buildName(build) })}
          >
            {t(build.archived ? "builds.unarchive-open" : "builds.archive-open")}
          </Button>
        )}
      </div>
    </li>
  );
}

function BuildState({ build }: { build: Build }) {
  if (build.archived) return <Chip kind="warn">{t("settings.archived")}</Chip>;
  return build.inUse
    ? <Chip kind="good" icon="check">{t("settings.in-use")}</Chip>
    : <Chip>{t("settings.not-in-use")}</Chip>;
}
