import type { EditorModel } from "../../model/editor";
import { useStore } from "../../model/store";
import { RelativeTime, Icon } from "../../ui";
import { t } from "../../localization";
import { authorLabel } from "../publish";

/**
 * Switches between the draft and the live release, and shows the number of differences.
 */
export function VersionSwitch({ main }: { main: EditorModel }) {
  const version = useStore(main.shownVersion);
  const { environment, number, live, changes } = useStore(main.comparison.state);
  const isLive = version === "live" && number !== undefined && live !== null;
  const release = useStore(main.application.releases)[environment];
  const count = changes?.length ?? 0;
  const draft = number === undefined ? t("version.nothing-live")
    : changes === null ? "" : count === 0 ? t("version.same") : t("version.changes", { count });
  const choose = main.shownVersion.set;
  return (
    <>
      <div className="version-switch" role="group" aria-label={t("version.what")}>
        <button
          type="button" aria-pressed={!isLive} className={count > 0 ? "different" : ""}
          onClick={() => choose("draft")}
        >
          <strong>{t("version.draft")}</strong>
          {draft && <span>{draft}</span>}
        </button>
        <button
          type="button" aria-pressed={isLive} disabled={number === undefined}
          onClick={() => choose("live")}
        >
          <strong>{t("version.live")}</strong>
          {number !== undefined && (
            <span>{t("history.release", { number: String(number) })}</span>
          )}
        </button>
      </div>
      {isLive && (
        <p className="version-note" role="status">
          <Icon name="eye" size={16} />
          <span>
            <strong>{t("publish.live-in", { environment, number: String(number) })}</strong>{" "}
            {release && (
              <>
                <RelativeTime at={release.published} />{" "}
                {t("publish.by", { who: authorLabel(main.application, release.author) })}{" · "}
              </>
            )}
            {t("version.read-only")}
          </span>
        </p>
      )}
    </>
  );
}
