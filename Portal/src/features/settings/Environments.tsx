import { useState } from "react";
import {
  ApiProblem, get, path, send, type Application, type EnvironmentSummary,
} from "../../api";
import {
  productionEnvironment, useApplication, type ApplicationModel,
} from "../../model/application";
import { authorName } from "../../model/authors";
import { withReauthentication } from "../../model/confirmation";
import { isIdentifier, suggestId } from "../../model/identifiers";
import { useStore } from "../../model/store";
import {
  RelativeTime, Button, Chip, Confirm, failureText, Row, Rows, Sections, Switch, TextField, toast,
} from "../../ui";
import { t } from "../../localization";
import { OwnersOnly } from "./OwnersOnly";
import type { SettingsFrame } from "./frame";

/** The environments, and a form to add one. */
export function Environments({ frame }: { frame: SettingsFrame }) {
  const application = useApplication();
  const environments = useStore(application.application)?.environments ?? [];
  const releases = useStore(application.releases);
  const clients = useStore(application.clients);
  const isOwner = application.role() === "owner";
  const history = `/apps/${encodeURIComponent(application.id)}/history`;
  return (
    <Sections {...frame}>
      <Rows label={frame.title}>
        {environments.map((environment) => {
          const { name, current } = environment;
          const release = releases[name];
          const number = release?.number ?? current;
          return (
            <Row
              key={name} title={<code>{name}</code>}
              text={release ? (
                <>{t("settings.published-by", { who: authorName(release.author) })}{" "}
                  <RelativeTime at={release.published} /></>
              ) : number === null ? t("settings.no-release") : undefined}
              chips={
                <>
                  <Chip icon="phone">{t("settings.clients", {
                    count: clients[name]?.total ?? 0,
                  })}</Chip>
                  {number !== null && (
                    <a className="settings-release" href={history}>
                      <Chip kind="good">
                        {t("settings.release", { number: String(number) })}
                      </Chip>
                    </a>
                  )}
                  {!isOwner && environment.followable && (
                    <Chip icon="follow">{t("settings.follows")}</Chip>
                  )}
                </>
              }
              actions={isOwner && (
                <FollowSwitch
                  environment={environment}
                  isProduction={name === productionEnvironment(environments)}
                />
              )}
            />
          );
        })}
      </Rows>
      {isOwner
        ? <AddEnvironment names={environments.map((environment) => environment.name)} />
        : <OwnersOnly text={t("settings.environments-owners")} />}
    </Sections>
  );
}

async function reload(application: ApplicationModel): Promise<void> {
  application.application.set(await get<Application>(path`/v1/apps/${application.id}`));
}

/** Whether members may follow the running apps of an environment. */
function FollowSwitch({ environment, isProduction }: {
  environment: EnvironmentSummary; isProduction: boolean;
}) {
  const application = useApplication();
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { name, followable = false } = environment;
  const change = async (value: boolean) => {
    setConfirming(false);
    setBusy(true);
    try {
      await withReauthentication(() => send(
        "PATCH", path`/v1/apps/${application.id}/environments/${name}`, { followable: value }));
      await reload(application);
      toast({
        text: t(value ? "settings.follow-on" : "settings.follow-off", { name }), kind: "good",
      });
    } catch (error) {
      toast({ text: failureText(error), kind: "danger" });
    }
    setBusy(false);
  };
  return (
    <>
      <Switch
        label={t("settings.follow", { name })} isOn={followable} isDisabled={isBusy}
        onChange={(isOn) => {
          if (isOn && isProduction) setConfirming(true);
          else void change(isOn);
        }}
      />
      {isConfirming && (
        <Confirm
          title={t("settings.follow-ask", { name })} text={t("settings.follow-ask-text")}
          action={t("settings.follow-allow")} onConfirm={() => void change(true)}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

function AddEnvironment({ names }: { names: string[] }) {
  const application = useApplication();
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const name = suggestId(text);
  const problem = text.trim() === "" ? undefined
    : !isIdentifier(name) ? t("organization.id-rule")
      : names.includes(name) ? t("connect.environment-taken") : undefined;
  const add = async () => {
    setBusy(true);
    setFailure("");
    try {
      await withReauthentication(() => send(
        "POST", path`/v1/apps/${application.id}/environments`, { name }));
      await reload(application);
      setText("");
      toast({ text: t("settings.environment-added", { name }), kind: "good" });
    } catch (error) {
      // Someone else has added the environment in the meantime, so it only has to be shown.
      if (error instanceof ApiProblem && error.code === "already-exists") await reload(application);
      setFailure(failureText(error));
    }
    setBusy(false);
  };
  return (
    <form
      className="card panel"
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== "" && !problem && !isBusy) void add();
      }}
    >
      <h2>{t("settings.environment-add")}</h2>
      <p className="muted">{t("settings.environment-add-text")}</p>
      <div className="settings-inline">
        <TextField
          label={t("settings.name")} value={text} maxLength={63}
          error={problem ?? (failure || undefined)}
          placeholder={t("connect.environment-example")}
          onValue={(value) => {
            setText(value);
            setFailure("");
          }}
        />
        <Button
          kind="primary" type="submit" isBusy={isBusy}
          disabled={name === "" || problem !== undefined}
        >
          {t("settings.environment-add")}
        </Button>
      </div>
      {name !== "" && name !== text.trim() && !problem && (
        <p className="field-hint">{t("settings.becomes", { name })}</p>
      )}
    </form>
  );
}
