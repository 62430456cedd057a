import { useEffect, useState } from "react";
import type { ReleaseSummary } from "../../api";
import type { Change, Finding } from "../../document";
import type { EditorModel } from "../../model/editor";
import { useStore } from "../../model/store";
import { Button, Callout, Loading, Select } from "../../ui";
import { t } from "../../localization";
import { BlockingBuilds } from "./BlockingBuilds";
import { ChangeList } from "./ChangeList";
import { chooseEnvironment } from "./chooseEnvironment";
import { spotlightOf } from "./differences";
import { DraftChanges } from "./DraftChanges";
import { LiveRelease } from "./LiveRelease";
import { NoteField } from "./NoteField";
import type { PublishFailure } from "./publishFailure";
import { Sheet } from "./Sheet";
import { PublishDone } from "./PublishDone";
import { usePublishSheet, type PublishSheetState } from "./usePublishSheet";
import { Errors, Warnings } from "./Findings";

/** Reviews the changes and publishes them to an environment with a note. */
export function PublishSheet({ editor, onClose, onRollBack }: {
  editor: EditorModel; onClose(): void; onRollBack(): void;
}) {
  const [done, setDone] = useState<{ release: ReleaseSummary; before?: number } | null>(null);
  const sheet = usePublishSheet(editor, setDone);
  const isPeeking = useStore(editor.isPeeking);
  useEffect(() => {
    editor.panel.set(null);
    return () => {
      editor.spotlight.set(null);
      editor.isPeeking.set(false);
    };
  }, [editor]);
  useEffect(() => {
    if (!sheet.changes || done) return;
    const document = editor.draft.document.get();
    editor.spotlight.set(spotlightOf(sheet.changes, document, t("publish.spotlight")));
  }, [sheet.changes, done]);
  if (done) return <PublishDone {...done} onClose={onClose} onRollBack={onRollBack} />;
  return (
    <Sheet
      title={t("publish.title")} onClose={onClose}
      onExpand={isPeeking ? () => editor.isPeeking.set(false) : undefined}
      footer={
        <>
          {sheet.failure && (
            <PublishFailureNotice
              failure={sheet.failure} onShow={(finding) => editor.show(finding)}
            />
          )}
          {sheet.blocker && <p className="blocker" id="blocker">{sheet.blocker}</p>}
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" icon="publish" isBusy={sheet.isBusy} disabled={sheet.blocker !== null}
            aria-describedby={sheet.blocker ? "blocker" : undefined}
            onClick={() => void sheet.publish()}
          >
            {t("publish.publish-to", { environment: sheet.environment })}
          </Button>
        </>
      }
    >
      <Review editor={editor} sheet={sheet} />
    </Sheet>
  );
}

function Review({ editor, sheet }: { editor: EditorModel; sheet: PublishSheetState }) {
  const { application } = editor;
  const environments = useStore(application.application)?.environments ?? [];
  const show = (change: Change) => {
    if (change.flow === undefined || change.step === undefined) return;
    editor.isPeeking.set(true);
    editor.command({ kind: "reveal", flow: change.flow, step: change.step });
  };
  const showFinding = (finding: Finding) => editor.show(finding);
  return (
    <>
      <Select
        label={t("publish.environment-label")} value={sheet.environment}
        options={environments.map(({ name }) => ({ value: name, text: name }))}
        onValue={(name) => void chooseEnvironment(application, name)}
        hint={<LiveRelease environment={sheet.environment} />}
      />
      <NewerRelease sheet={sheet} />
      <NothingDeclared editor={editor} />
      <Errors findings={sheet.errors} onShow={showFinding} />
      {sheet.isBlockedByBuilds && (
        <BlockingBuilds
          editor={editor} override={sheet.override} onOverride={sheet.setOverride}
        />
      )}
      <section data-tour="difference" className="sheet-part">
        <h3>
          {sheet.changes
            ? t("publish.changes", { count: sheet.changes.length }) : t("publish.comparing")}
        </h3>
        {!sheet.changes && <Loading text={t("publish.comparing")} />}
        <DraftChanges
          editor={editor} differences={sheet.differences} isBusy={sheet.isBusy}
          isOutdated={sheet.isOutdated} onShow={show}
        />
      </section>
      <Warnings
        findings={sheet.warnings} accepted={sheet.accepted} onAccept={sheet.accept}
        reasons={sheet.reasons} onReason={editor.canEdit ? sheet.setReason : undefined}
        onShow={showFinding}
      />
      <NoteField changes={sheet.changes ?? []} note={sheet.note} onNote={sheet.setNote} />
    </>
  );
}

/** A note that no build in use declares screens, so the names in the flow are unchecked. */
function NothingDeclared({ editor }: { editor: EditorModel }) {
  const { application } = editor;
  const builds = useStore(application.builds);
  const isDeclared = builds?.builds.some(
    ({ inUse, manifest }) =>
      inUse && ((manifest.screens?.length ?? 0) > 0 || manifest.blocks !== undefined)) ?? true;
  if (isDeclared) return null;
  return (
    <Callout kind="warn">
      <p>{t("publish.nothing-declared")}</p>
      <p><a href={`/apps/${encodeURIComponent(application.id)}/connect`}>{t("home.connect")}</a></p>
    </Callout>
  );
}

/** The reason why publishing failed; beside the button that was pressed. */
export function PublishFailureNotice(
  { failure, onShow }: { failure: PublishFailure; onShow?(finding: Finding): void },
) {
  return (
    <div className="sheet-failure">
      <Callout kind="danger">
        <p role="alert">{failure.text}</p>
        <Errors findings={failure.findings} onShow={onShow} />
      </Callout>
    </div>
  );
}

/** A release that someone else has published since the sheet was opened, which must be reviewed. */
export function NewerRelease(
  { sheet }: { sheet: Pick<PublishSheetState, "newerRelease" | "markReviewed"> },
) {
  if (!sheet.newerRelease) return null;
  const { release, changes, document, before, author } = sheet.newerRelease;
  return (
    <Callout
      kind="warn"
      action={
        <Button size="small" onClick={sheet.markReviewed}>{t("publish.reviewed")}</Button>
      }
    >
      <p role="alert">
        {t("publish.between", { number: String(release.number), who: author })}
        {release.note && <> {t("app.quoted", { text: release.note })}</>}
      </p>
      {changes && changes.length > 0 && (
        <ChangeList changes={changes} before={before} document={document} />
      )}
      {changes?.length === 0 && <p>{t("publish.between-same")}</p>}
    </Callout>
  );
}
