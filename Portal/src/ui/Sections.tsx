import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon";
import "./sections.css";

export interface Section {
  path: string;
  text: string;
  icon: IconName;
}

/** A page with several sections: their names at the side, the current one beside them. */
export function Sections({ label, sections, current, overline, title, text, action, children }: {
  /** The accessible name of the list of sections. */
  label: string;
  sections: Section[];
  /** The path of the current section. */
  current: string;
  /** The small text above the title. */
  overline?: string;
  title: string;
  text?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="sections">
      <nav className="sections-nav" aria-label={label}>
        {sections.map((section) => (
          <a
            key={section.path} href={section.path}
            aria-current={section.path === current ? "page" : undefined}
          >
            <Icon name={section.icon} size={18} />
            <span>{section.text}</span>
          </a>
        ))}
      </nav>
      <main id="main" className="sections-main" tabIndex={-1}>
        <header className="sections-head">
          <div>
            {overline && <p className="sections-overline">{overline}</p>}
            <h1>{title}</h1>
            {text && <p className="muted">{text}</p>}
          </div>
          {action && <div className="sections-action">{action}</div>}
        </header>
        {children}
      </main>
    </div>
  );
}

/** A list of rows. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return <ul className="card rows" aria-label={label}>{children}</ul>;
}

/** One row with a title, details, and actions. */
export function Row({ before, title, text, chips, actions, isPast = false }: {
  before?: ReactNode; title: ReactNode; text?: ReactNode; chips?: ReactNode; actions?: ReactNode;
  /** Whether it is no longer active. */
  isPast?: boolean;
}) {
  return (
    <li className={isPast ? "row past" : "row"}>
      {before}
      <div className="row-text">
        <div className="row-title">{title}</div>
        {text && <div className="row-detail">{text}</div>}
      </div>
      {chips && <div className="row-chips">{chips}</div>}
      {actions && <div className="row-actions">{actions}</div>}
    </li>
  );
}
