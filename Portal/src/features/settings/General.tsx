import { useState } from "react";
import { path, send, type Application } from "../../api";
import { useApplication } from "../../model/application";
import { withReauthentication } from "../../model/confirmation";
import { useStore } from "../../model/store";
import { Button, CopyButton, failureText, Icon, Sections, TextField, toast } from "../../ui";
import { formatDate, t } from "../../localization";
import { OwnersOnly } from "./OwnersOnly";
import type { SettingsFrame } from "./frame";

/** The application's name, its ids, and the way to connect another app. */
export function General({ frame }: { frame: SettingsFrame }) {
  const application = useApplication();
  const current = useStore(application.application);
  if (!current) return null;
  const isOwner = application.role() === "owner";
  return (
    <Sections {...frame}>
      <section className="card panel" aria-labelledby="settings-name">
        <h2 id="settings-name">{t("settings.application")}</h2>
        {isOwner ? <Rename key={current.name} current={current} /> : <p>{current.name}</p>}
        <dl className="settings-details">
          <dt>{t("settings.id")}</dt>
          <dd>
            <code>{current.id}</code>
            <CopyButton kind="icon" text={current.id} label={t("settings.copy-id")} />
          </dd>
          <dt>{t("settings.organization")}</dt><dd><code>{current.organization}</code></dd>
          <dt>{t("settings.created")}</dt><dd>{formatDate(current.created)}</dd>
        </dl>
        {!isOwner && <OwnersOnly text={t("settings.rename-owners")} />}
      </section>
      <section className="card panel" aria-labelledby="settings-connect">
        <h2 id="settings-connect">{t("settings.connect")}</h2>
        <p className="muted">{t("settings.connect-text")}</p>
        <div>
          <a className="button plain" href={`/apps/${encodeURIComponent(current.id)}/connect`}>
            {t("settings.connect-open")}<Icon name="arrow" />
          </a>
        </div>
      </section>
    </Sections>
  );
}

function Rename({ current }: { current: Application }) {
  const application = useApplication();
  const [name, setName] = useState(current.name);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const isChanged = name.trim() !== "" && name.trim() !== current.name;
  const submit = async () => {
    setBusy(true);
    setFailure("");
    try {
      const response = await withReauthentication(() => send<Application>(
        "PATCH", path`/v1/apps/${current.id}`, { name: name.trim() }));
      application.application.set({ ...current, name: response.name });
      toast({ text: t("settings.renamed"), kind: "good" });
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <form
      className="settings-inline"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isBusy) void submit();
      }}
    >
      <TextField
        label={t("settings.name")} value={name} onValue={setName} maxLength={200}
        error={failure || undefined}
      />
      <Button kind="primary" type="submit" isBusy={isBusy} disabled={!isChanged}>
        {t("action.save")}
      </Button>
    </form>
  );
}
