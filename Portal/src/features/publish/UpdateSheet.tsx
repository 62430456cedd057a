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
import { LiveRelease } from "./LiveRelease";
import { NoteField } from "./NoteField";
import type { Refused } from "./refusal";
import { Sheet } from "./Sheet";
import { UpdateDone } from "./UpdateDone";
import { useUpdate, type Update } from "./useUpdate";
import { Errors, Warnings } from "./Findings";

/** Reviews the changes and publishes them to an environment with a note. */
export function UpdateSheet({ editor, onClose, onRollBack }: {
  editor: EditorModel; onClose(): void; onRollBack(): void;
}) {
  const [done, setDone] = useState<{ release: ReleaseSummary; before?: number } | null>(null);
  const update = useUpdate(editor, setDone);
  const isPeeking = useStore(editor.isPeeking);
  useEffect(() => {
    editor.panel.set(null);
    return () => {
      editor.spotlight.set(null);
      editor.isPeeking.set(false);
    };
  }, [editor]);
  useEffect(() => {
    if (!update.changes || done) return;
    const document = editor.draft.document.get();
    editor.spotlight.set(spotlightOf(update.changes, document, t("publish.spotlight")));
  }, [update.changes, done]);
  if (done) return <UpdateDone {...done} onClose={onClose} onRollBack={onRollBack} />;
  return (
    <Sheet
      title={t("publish.title")} onClose={onClose}
      onPeekEnd={isPeeking ? () => editor.isPeeking.set(false) : undefined}
      footer={
        <>
          {update.refused && <Refusal refused={update.refused} onShow={(it) => editor.show(it)} />}
          {update.reason && <p className="sheet-why" id="sheet-why">{update.reason}</p>}
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" icon="publish" isBusy={update.isBusy} disabled={update.reason !== null}
            aria-describedby={update.reason ? "sheet-why" : undefined}
            onClick={() => void update.run()}
          >
            {t("publish.publish-to", { environment: update.environment })}
          </Button>
        </>
      }
    >
      <Review editor={editor} update={update} />
    </Sheet>
  );
}

function Review({ editor, update }: { editor: EditorModel; update: Update }) {
  const { application } = editor;
  const environments = useStore(application.application)?.environments ?? [];
  const document = useStore(editor.draft.document);
  const show = (change: Change) => {
    if (change.flow === undefined || change.step === undefined) return;
    editor.isPeeking.set(true);
    editor.command({ kind: "reveal", flow: change.flow, step: change.step });
  };
  const showFinding = (finding: Finding) => editor.show(finding);
  return (
    <>
      <Select
        label={t("publish.environment-label")} value={update.environment}
        options={environments.map(({ name }) => ({ value: name, text: name }))}
        onValue={(name) => void chooseEnvironment(application, name)}
        hint={<LiveRelease environment={update.environment} />}
      />
      <NewerRelease update={update} />
      <NothingDeclared editor={editor} />
      <Errors findings={update.errors} onShow={showFinding} />
      {update.isBlockedByBuilds && (
        <BlockingBuilds
          editor={editor} override={update.override} onOverride={update.setOverride}
        />
      )}
      <section data-tour="difference" className="sheet-part">
        <h3>
          {update.changes
            ? t("publish.changes", { count: update.changes.length }) : t("publish.comparing")}
        </h3>
        {!update.changes && <Loading text={t("publish.comparing")} />}
        {update.changes && (
          <ChangeList
            changes={update.changes} before={update.live} document={document} onShow={show}
          />
        )}
      </section>
      <Warnings
        findings={update.warnings} accepted={update.accepted} onAccept={update.accept}
        reasons={update.reasons} onReason={editor.canEdit ? update.giveReason : undefined}
        onShow={showFinding}
      />
      <NoteField changes={update.changes ?? []} note={update.note} onNote={update.setNote} />
    </>
  );
}

/** The note that no build declares its screens, so the names that the flow uses are unchecked. */
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

/** The server's refusal to publish; beside the button that was pressed. */
function Refusal({ refused, onShow }: { refused: Refused; onShow(finding: Finding): void }) {
  return (
    <div className="sheet-refusal">
      <Callout kind="danger">
        <p role="alert">{refused.text}</p>
        <Errors findings={refused.findings} onShow={onShow} />
      </Callout>
    </div>
  );
}

/** A release that someone else has published since the sheet was opened, which must be reviewed. */
function NewerRelease({ update }: { update: Update }) {
  if (!update.between) return null;
  const { release, changes, document, before, who } = update.between;
  return (
    <Callout
      kind="warn"
      action={
        <Button size="small" onClick={update.noteSeen}>{t("publish.seen")}</Button>
      }
    >
      <p role="alert">
        {t("publish.between", { number: String(release.number), who })}
        {release.note && <> {t("publish.quoted", { text: release.note })}</>}
      </p>
      {changes && changes.length > 0 && (
        <ChangeList changes={changes} before={before} document={document} />
      )}
      {changes?.length === 0 && <p>{t("publish.between-same")}</p>}
    </Callout>
  );
}
