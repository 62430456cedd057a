import { useState } from "react";
import { ApiProblem, type ReleaseSummary } from "../../api";
import type { FlowDocument } from "../../document";
import { useApplication } from "../../model/application";
import { useLoaded } from "../../model/loading";
import { liveReleaseNumber, findRelease, releaseDocument } from "../../model/releases";
import { useStore } from "../../model/store";
import { RelativeTime, Button, Chip, Loading, Segmented } from "../../ui";
import { Failure } from "../../ui/Failure";
import { formatDateTime, t } from "../../localization";
import { useDifferences, useRelease, authorLabel } from "../publish";
import { ReleaseDialogs, useActions } from "./actions";
import { ReadOnlyEditor } from "./ReadOnlyEditor";
import { rollbackLabel } from "./rollbackLabel";

type Baseline = "before" | "live";

/** One release, read-only: its flow, its changes, and its actions. */
export function ReleaseView({ number }: { number: number }) {
  const application = useApplication();
  const loaded = useLoaded(async () => {
    const document = releaseDocument(application.id, number);
    const { release, before } = await findRelease(application.id, number);
    if (!release) throw releaseNotFound();
    return { release, before, document: await document };
  }, String(number));
  const { value, failure } = loaded;
  if (failure) return <Failure failure={failure} onRetry={() => void loaded.reload()} />;
  return value ? <LoadedRelease {...value} /> : <Loading text={t("app.loading")} />;
}

function LoadedRelease({ release, before, document }: {
  release: ReleaseSummary; before?: ReleaseSummary; document: FlowDocument;
}) {
  const application = useApplication();
  useStore(application.releases);
  const [against, setAgainst] = useState<Baseline>("before");
  const current = liveReleaseNumber(application, release.environment);
  const isLive = current === release.number;
  const other = useRelease(application.id, against === "live" ? current : before?.number);
  const differences = useDifferences(other.document, document);
  return (
    <ReadOnlyEditor document={document} differences={differences} failure={other.failure}>
      <ReleaseDetails release={release} before={before} isLive={isLive} />
      {!isLive && (
        <Segmented<Baseline>
          label={t("history.against")} value={against} onValue={setAgainst}
          options={[
            { value: "before", text: t("history.against-before") },
            { value: "live", text: t("history.against-live") },
          ]}
        />
      )}
    </ReadOnlyEditor>
  );
}

function ReleaseDetails({ release, before, isLive }: {
  release: ReleaseSummary; before?: ReleaseSummary; isLive: boolean;
}) {
  const application = useApplication();
  const actions = useActions(release);
  const { environment, number, note, author, published } = release;
  const rollback = rollbackLabel(release, before);
  const clients = useStore(application.clients)[environment]?.releases
    .find((counted) => counted.number === number)?.clients ?? 0;
  return (
    <div className="release-details-head">
      <p>
        <a href={`/apps/${encodeURIComponent(application.id)}/history`}>
          {t("history.back")}
        </a>
      </p>
      <h1>{t("history.release", { number: String(number) })}</h1>
      <p className="release-chips">
        <Chip kind={isLive ? "good" : "plain"}>
          {isLive ? t("history.live-in", { environment }) : environment}
        </Chip>
        {clients > 0 && (
          <Chip kind="accent" icon="phone">{t("history.clients", { count: clients })}</Chip>
        )}
        {rollback !== null && <Chip icon="undo">{rollback}</Chip>}
      </p>
      {note && <p>{note}</p>}
      <p className="muted small-text">
        {authorLabel(application, author, "alone")} · <RelativeTime at={published} />
        {" · "}{formatDateTime(published)}
      </p>
      <p className="release-actions">
        {actions.canRestore && (
          <Button size="small" icon="edit" onClick={() => actions.setOpen("restore")}>
            {t("history.restore")}
          </Button>
        )}
        {actions.canRollBack && (
          <Button size="small" icon="undo" onClick={() => actions.setOpen("roll-back")}>
            {t("history.roll-back", { environment })}
          </Button>
        )}
        {actions.targets.map((target) => (
          <Button
            key={target} size="small" icon="publish"
            onClick={() => actions.setOpen({ publishTo: target })}
          >
            {t("history.publish-to", { environment: target })}
          </Button>
        ))}
      </p>
      <ReleaseDialogs actions={actions} />
    </div>
  );
}

export const releaseNotFound = () => new ApiProblem(404, { detail: t("history.not-found") });
