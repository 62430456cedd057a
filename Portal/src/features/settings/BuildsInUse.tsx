import { useState } from "react";
import { get, path, type Build, type Builds } from "../../api";
import { useApplication } from "../../model/application";
import { useLoaded } from "../../model/loading";
import { useStore } from "../../model/store";
import { Ago, Chip, EmptyState, Icon, Loading, Sections, Select } from "../../ui";
import { Failure } from "../../ui/Failure";
import { formatNumber, formatShare, t } from "../../localization";
import type { SettingsFrame } from "./frame";

/** Which builds people have, and which of them flows are checked against. */
export function BuildsInUse({ frame }: { frame: SettingsFrame }) {
  const application = useApplication();
  const names = (useStore(application.application)?.environments ?? []).map((one) => one.name);
  const [environment, setEnvironment] = useState(application.environment.get());
  const newest = useStore(application.builds);
  const builds = useLoaded(
    (signal) => get<Builds>(
      path`/v1/apps/${application.id}/environments/${environment}/builds`, { signal }),
    // Loaded anew when a build declares something: then the model has new ones too.
    `${environment} ${newest?.builds[0]?.received ?? ""} ${newest?.builds.length ?? 0}`);
  if (!builds.value) {
    return builds.failure
      ? <Failure failure={builds.failure} onAgain={() => void builds.again()} />
      : <Loading text={t("app.loading")} />;
  }
  const { builds: list, sessions, days } = builds.value;
  return (
    <Sections
      {...frame}
      action={
        <Select
          label={t("settings.environment")} isLabelHidden value={environment}
          onValue={setEnvironment} options={names.map((one) => ({ value: one, text: one }))}
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
          <p className="soft">
            {t("settings.sessions", { count: sessions })} {t("settings.days", { count: days })}
          </p>
          <ul className="card rows" aria-label={frame.title}>
            {list.map((build) => (
              <BuildRow key={`${build.platform} ${build.version} ${build.build}`} build={build} />
            ))}
          </ul>
        </>
      )}
    </Sections>
  );
}

function BuildRow({ build }: { build: Build }) {
  const screens = build.manifest.screens ?? [];
  return (
    <li className="settings-build">
      <div className="settings-build-head">
        <div className="row-text">
          <p className="row-title">
            {build.platform} {build.version} <span className="soft">({build.build})</span>
          </p>
          <p className="row-detail">{t("settings.declared")} <Ago at={build.received} /></p>
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
        {build.inUse
          ? <Chip kind="good" icon="check">{t("settings.in-use")}</Chip>
          : <Chip>{t("settings.not-in-use")}</Chip>}
      </div>
      <details className="settings-screens">
        <summary>
          <Icon name="chevron" size={16} />
          {t("settings.screens", { count: screens.length })}
        </summary>
        <ul>
          {screens.map((screen) => (
            <li key={screen.name}>
              <code>{screen.name}</code>
              <span className="soft">
                {(screen.ports ?? []).map((port) => (
                  typeof port === "string" ? port : port.name)).join(", ")
                  || formatNumber(0)}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
