import { useEffect, useRef, useState } from "react";
import type { ReleaseSummary } from "../../api";
import { useApplication } from "../../model/application";
import { rollBack } from "../../model/releases";
import { useStore } from "../../model/store";
import { Button, Callout, Icon, toast } from "../../ui";
import { formatMoment, formatNumber, t } from "../../localization";
import { describeFailure, type Refused } from "./refusal";
import { Sheet } from "./Sheet";

interface UpdateDoneProps {
  release: ReleaseSummary;
  /** The release that was live before. */
  before?: number;
  onClose(): void;
}

/** It is live: how many have it climbs by the second, and one press takes it back. */
export function UpdateDone({ release, before, onClose }: UpdateDoneProps) {
  const application = useApplication();
  const heading = useRef<HTMLParagraphElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  useEffect(() => heading.current?.focus(), []);
  const { environment } = release;
  const undo = async (to: number) => {
    setBusy(true);
    try {
      await rollBack(application.id, environment, to, t("publish.undo-note", {
        number: String(release.number) }));
      toast({ kind: "good", text: t("publish.undone", {
        number: String(to), environment }) });
      onClose();
    } catch (error) {
      setRefused(describeFailure(error));
      setBusy(false);
    }
  };
  return (
    <Sheet
      title={t("publish.done-title")} onClose={onClose}
      footer={
        <>
          {before !== undefined && (
            <Button icon="undo" isBusy={isBusy} onClick={() => void undo(before)}>
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
        <p className="soft">{formatMoment(release.published)}</p>
      </div>
      <AdoptionProgress release={release} />
      {refused && <Callout kind="danger"><p role="alert">{refused.text}</p></Callout>}
      {before !== undefined && <p className="soft small-text">{t("publish.undo-text")}</p>}
    </Sheet>
  );
}

/** How many of the apps that are open now have a release. */
function AdoptionProgress({ release }: { release: ReleaseSummary }) {
  const counts = useStore(useApplication().clients)[release.environment];
  const total = counts?.total ?? 0;
  const have = counts?.releases.find((one) => one.number === release.number)?.clients ?? 0;
  const values = { count: total, have: formatNumber(have) };
  const text = total === 0 ? t("publish.reach-none") : t("publish.reach", values);
  return (
    <div className="reach">
      {total > 0 && <progress value={have} max={total} aria-label={text} />}
      <p>
        {total > 0 && <strong className="reach-number">{formatNumber(have)}</strong>}
        <span aria-live="polite">{text}</span>
      </p>
    </div>
  );
}
