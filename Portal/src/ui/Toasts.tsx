import { useEffect, useRef, useState } from "react";
import { t } from "../localization";
import { Button, IconButton } from "./Button";
import { Icon } from "./Icon";

export interface Toast {
  text: string;
  kind?: "good" | "plain" | "danger";
  action?: { text: string; run(): void };
  /**
   * The time for which it is shown, in milliseconds; 0 means until it is closed, which is the
   * default for `danger`.
   */
  duration?: number;
  /** Called once, when it has disappeared for any reason. */
  onClose?(): void;
}

type ShownToast = Toast & { id: number };

let last = 0;
let shown: ShownToast[] = [];
const listeners = new Set<(all: ShownToast[]) => void>();

function setShown(next: ShownToast[]): void {
  const removed = shown.filter((shownToast) => !next.includes(shownToast));
  shown = next;
  for (const shownToast of removed) shownToast.onClose?.();
  for (const listener of listeners) listener(shown);
}

/** Shows a toast at the edge of the page; returns a function that removes it. */
export function toast(content: Toast): () => void {
  last += 1;
  const id = last;
  const close = () => setShown(shown.filter((shownToast) => shownToast.id !== id));
  setShown([...shown.slice(-3), { ...content, id }]);
  const duration = content.duration
    ?? (content.kind === "danger" ? 0 : content.action ? 10_000 : 5000);
  if (duration > 0) setTimeout(close, duration);
  return close;
}

/** The toasts that are shown; to be used once in the page. */
export function Toasts() {
  const [all, setAll] = useState(shown);
  useEffect(() => {
    listeners.add(setAll);
    return () => void listeners.delete(setAll);
  }, []);
  const list = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  /** Removes a toast; if it has the focus, the element that had it before gets it back. */
  const close = (closed: ShownToast) => {
    if (list.current?.contains(document.activeElement)) {
      const last = before.current?.isConnected ? before.current : document.querySelector(".sheet");
      if (last instanceof HTMLElement) last.focus({ preventScroll: true });
    }
    setShown(shown.filter(({ id }) => id !== closed.id));
  };
  return (
    <div
      ref={list} className="toasts" role="status" aria-live="polite"
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
    >
      {all.map((shownToast) => (
        <div key={shownToast.id} className={`toast ${shownToast.kind ?? "plain"}`}>
          {shownToast.kind === "good" && <Icon name="check" />}
          {shownToast.kind === "danger" && <Icon name="alert" />}
          <span>{shownToast.text}</span>
          {shownToast.action && (
            <Button
              size="small" kind="quiet"
              onClick={() => {
                shownToast.action?.run();
                close(shownToast);
              }}
            >
              {shownToast.action.text}
            </Button>
          )}
          <IconButton
            icon="close" size="small" label={t("action.close")}
            onClick={() => close(shownToast)}
          />
        </div>
      ))}
    </div>
  );
}
