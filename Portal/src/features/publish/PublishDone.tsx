import { useEffect, useRef } from "react";
import type { ReleaseSummary } from "../../api";
import { useApplication } from "../../model/application";
import { useStore } from "../../model/store";
import { Button, Icon } from "../../ui";
import { formatDateTime, formatNumber, t } from "../../localization";
import { Sheet } from "./Sheet";

interface PublishDoneProps {
  release: ReleaseSummary;
  /** The release that was live before. */
  before?: number;
  onClose(): void;
  /** Opens the dialog to roll back to the previous release. */
  onRollBack(): void;
}

/** The release is live: shows the rising number of apps that have it, and a button to roll back. */
export function PublishDone({ release, before, onClose, onRollBack }: PublishDoneProps) {
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { environment } = release;
  return (
    <Sheet
      title={t("publish.done-title")} onClose={onClose}
      footer={
        <>
          {before !== undefined && (
            <Button icon="undo" onClick={onRollBack}>
              {t("publish.undo-number", { number: String(release.number) })}
            </Button>
          )}
          <Button kind="primary" onClick={onClose}>{t("publish.done")}</Button>
        </>
      }
    >
      <div className="done">
        <span className="done-symbol"><Icon name="check" size={28} /></span>
        <p className="done-text" ref={heading} tabIndex={-1}>
          {t("publish.live", { number: String(release.number), environment })}
        </p>
        <p className="muted">{formatDateTime(release.published)}</p>
      </div>
      <AdoptionProgress release={release} />
    </Sheet>
  );
}

/** The number of open apps that have a release. */
function AdoptionProgress({ release }: { release: ReleaseSummary }) {
  const counts = useStore(useApplication().clients)[release.environment];
  const total = counts?.total ?? 0;
  const adopted = counts?.releases.find(({ number }) => number === release.number)?.clients ?? 0;
  const text = total === 0 ? t("publish.reach-none") : t("publish.reach", { count: total });
  return (
    <div className="adoption">
      {total > 0 && <progress value={adopted} max={total} aria-label={text} />}
      <p>
        {total > 0 && <strong>{formatNumber(adopted)}</strong>}
        <span aria-live="polite">{text}</span>
      </p>
    </div>
  );
}
