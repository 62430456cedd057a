import { useEffect, useRef, useState, type ReactNode } from "react";
import { ApiProblem, get, path, request, type Build, type Builds } from "../../api";
import type { FlowDocument } from "../../document";
import { toNative } from "../../engine";
import { useApplication } from "../../model/application";
import { useLoaded } from "../../model/loading";
import { navigate } from "../../model/router";
import { roleIncludes } from "../../model/session";
import { useStore } from "../../model/store";
import { Button, Callout, failureText, Icon, Spinner } from "../../ui";
import { t } from "../../localization";

/** Shows whether an app has connected and whether a build is declared, updated live. */
export function ConnectionStatus({ environment }: { environment: string }) {
  const application = useApplication();
  const clients = useStore(application.clients)[environment]?.total ?? 0;
  // NB: a development build's announcement applies only to its environment.
  const { value, reload } = useLoaded(
    (signal) => get<Builds>(
      path`/v1/apps/${application.id}/environments/${environment}/builds`, { signal }),
    `${application.id} ${environment}`);
  useEffect(
    () => application.changes.on("manifest", () => void reload()), [application, reload]);
  const builds = value?.builds ?? [];
  const isStreaming = useStore(application.isConnected);
  const hasConnected = clients > 0 || builds.length > 0;
  const newest = builds[0];
  const canvasPath = `/apps/${encodeURIComponent(application.id)}`;
  return (
    <section
      className={`card connect-waiting ${hasConnected ? "connected" : ""}`}
      aria-labelledby="connect-waiting"
    >
      <div className="connect-signal" aria-hidden="true">
        {hasConnected ? <Icon name="check" size={28} /> : <Spinner />}
      </div>
      <div className="connect-waiting-text" role="status">
        <h2 id="connect-waiting">{t(clients > 0 ? "connect.there"
          : hasConnected ? "connect.was-there" : "connect.waiting")}</h2>
        {!hasConnected && <p className="muted">{t("connect.waiting-text")}</p>}
        {hasConnected && (
          <ul className="connect-checks">
            <Check isDone={clients > 0}>
              {clients > 0 ? t("connect.clients", { count: clients, environment })
                : t("connect.no-clients", { environment })}
            </Check>
            <Check isDone={newest !== undefined}>
              {newest ? t("connect.declared", {
                count: newest.manifest.screens?.length ?? 0, build: nameOf(newest),
              }) : t("connect.not-declared")}
            </Check>
          </ul>
        )}
        {isStreaming === false && <p className="field-hint">{t("connect.stream-lost")}</p>}
      </div>
      {hasConnected && <OpenCanvas builds={builds} canvasPath={canvasPath} />}
    </section>
  );
}

function nameOf(build: Build): string {
  return `${build.platform} ${build.version} (${build.build})`;
}

function Check({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <li className={isDone ? "done" : undefined}>
      <Icon name={isDone ? "check" : "clock"} size={16} />
      <span>{children}</span>
    </li>
  );
}

/**
 * Leads to the canvas. If the application has neither a draft nor a live release, offers to begin
 * with the flow that a build declares.
 */
function OpenCanvas({ builds, canvasPath }: { builds: Build[]; canvasPath: string }) {
  const application = useApplication();
  const [hasDraft, setHasDraft] = useState<boolean | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    const stop = application.changes.on("draft", (draft) => setHasDraft(draft.revision !== null));
    request("GET", path`/v1/apps/${application.id}/draft`).then(
      () => isMounted.current && setHasDraft(true),
      (error: unknown) => {
        const isNone = error instanceof ApiProblem && error.code === "no-draft";
        if (isMounted.current && isNone) setHasDraft(false);
      });
    return () => {
      isMounted.current = false;
      stop();
    };
  }, [application]);
  const buildWithFlow = builds.find((build) => (build.manifest.flows ?? []).length > 0);
  const environments = useStore(application.application)?.environments ?? [];
  const isLive = environments.some((environment) => environment.current !== null);
  const canUseBuildFlow = buildWithFlow !== undefined && hasDraft === false && !isLive
    && roleIncludes(application.role(), "drafter");
  const createDraft = async () => {
    if (!buildWithFlow) return;
    setBusy(true);
    setFailure("");
    try {
      const document: FlowDocument = {
        schema: 1, application: application.id, flows: buildWithFlow.manifest.flows ?? [],
      };
      await request("PUT", path`/v1/apps/${application.id}/draft`, {
        body: await toNative(JSON.stringify(document)), headers: { "If-None-Match": "*" },
      });
      navigate(canvasPath);
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <div className="connect-onward">
      {canUseBuildFlow ? (
        <>
          <p>{t("connect.own-flow-text", { build: nameOf(buildWithFlow) })}</p>
          <div className="connect-buttons">
            <a className="button plain" href={canvasPath}>{t("connect.empty-canvas")}</a>
            <Button kind="primary" icon="flow" isBusy={isBusy} onClick={() => void createDraft()}>
              {t("connect.own-flow")}
            </Button>
          </div>
        </>
      ) : (
        <div className="connect-buttons">
          <a className="button primary" href={canvasPath}>
            {t("connect.to-canvas")}<Icon name="arrow" />
          </a>
        </div>
      )}
      {failure && <div role="alert"><Callout kind="danger">{failure}</Callout></div>}
    </div>
  );
}
