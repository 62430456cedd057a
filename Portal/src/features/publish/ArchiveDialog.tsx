import { useState } from "react";
import { path, send, type Build } from "../../api";
import { useApplication } from "../../model/application";
import { confirmed } from "../../model/confirmation";
import { Button, Callout, Dialog, failureText, TextField, toast } from "../../ui";
import { t } from "../../localization";

/** Returns the display name of a build: the platform, the version and the number. */
export function buildName({ platform, version, build }: Build): string {
  return `${platform} ${version} (${build})`;
}

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
  const submit = async () => {
    setBusy(true);
    setFailure("");
    try {
      const { platform, version, build: number } = build;
      const text = reason.trim();
      await confirmed(() => send("PUT", path`/v1/apps/${application.id}/builds/archived`, {
        platform, version, build: number, archived: !isArchived,
        ...(text ? { reason: text } : {}),
      }));
      const message = isArchived ? "builds.restored" : "builds.archived";
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
      title={t(isArchived ? "builds.restore-title" : "builds.archive-title", { name })}
      width="narrow" closesOnOutsideClick={false} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" type="submit" form="archive-build" isBusy={isBusy}
            disabled={!isArchived && reason.trim() === ""}
          >
            {t(isArchived ? "builds.restore" : "builds.archive")}
          </Button>
        </>
      }
    >
      <form
        id="archive-build" className="archive-build"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && (isArchived || reason.trim() !== "")) void submit();
        }}
      >
        <p>{t(isArchived ? "builds.restore-text" : "builds.archive-text")}</p>
        <TextField
          label={t(isArchived ? "builds.reason-optional" : "builds.reason")}
          hint={t("builds.reason-hint")} placeholder={isArchived ? undefined : t("builds.example")}
          value={reason} onValue={setReason} maxLength={500} autoFocus
        />
        {failure && <div role="alert"><Callout kind="danger">{failure}</Callout></div>}
      </form>
    </Dialog>
  );
}
