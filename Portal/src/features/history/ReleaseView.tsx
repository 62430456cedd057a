import { useState } from "react";
import { ApiProblem, type ReleaseSummary } from "../../api";
import { useApplication } from "../../model/application";
import { useLoaded } from "../../model/loading";
import { currentNumber, findRelease } from "../../model/releases";
import { useStore } from "../../model/store";
import { Ago, Button, Chip, Loading, Segmented } from "../../ui";
import { Failure } from "../../ui/Failure";
import { formatMoment, t } from "../../localization";
import { useDifferences, useRelease, authorLabel } from "../publish";
import { ReleaseDialogs, useActions } from "./actions";
import { ReadOnlyEditor } from "./ReadOnlyEditor";

type Baseline = "before" | "live";

/** One release, read-only: its flow, its changes, and its actions. */
export function ReleaseView({ number }: { number: number }) {
  const application = useApplication();
  const loaded = useLoaded(async () => {
    const { release, before } = await findRelease(application.id, number);
    if (!release) throw releaseNotFound();
    return { release, before };
  }, String(number));
  const document = useRelease(application.id, number);
  const failure = loaded.failure ?? document.failure;
  if (failure) return <Failure failure={failure} onRetry={() => void loaded.reload()} />;
  if (!loaded.value || !document.document) return <Loading text={t("app.loading")} />;
  return <LoadedRelease {...loaded.value} document={document.document} />;
}

function LoadedRelease({ release, before, document }: {
  release: ReleaseSummary; before?: ReleaseSummary;
  document: NonNullable<ReturnType<typeof useRelease>["document"]>;
}) {
  const application = useApplication();
  useStore(application.releases);
  const [against, setAgainst] = useState<Baseline>("before");
  const current = currentNumber(application, release.environment);
  const isLive = current === release.number;
  const other = useRelease(application.id, against === "live" ? current : before?.number);
  const differences = useDifferences(other.document, document);
  return (
    <ReadOnlyEditor document={document} differences={differences}>
      <ReleaseDetails release={release} isLive={isLive} />
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

function ReleaseDetails({ release, isLive }: { release: ReleaseSummary; isLive: boolean }) {
  const application = useApplication();
  const actions = useActions(release);
  const { environment, number, note, author, published, rollbackOf } = release;
  const clients = useStore(application.clients)[environment]?.releases
    .find((counted) => counted.number === number)?.clients ?? 0;
  return (
    <div className="release-facts-head">
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
        {rollbackOf !== undefined && (
          <Chip icon="undo">{t("history.rolled-back", { number: String(rollbackOf) })}</Chip>
        )}
      </p>
      {note && <p>{note}</p>}
      <p className="soft small-text">
        {authorLabel(application, author, "alone")} · <Ago at={published} />
        {" · "}{formatMoment(published)}
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
      </p>
      <ReleaseDialogs actions={actions} />
    </div>
  );
}

export const releaseNotFound = () => new ApiProblem(404, { detail: t("history.not-found") });
