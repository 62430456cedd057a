import { useEffect, useReducer, type ReactNode } from "react";
import { formatRelativeTime, formatDateTime } from "../localization";
import { Spinner } from "./Button";
import { Icon, type IconName } from "./Icon";

/** A short label: a state, a count, a condition. */
export function Chip(
  { kind = "plain", icon, children, title }: {
    kind?: "plain" | "accent" | "good" | "change" | "warn" | "danger"; icon?: IconName;
    children: ReactNode;
    title?: string;
  },
) {
  return (
    <span className={`chip ${kind}`} title={title}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}

/** A user's avatar: one or two letters on the user's color. */
export function Avatar(
  { name, email, size = 32 }: { name: string; email: string; size?: number },
) {
  return (
    <span
      className="avatar" aria-hidden="true" title={name || email} data-hue={hueOf(email)}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.38) }}
    >
      {initialsOf(name, email)}
    </span>
  );
}

/** The initials of the name, otherwise the first letter of the email address. */
export function initialsOf(name: string, email: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  const text = letters.map((word) => [...(word ?? "")][0] ?? "").join("");
  return (text || email.slice(0, 1)).toLocaleUpperCase();
}

/** Returns one of eight colors, 0 to 7, which is always the same for a text. */
export function hueOf(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return sum % 8;
}

/** The state of a list or a page without content: a description, and how to begin. */
export function EmptyState(
  { icon, title, children, action, isPage = false }: {
    icon: IconName; title: string; children?: ReactNode; action?: ReactNode; isPage?: boolean;
  },
) {
  return (
    <div className="empty-state">
      <span className="empty-symbol"><Icon name={icon} size={28} /></span>
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children && <div className="empty-text">{children}</div>}
      {action && <div className="empty-action">{action}</div>}
    </div>
  );
}

/** A note with an icon. */
export function Callout(
  { kind = "info", icon, children, action }: {
    kind?: "info" | "good" | "warn" | "danger"; icon?: IconName; children: ReactNode;
    action?: ReactNode;
  },
) {
  return (
    <div className={`callout ${kind}`}>
      <Icon name={icon ?? (kind === "good" ? "check" : kind === "info" ? "info" : "alert")} />
      <div className="callout-text">{children}</div>
      {action}
    </div>
  );
}

/** A relative time such as “5 minutes ago”, kept up to date; the tooltip has the exact time. */
export function RelativeTime({ at }: { at: string }) {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(refresh, 30_000);
    return () => clearInterval(timer);
  }, []);
  return <time dateTime={at} title={formatDateTime(at, true)}>{formatRelativeTime(at)}</time>;
}

/** A loading indicator, shown after a short delay so that fast responses do not flash. */
export function Loading({ text }: { text: string }) {
  return (
    <div className="loading" role="status">
      <Spinner />
      <span>{text}</span>
    </div>
  );
}
