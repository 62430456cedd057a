import type { OverviewApplication } from "../../api";
import { authorName } from "../../model/authors";
import { hueOf, RelativeTime, Chip, Icon, IconButton } from "../../ui";
import { formatNumber, t } from "../../localization";
import { clientsOf, liveEnvironment } from "./order";

/** The summary of an application; the whole card is a link to its flow. */
export function ApplicationCard({ application, isFavorite, onFavorite }: {
  application: OverviewApplication; isFavorite: boolean; onFavorite(): void;
}) {
  const base = `/apps/${encodeURIComponent(application.id)}`;
  return (
    <li className="card home-card">
      <header>
        <span className="home-symbol" data-hue={hueOf(application.id)} aria-hidden="true">
          {[...application.name][0]?.toLocaleUpperCase()}
        </span>
        <div className="home-title">
          <h2 title={application.name}>
            <a href={base} className="home-link">{application.name}</a>
          </h2>
          <p className="home-id">{application.id}</p>
        </div>
        <IconButton
          icon="star" className={`home-star ${isFavorite ? "on" : ""}`} isPressed={isFavorite}
          label={t("home.favorite", { name: application.name })} onClick={onFavorite}
        />
      </header>
      <LiveRelease application={application} />
      <Health application={application} />
      <footer>
        <LastChange application={application} />
        {!application.connected && (
          <a className="home-connect" href={`${base}/connect`}>
            {t("home.connect")}<Icon name="arrow" size={16} />
          </a>
        )}
      </footer>
    </li>
  );
}

function LiveRelease({ application }: { application: OverviewApplication }) {
  const live = liveEnvironment(application);
  const clients = clientsOf(application);
  return (
    <dl className="home-live">
      <div>
        <dt>{t("home.release")}</dt>
        {live?.release ? (
          <dd>
            <strong>{live.release.number}</strong>
            {" "}<span className="muted">{t("home.in", { environment: live.name })}</span>
          </dd>
        ) : <dd className="muted">{t("home.no-release")}</dd>}
      </div>
      <div>
        <dt>{t("home.clients")}</dt>
        <dd>
          <span className={`home-dot ${clients > 0 ? "on" : ""}`} aria-hidden="true" />
          <strong>{formatNumber(clients)}</strong>
        </dd>
      </div>
    </dl>
  );
}

function Health({ application }: { application: OverviewApplication }) {
  const { errors, warnings } = application.findings;
  const hasFlow = application.draft !== null
    || application.environments.some((environment) => environment.release !== null);
  return (
    <ul className="home-health" aria-label={t("home.health")}>
      {errors > 0 && (
        <li><Chip kind="danger" icon="alert">{t("findings.errors", { count: errors })}</Chip></li>
      )}
      {warnings > 0 && (
        <li><Chip kind="warn" icon="alert">{t("findings.warnings", { count: warnings })}</Chip></li>
      )}
      {hasFlow && errors + warnings === 0 && (
        <li><Chip kind="good" icon="check">{t("findings.none")}</Chip></li>
      )}
      {application.draft && application.draft.changes > 0 && (
        <li>
          <Chip kind="accent" icon="edit">
            {t("home.draft", { count: application.draft.changes })}
          </Chip>
        </li>
      )}
      {!application.connected && <li><Chip icon="phone">{t("home.not-connected")}</Chip></li>}
    </ul>
  );
}

function LastChange({ application }: { application: OverviewApplication }) {
  const { at, by, what } = application.changed;
  return (
    <p className="home-changed">
      {t(`home.changed-${what}`, { by: authorName(by) })} <RelativeTime at={at} />
    </p>
  );
}
