import { useEffect, useState } from "react";
import type { Build } from "../../api";
import { buildName } from "../../model/builds";
import type { EditorModel } from "../../model/editor";
import { useStore } from "../../model/store";
import { Button, Switch, TextField } from "../../ui";
import { formatShare, t } from "../../localization";
import { ArchiveDialog } from "./ArchiveDialog";

interface OverrideProps {
  /** The reason to publish anyway; null while that is not selected. */
  override: string | null;
  onOverride(reason: string | null): void;
}

/**
 * The builds in use that cannot show all of the draft, with two options: archiving those that no
 * longer matter, or publishing anyway with a reason.
 */
export function BlockingBuilds({ editor, ...props }: OverrideProps & { editor: EditorModel }) {
  const { application, draft, verification } = editor;
  const builds = useStore(application.builds);
  const document = useStore(draft.document);
  const [blocking, setBlocking] = useState<Build[]>([]);
  useEffect(() => {
    let isCurrent = true;
    // A failure of the engine is shown by the sheet.
    verification.blockingBuilds(document).then(
      (found) => isCurrent && setBlocking(found), () => undefined);
    return () => {
      isCurrent = false;
    };
  }, [document, builds]);
  return <BuildsToArchive {...props} blocking={blocking} />;
}

/** The builds that block publishing, each with a button to archive it; or publishing anyway. */
export function BuildsToArchive({ blocking, override, onOverride, onArchived }: OverrideProps & {
  blocking: Build[]; onArchived?(): void;
}) {
  const [archiving, setArchiving] = useState<Build | null>(null);
  return (
    <section className="sheet-part">
      <h3>{t("builds.blocking")}</h3>
      <p className="muted small-text">{t("builds.blocking-text")}</p>
      <ul className="card rows blocking-builds" aria-label={t("builds.blocking")}>
        {blocking.map((build) => (
          <li key={buildName(build)} className="row">
            <div className="row-text">
              <p className="row-title">{buildName(build)}</p>
              <p className="row-detail">
                {build.share === null ? t("builds.newest") : t("builds.share", {
                  share: formatShare(build.share) })}
              </p>
            </div>
            <Button
              size="small" onClick={() => setArchiving(build)}
              aria-label={t("builds.archive-of", { name: buildName(build) })}
            >
              {t("builds.archive-open")}
            </Button>
          </li>
        ))}
      </ul>
      <Switch
        label={t("builds.anyway")} isOn={override !== null}
        onChange={(isOn) => onOverride(isOn ? "" : null)}
      />
      {override !== null && (
        <TextField
          label={t("builds.anyway-reason")} hint={t("builds.anyway-hint")} value={override}
          onValue={onOverride} maxLength={500} autoFocus
        />
      )}
      {archiving && (
        <ArchiveDialog
          build={archiving} onClose={() => setArchiving(null)} onDone={onArchived}
        />
      )}
    </section>
  );
}
