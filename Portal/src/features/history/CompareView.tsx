import { useState } from "react";
import { useApplication } from "../../model/application";
import { useLoaded } from "../../model/loading";
import { listReleases } from "../../model/releases";
import { navigate } from "../../model/router";
import { IconButton, Loading, Segmented, Select } from "../../ui";
import { Failure } from "../../ui/Failure";
import { formatRelativeTime, t } from "../../localization";
import { useDifferences, useRelease } from "../publish";
import { ReadOnlyEditor } from "./ReadOnlyEditor";
import { releaseNotFound } from "./ReleaseView";

/** Two releases: their differences in words, and either of them as a read-only flow. */
export function CompareView({ from, to }: { from: number; to: number }) {
  const application = useApplication();
  const [side, setSide] = useState<"before" | "after">("after");
  const before = useRelease(application.id, from || undefined);
  const after = useRelease(application.id, to || undefined);
  const differences = useDifferences(before.document, after.document);
  const list = useLoaded(() => listReleases(application.id, { limit: 200 }), "");
  const failure = from === 0 || to === 0 ? releaseNotFound() : before.failure ?? after.failure;
  if (failure) return <Failure failure={failure} />;
  const document = side === "after" ? after.document : before.document;
  if (!before.document || !document) return <Loading text={t("app.loading")} />;
  const base = `/apps/${encodeURIComponent(application.id)}/history`;
  const compare = (a: number, b: number) =>
    navigate(`${base}/compare/${a}-${b}`, { replaces: true });
  const known = list.value?.releases ?? [];
  const unlisted = [from, to].filter((shown) => !known.some(({ number }) => number === shown))
    .map((number) => ({ value: String(number), text: String(number) }));
  const options = [
    ...known.map(({ number, environment, published }) => ({
      value: String(number), text: `${number} · ${environment} · ${formatRelativeTime(published)}`,
    })), ...unlisted,
  ];
  return (
    <ReadOnlyEditor document={document} differences={differences}>
      <div className="release-details-head">
        <p><a href={base}>{t("history.back")}</a></p>
        <h1>{t("history.compare-title")}</h1>
        <div className="compare-sides">
          <Select
            label={t("history.from")} value={String(from)} options={options}
            onValue={(number) => compare(Number(number), to)}
          />
          <IconButton icon="reset" label={t("history.swap")} onClick={() => compare(to, from)} />
          <Select
            label={t("history.to")} value={String(to)} options={options}
            onValue={(number) => compare(from, Number(number))}
          />
        </div>
        <Segmented<"before" | "after">
          label={t("history.side")} value={side} onValue={setSide}
          options={[
            { value: "before", text: t("history.side-before", { number: String(from) }) },
            { value: "after", text: t("history.side-after", { number: String(to) }) },
          ]}
        />
      </div>
    </ReadOnlyEditor>
  );
}
