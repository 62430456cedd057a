// Data that a page loads when it opens, and again on request.

import { useCallback, useEffect, useRef, useState } from "react";

export interface Loaded<T> {
  /** The last loaded value, kept during a reload and after its failure. */
  value: T | null;
  failure: unknown;
  reload(): Promise<void>;
  /** Sets a known value without another request. */
  set(value: T): void;
}

/**
 * Loads when the page opens and whenever `key` changes; late responses for an old key are dropped.
 */
export function useLoaded<T>(load: (signal: AbortSignal) => Promise<T>, key: string): Loaded<T> {
  const [state, setState] = useState<{ key: string; value: T | null; failure: unknown }>(
    { key, value: null, failure: null });
  const latest = useRef(load);
  latest.current = load;
  const running = useRef<AbortController | null>(null);
  const reload = useCallback(async () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    try {
      const value = await latest.current(controller.signal);
      if (!controller.signal.aborted) setState({ key, value, failure: null });
    } catch (failure) {
      if (controller.signal.aborted) return;
      setState((old) => ({ key, value: old.key === key ? old.value : null, failure }));
    }
  }, [key]);
  useEffect(() => {
    void reload();
    return () => running.current?.abort();
  }, [reload]);
  const set = useCallback((value: T) => setState({ key, value, failure: null }), [key]);
  const isCurrent = state.key === key;
  return {
    value: isCurrent ? state.value : null, failure: isCurrent ? state.failure : null, reload, set,
  };
}

/** Runs an action repeatedly while the page is visible, and when it becomes visible or focused. */
export function useWhileVisible(action: () => void, milliseconds: number): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    const runIfVisible = () => {
      if (document.visibilityState === "visible") latest.current();
    };
    const timer = setInterval(runIfVisible, milliseconds);
    document.addEventListener("visibilitychange", runIfVisible);
    addEventListener("focus", runIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", runIfVisible);
      removeEventListener("focus", runIfVisible);
    };
  }, [milliseconds]);
}
