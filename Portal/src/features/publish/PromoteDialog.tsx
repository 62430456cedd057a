import type { ReleaseSummary } from "../../api";
import { useApplication } from "../../model/application";
import { Button, Dialog, toast } from "../../ui";
import { t } from "../../localization";
import { BuildsToArchive } from "./BlockingBuilds";
import { Errors, Warnings } from "./Findings";
import { LiveRelease } from "./LiveRelease";
import { LoadedChanges } from "./LoadedChanges";
import { NoteField } from "./NoteField";
import { NewerRelease, PublishFailureNotice } from "./PublishSheet";
import { usePromotion } from "./usePromotion";

/** Warnings of a release have no reasons, which are stored in the draft. */
const noReasons: ReadonlyMap<string, string> = new Map();

/** Publishes a release to another environment, after showing the changes and findings there. */
export function PromoteDialog({ release, environment, onClose }: {
  release: ReleaseSummary; environment: string; onClose(): void;
}) {
  const application = useApplication();
  const number = String(release.number);
  const promotion = usePromotion(release, environment, (published) => {
    application.recordRelease(published);
    toast({
      kind: "good", text: t("publish.live", { number: String(published.number), environment }),
    });
    onClose();
  });
  const { blocker, failure } = promotion;
  return (
    <Dialog
      title={t("publish.promote-title", { number, environment })} onClose={onClose}
      closesOnOutsideClick={false}
      footer={
        <>
          {failure && <PublishFailureNotice failure={failure} />}
          {blocker && <p className="blocker" id="blocker">{blocker}</p>}
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" icon="publish" isBusy={promotion.isBusy} disabled={blocker !== null}
            aria-describedby={blocker ? "blocker" : undefined}
            onClick={() => void promotion.publish()}
          >
            {t("publish.publish-to", { environment })}
          </Button>
        </>
      }
    >
      <p className="muted">
        {t("publish.promote-text", { number, from: release.environment, environment })}
        {" "}<LiveRelease environment={environment} />
      </p>
      <NewerRelease sheet={promotion} />
      <Errors findings={promotion.errors} />
      {promotion.isBlockedByBuilds && (
        <BuildsToArchive
          blocking={promotion.blocking} override={promotion.override}
          onOverride={promotion.setOverride} onArchived={promotion.checkAgain}
        />
      )}
      <LoadedChanges
        changes={promotion.changes} failure={promotion.comparisonFailure}
        noChanges={t("publish.roll-back-same")} before={promotion.before}
        document={promotion.after}
      />
      <Warnings
        findings={promotion.warnings} accepted={promotion.accepted} onAccept={promotion.accept}
        reasons={noReasons}
      />
      <NoteField
        changes={promotion.changes ?? []} note={promotion.note} onNote={promotion.setNote}
      />
    </Dialog>
  );
}
