import { useApplication } from "../../model/application";
import { t } from "../../localization";
import type { Use } from "./uses";

/** The steps and ports that use something; each leads to its step on the canvas. */
export function UseList({ uses }: { uses: Use[] }) {
  const application = useApplication();
  if (uses.length === 0) return <p className="soft small-text">{t("settings.unused")}</p>;
  const base = `/apps/${encodeURIComponent(application.id)}`;
  return (
    <ul className="settings-uses">
      {uses.map((use) => (
        <li key={JSON.stringify(use)}>
          <a href={`${base}?${new URLSearchParams({ flow: use.flow, step: use.step })}`}>
            {use.flow} › {use.step}{use.port ? ` › ${use.port}` : ""}
          </a>
        </li>
      ))}
    </ul>
  );
}
