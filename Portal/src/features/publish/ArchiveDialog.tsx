import { useState } from "react";
import { path, send, type Build } from "../../api";
import { useApplication } from "../../model/application";
import { buildName } from "../../model/builds";
import { withReauthentication } from "../../model/confirmation";
import { Button, Callout, Dialog, failureText, TextField, toast } from "../../ui";
import { t } from "../../localization";

/** Archives a build with a reason, or unarchives it. */
export function ArchiveDialog({ build, onClose, onDone }: {
  build: Build; onClose(): void; onDone?(): void;
}) {
  const application = useApplication();
  const [reason, setReason] = useState("");
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const name = buildName(build);
  const isArchived = build.archived !== null;
  const lacksReason = !isArchived && reason.trim() === "";
  const submit = async () => {
    setBusy(true);
    setFailure("");
    try {
      const { platform, version, build: number } = build;
      const text = reason.trim();
      await withReauthentication(() => send(
        "PUT", path`/v1/apps/${application.id}/builds/archived`, {
          platform, version, build: number, archived: !isArchived,
          ...(text ? { reason: text } : {}),
        }));
      const message = isArchived ? "builds.unarchived" : "builds.archived";
      toast({ text: t(message, { name }), kind: "good" });
      onClose();
      onDone?.();
      await application.loadBuilds();
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t(isArchived ? "builds.unarchive-title" : "builds.archive-title", { name })}
      width="narrow" closesOnOutsideClick={false} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" type="submit" form="archive-build" isBusy={isBusy}
            disabled={lacksReason}
          >
            {t(isArchived ? "builds.unarchive" : "builds.archive")}
          </Button>
        </>
      }
    >
      <form
        id="archive-build" className="archive-build"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && !lacksReason) void submit();
        }}
      >
        <p>{t(isArchived ? "builds.unarchive-text" : "builds.archive-text")}</p>
        <TextField
          label={t(isArchived ? "builds.reason-optional" : "builds.reason")}
          hint={t("builds.reason-hint")}
          placeholder={isArchived ? undefined : t("builds.reason-example")}
          value={reason} onValue={setReason} maxLength={500} autoFocus
        />
        {failure && <div role="alert"><Callout kind="danger">{failure}</Callout></div>}
      </form>
    </Dialog>
  );
}
