import { useApplication } from "../../model/application";
import { useStore } from "../../model/store";
import { RelativeTime } from "../../ui";
import { t } from "../../localization";
import { authorLabel } from "./authorLabel";

/** The live release of an environment: time, author, and number of apps. */
export function LiveRelease({ environment }: { environment: string }) {
  const application = useApplication();
  const release = useStore(application.releases)[environment];
  const clients = useStore(application.clients)[environment]?.total ?? 0;
  if (!release) return <>{t("publish.nothing-live")}</>;
  return (
    <>
      {t("publish.live-there", { number: String(release.number) })}{" "}
      <RelativeTime at={release.published} />{" "}
      {t("publish.by", { who: authorLabel(application, release.author) })}
      {clients > 0 && <>, {t("publish.clients", { count: clients })}</>}
    </>
  );
}
