import { useEffect, useState } from "react";
import { get, path } from "../../api";
import type { FlowDocument } from "../../document";
import { toNative } from "../../engine";
import { useApplication } from "../../model/application";
import { useStore } from "../../model/store";

const documents = new Map<string, Promise<FlowDocument>>();

/**
 * Returns the live document of the environment; null until it is loaded, or if nothing is live.
 */
export function useLiveDocument(): FlowDocument | null {
  const application = useApplication();
  const environment = useStore(application.environment);
  const releases = useStore(application.releases);
  const summary = useStore(application.application);
  const number = releases[environment]?.number
    ?? summary?.environments?.find(({ name }) => name === environment)?.current;
  const [live, setLive] = useState<FlowDocument | null>(null);
  useEffect(() => {
    let isActive = true;
    setLive(null);
    if (!number) return;
    const key = `${application.id}/${number}`;
    const loading = documents.get(key) ?? get<unknown>(
      path`/v1/apps/${application.id}/releases/${number}`)
      .then((release) => toNative(JSON.stringify(release)));
    documents.set(key, loading);
    loading.then((document) => isActive && setLive(document), () => documents.delete(key));
    return () => {
      isActive = false;
    };
  }, [application, number]);
  return live;
}
