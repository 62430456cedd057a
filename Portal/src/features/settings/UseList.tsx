import type { Use } from "../../document/conditions";
import { useApplication } from "../../model/application";
import { t } from "../../localization";

/** What uses something; each leads to its step on the canvas, or to its drawn screen. */
export function UseList({ uses }: { uses: Use[] }) {
  const application = useApplication();
  if (uses.length === 0) return <p className="muted small-text">{t("settings.unused")}</p>;
  const base = `/apps/${encodeURIComponent(application.id)}`;
  return (
    <ul className="settings-uses">
      {uses.map((use) => {
        const query = "screen" in use ? use : { flow: use.flow, step: use.step };
        return (
          <li key={JSON.stringify(use)}>
            <a href={`${base}?${new URLSearchParams(query)}`}>{Object.values(use).join(" › ")}</a>
          </li>
        );
      })}
    </ul>
  );
}
