import { useEffect, useState } from "react";
import type { FlowDocument } from "../../document";
import { useApplication } from "../../model/application";
import { liveReleaseNumber, releaseDocument } from "../../model/releases";
import { useStore } from "../../model/store";

/**
 * Returns the live document of the environment; null until it is loaded, or if nothing is live.
 */
export function useLiveDocument(): FlowDocument | null {
  const application = useApplication();
  const environment = useStore(application.environment);
  useStore(application.releases);
  useStore(application.application);
  const number = liveReleaseNumber(application, environment);
  const [live, setLive] = useState<FlowDocument | null>(null);
  useEffect(() => {
    let isActive = true;
    setLive(null);
    if (number === undefined) return;
    releaseDocument(application.id, number).then(
      (document) => isActive && setLive(document), () => undefined);
    return () => {
      isActive = false;
    };
  }, [application, number]);
  return live;
}
