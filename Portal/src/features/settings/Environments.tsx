import { useState } from "react";
import { ApiProblem, get, path, send, type Application } from "../../api";
import { useApplication, type ApplicationModel } from "../../model/application";
import { authorName } from "../../model/authors";
import { confirmed } from "../../model/confirmation";
import { isIdentifier, suggestId } from "../../model/identifiers";
import { useStore } from "../../model/store";
import { Ago, Button, Chip, Row, Rows, Sections, TextField, toast } from "../../ui";
import { formatNumber, t } from "../../localization";
import { OwnersOnly } from "./OwnersOnly";
import type { SettingsFrame } from "./frame";

/** Where releases are live, and adding a place. */
export function Environments({ frame }: { frame: SettingsFrame }) {
  const application = useApplication();
  const environments = useStore(application.application)?.environments ?? [];
  const releases = useStore(application.releases);
  const clients = useStore(application.clients);
  const history = `/apps/${encodeURIComponent(application.id)}/history`;
  return (
    <Sections {...frame}>
      <Rows label={frame.title}>
        {environments.map(({ name, current }) => {
          const release = releases[name];
          const number = release?.number ?? current;
          return (
            <Row
              key={name} title={<code>{name}</code>}
              text={release ? (
                <>{t("settings.published-by", { who: authorName(release.author) })}{" "}
                  <Ago at={release.published} /></>
              ) : number === null ? t("settings.no-release") : undefined}
              chips={
                <>
                  <Chip icon="phone">{t("settings.clients", {
                    count: clients[name]?.total ?? 0,
                  })}</Chip>
                  {number !== null && (
                    <a className="settings-release" href={history}>
                      <Chip kind="good">
                        {t("settings.release", { number: formatNumber(number) })}
                      </Chip>
                    </a>
                  )}
                </>
              }
            />
          );
        })}
      </Rows>
      {application.role() === "owner"
        ? <AddEnvironment names={environments.map((one) => one.name)} />
        : <OwnersOnly text={t("settings.environments-owners")} />}
    </Sections>
  );
}

async function reload(application: ApplicationModel): Promise<void> {
  application.application.set(await get<Application>(path`/v1/apps/${application.id}`));
}

function AddEnvironment({ names }: { names: string[] }) {
  const application = useApplication();
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const name = suggestId(text);
  const wrong = text.trim() === "" ? undefined
    : !isIdentifier(name) ? t("organization.id-rule")
      : names.includes(name) ? t("connect.environment-taken") : undefined;
  const add = async () => {
    setBusy(true);
    setFailure("");
    try {
      await confirmed(() => send(
        "POST", path`/v1/apps/${application.id}/environments`, { name }));
      await reload(application);
      setText("");
      toast({ text: t("settings.environment-added", { name }), kind: "good" });
    } catch (error) {
      // Someone else added it meanwhile: it only has to be shown.
      if (error instanceof ApiProblem && error.code === "already-exists") await reload(application);
      setFailure(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <form
      className="card panel"
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== "" && !wrong && !isBusy) void add();
      }}
    >
      <h2>{t("settings.environment-add")}</h2>
      <p className="soft">{t("settings.environment-add-text")}</p>
      <div className="settings-inline">
        <TextField
          label={t("settings.name")} value={text} maxLength={63}
          error={wrong ?? (failure || undefined)}
          placeholder={t("connect.environment-example")}
          onValue={(value) => {
            setText(value);
            setFailure("");
          }}
        />
        <Button
          kind="primary" type="submit" isBusy={isBusy}
          disabled={name === "" || wrong !== undefined}
        >
          {t("settings.environment-add")}
        </Button>
      </div>
      {name !== "" && name !== text.trim() && !wrong && (
        <p className="field-hint">{t("settings.becomes", { name })}</p>
      )}
    </form>
  );
}
