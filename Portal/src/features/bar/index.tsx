import { useEffect, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useApplication } from "../../model/application";
import { useLocation } from "../../model/router";
import { useStore } from "../../model/store";
import { Icon, type IconName } from "../../ui";
import { t, type MessageKey } from "../../localization";
import "./bar.css";

const views: { path: string; text: MessageKey; icon: IconName }[] = [
  { path: "", text: "nav.flow", icon: "flow" },
  { path: "/results", text: "nav.results", icon: "chart" },
  { path: "/history", text: "nav.history", icon: "history" },
  { path: "/settings", text: "nav.settings", icon: "gear" },
];

/** An application's name and views in the bar at the top, followed by the page's own controls. */
export function ApplicationBar({ children }: { children?: ReactNode }) {
  const application = useApplication();
  const name = useStore(application.application)?.name ?? application.id;
  const { path } = useLocation();
  const base = `/apps/${encodeURIComponent(application.id)}`;
  const rest = path.slice(base.length);
  const [target, setTarget] = useState<Element | null>(null);
  useEffect(() => setTarget(document.getElementById("top-middle")), []);
  useEffect(() => {
    document.title = `${name} · ${t("app.name")}`;
  }, [name]);
  if (!target) return null;
  return createPortal(
    <>
      <span className="bar-name" title={name}>{name}</span>
      <nav className="bar-views" aria-label={name}>
        {views.map((view) => {
          const isHere = view.path === "" ? rest === "" : rest.startsWith(view.path);
          return (
            <a key={view.path} href={base + view.path} aria-current={isHere ? "page" : undefined}>
              <Icon name={view.icon} size={18} />
              <span>{t(view.text)}</span>
            </a>
          );
        })}
      </nav>
      <div className="bar-end">{children}</div>
    </>,
    target,
  );
}
