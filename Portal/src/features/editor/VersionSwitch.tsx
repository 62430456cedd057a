import type { EditorModel } from "../../model/editor";
import { useStore } from "../../model/store";
import { Ago, Icon } from "../../ui";
import { t } from "../../localization";
import { authorLabel } from "../publish";

/**
 * Switches between the draft and the live release, and shows the number of differences.
 */
export function VersionSwitch({ main }: { main: EditorModel }) {
  const seen = useStore(main.seen);
  const { environment, number, live, changes } = useStore(main.comparison.state);
  const isLive = seen === "live" && number !== undefined && live !== null;
  const release = useStore(main.application.releases)[environment];
  const count = changes?.length ?? 0;
  const draft = number === undefined ? t("seen.nothing-live")
    : changes === null ? "" : count === 0 ? t("seen.same") : t("seen.changes", { count });
  const choose = (version: "draft" | "live") => main.seen.set(version);
  return (
    <>
      <div className="seen" role="group" aria-label={t("seen.what")}>
        <button
          type="button" aria-pressed={!isLive} className={count > 0 ? "different" : ""}
          onClick={() => choose("draft")}
        >
          <strong>{t("seen.draft")}</strong>
          {draft && <span>{draft}</span>}
        </button>
        <button
          type="button" aria-pressed={isLive} disabled={number === undefined}
          onClick={() => choose("live")}
        >
          <strong>{t("seen.live")}</strong>
          {number !== undefined && (
            <span>{t("history.release", { number: String(number) })}</span>
          )}
        </button>
      </div>
      {isLive && (
        <p className="seen-note" role="status">
          <Icon name="eye" size={16} />
          <span>
            <strong>{t("publish.live-in", { environment, number: String(number) })}</strong>{" "}
            {release && (
              <>
                <Ago at={release.published} />{" "}
                {t("publish.by", { who: authorLabel(main.application, release.author) })}{" · "}
              </>
            )}
            {t("seen.read-only")}
          </span>
        </p>
      )}
    </>
  );
}
