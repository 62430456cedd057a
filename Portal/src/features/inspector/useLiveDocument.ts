import { useEffect, useState } from "react";
import { get, path } from "../../api";
import type { FlowDocument } from "../../document";
import { toNative } from "../../engine";
import { useApplication } from "../../model/application";
import { useStore } from "../../model/store";

const known = new Map<string, Promise<FlowDocument>>();

/**
 * Returns the live document of the environment; null until it is loaded, or if nothing is live.
 */
export function useLiveDocument(): FlowDocument | null {
  const application = useApplication();
  const environment = useStore(application.environment);
  const releases = useStore(application.releases);
  const summary = useStore(application.application);
  const number = releases[environment]?.number
    ?? summary?.environments?.find((one) => one.name === environment)?.current;
  const [live, setLive] = useState<FlowDocument | null>(null);
  useEffect(() => {
    let isWanted = true;
    setLive(null);
    if (!number) return;
    const key = `${application.id}/${number}`;
    const loading = known.get(key) ?? get<unknown>(
      path`/v1/apps/${application.id}/releases/${number}`)
      .then((release) => toNative(JSON.stringify(release)));
    known.set(key, loading);
    loading.then((document) => isWanted && setLive(document), () => known.delete(key));
    return () => {
      isWanted = false;
    };
  }, [application, number]);
  return live;
}
