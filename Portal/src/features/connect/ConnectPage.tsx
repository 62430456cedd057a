import { useEffect, useState } from "react";
import { get, path, send } from "../../api";
import { useApplication } from "../../model/application";
import { useLoaded } from "../../model/loading";
import { useStore } from "../../model/store";
import {
  Button, Callout, CodeBlock, CopyLine, failureText, Loading, Segmented, Select,
} from "../../ui";
import { Failure } from "../../ui/Failure";
import { t } from "../../localization";
import { ApplicationBar } from "../bar";
import { OwnerList } from "../organization";
import { ConnectionStatus } from "./ConnectionStatus";
import { connectionLines, manifestLines, packageLines, terminalLines } from "./swift";
import "./styles";

interface SDKKey {
  id: string;
  key: string;
  environment: string;
  name: string;
  revoked?: string;
}

/** Guides an app's developer to the first connection, and shows when it succeeds. */
export function ConnectPage() {
  const application = useApplication();
  const info = useStore(application.application);
  const names = (info?.environments ?? []).map(({ name }) => name);
  const [environment, setEnvironment] = useState(
    names.includes("development") ? "development" : names[0] ?? "");
  const keys = useLoaded(
    async (signal) => (await get<{ keys: SDKKey[] }>(
      path`/v1/apps/${application.id}/sdk-keys`, { signal })).keys, application.id);
  useEffect(() => {
    document.title = `${t("connect.title")} · ${info?.name ?? application.id}`;
  }, [info, application]);
  if (!keys.value) {
    return (
      <>
        <ApplicationBar />
        {keys.failure
          ? <Failure isPart failure={keys.failure} onRetry={() => void keys.reload()} />
          : <Loading text={t("app.loading")} />}
      </>
    );
  }
  const key = keys.value.find((sdkKey) => sdkKey.environment === environment && !sdkKey.revoked);
  return (
    <>
      <ApplicationBar />
      <main id="main" className="page connect-page" tabIndex={-1}>
        <header className="connect-head">
          <h1>{t("connect.title")}</h1>
          <p className="muted">{t("connect.text", { name: info?.name ?? application.id })}</p>
        </header>
        <ol className="connect-steps">
          <li className="card">
            <h2>{t("connect.choose")}</h2>
            <p className="muted">{t("connect.choose-text")}</p>
            <Select
              label={t("connect.environment")} value={environment} onValue={setEnvironment}
              options={names.map((name) => ({ value: name, text: name }))}
            />
            {key ? <KeyLine value={key.key} /> : (
              <NoKey environment={environment} onCreated={() => keys.reload()} />
            )}
          </li>
          {key && <Instructions environment={environment} sdkKey={key.key} />}
        </ol>
        <ConnectionStatus environment={environment} />
      </main>
    </>
  );
}

function KeyLine({ value }: { value: string }) {
  return (
    <div className="connect-key">
      <span className="connect-label">{t("connect.key")}</span>
      <CopyLine text={value} label={t("connect.copy-key")} />
      <p className="field-hint">{t("connect.key-hint")}</p>
    </div>
  );
}

function NoKey({ environment, onCreated }: { environment: string; onCreated(): Promise<void> }) {
  const application = useApplication();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  if (application.role() !== "owner") {
    return (
      <Callout kind="warn">
        <p>{t("connect.no-key", { environment })}</p>
        <OwnerList organization={application.organization} />
      </Callout>
    );
  }
  const create = async () => {
    setBusy(true);
    setFailure("");
    try {
      await send("POST", path`/v1/apps/${application.id}/sdk-keys`, {
        environment, name: t("connect.first-key"),
      });
      await onCreated();
    } catch (error) {
      setFailure(failureText(error));
    }
    setBusy(false);
  };
  return (
    <div className="connect-no-key">
      <p>{t("connect.no-key", { environment })}</p>
      <Button kind="primary" icon="key" isBusy={isBusy} onClick={() => void create()}>
        {t("connect.make-key")}
      </Button>
      {failure && <p className="field-error" role="alert">{failure}</p>}
    </div>
  );
}

function Instructions({ environment, sdkKey }: { environment: string; sdkKey: string }) {
  const application = useApplication();
  const [method, setMethod] = useState<"swift" | "terminal">("swift");
  // The server's setting `--package-url`.
  const packageURL = document.documentElement.dataset["packageUrl"];
  const connection = {
    server: location.origin, application: application.id, environment, key: sdkKey,
  };
  return (
    <li className="card">
      <header className="connect-paste-head">
        <h2>{t("connect.paste")}</h2>
        <Segmented<"swift" | "terminal">
          label={t("connect.method")} value={method} onValue={setMethod}
          options={[
            { value: "swift", text: t("connect.method-swift") },
            { value: "terminal", text: t("connect.method-terminal") },
          ]}
        />
      </header>
      {method === "swift" ? (
        <>
          <p className="muted">
            {t(packageURL === undefined ? "connect.package-copy" : "connect.package-text")}
          </p>
          <CodeBlock code={packageLines(packageURL)} label="Package.swift" />
          {packageURL === undefined && (
            <p className="field-hint">{t("connect.package-setting")}</p>
          )}
          <p className="muted">{t("connect.code-text")}</p>
          <CodeBlock code={connectionLines(connection)} label={t("connect.code")} />
          <p className="muted">{t("connect.manifest-text")}</p>
          <CodeBlock code={manifestLines(application.id)} label={t("connect.manifest")} />
          <CodeBlock
            code={`flowmagic manifest push app.manifest.json --app ${application.id}`}
            label={t("connect.manifest-push")}
          />
        </>
      ) : (
        <>
          <p className="muted">{t("connect.terminal-text")}</p>
          <CodeBlock code={terminalLines(connection)} label={t("connect.method-terminal")} />
        </>
      )}
    </li>
  );
}
