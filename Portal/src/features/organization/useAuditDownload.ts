import { useEffect, useRef, useState } from "react";
import type { AuditEntry } from "../../api";
import { failureText } from "../../ui";
import { loadAllEntries, type AuditPage } from "./auditPages";

/** The download of all entries that match a filter. */
export interface AuditDownload {
  /** The number of entries loaded so far; null if none is running. */
  count: number | null;
  /** The reason why the last one failed; empty if it did not. */
  failure: string;
  start(): void;
  cancel(): void;
}

/**
 * Loads the entries of all pages when it is started, and then passes them to `save`.
 *
 * It ends without saving if it is cancelled, if a page cannot be loaded, if `key`, which identifies
 * the filter, changes, or when the page is left.
 */
export function useAuditDownload(
  key: string, load: (cursor: string | undefined, signal: AbortSignal) => Promise<AuditPage>,
  save: (entries: AuditEntry[]) => void,
): AuditDownload {
  const idle = { key, count: null, failure: "" };
  const [state, setState] = useState<{ key: string; count: number | null; failure: string }>(idle);
  const running = useRef<AbortController | null>(null);
  const cancel = () => {
    running.current?.abort();
    setState(idle);
  };
  useEffect(() => cancel, [key]);
  const start = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setState({ ...idle, count: 0 });
    try {
      const entries = await loadAllEntries((cursor) => load(cursor, signal), (count) => {
        if (!signal.aborted) setState({ ...idle, count });
      });
      if (signal.aborted) return;
      setState(idle);
      save(entries);
    } catch (error) {
      if (!signal.aborted) setState({ ...idle, failure: failureText(error) });
    }
  };
  const { count, failure } = state.key === key ? state : idle;
  return { count, failure, start: () => void start(), cancel };
}
