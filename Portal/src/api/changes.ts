// Live changes in an application, by others and by this page: one stream for the whole page.

import { clientId, path } from "./client";
import type { ChangeEvents } from "./types";

type ChangeKind = keyof ChangeEvents;
type Listener<K extends ChangeKind> = (event: ChangeEvents[K]) => void;

const kinds: ChangeKind[] = [
  "draft", "release", "layout", "presence", "clients", "sessions", "snapshot", "manifest", "ready",
];

/** A stream of changes that reconnects automatically when the connection is lost. */
export class Changes {
  #source: EventSource | null = null;
  #listeners = new Map<ChangeKind, Set<Listener<ChangeKind>>>();
  #onState: (isConnected: boolean) => void;
  #url: string;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #retryDelay = 1000;

  constructor(application: string, onState: (isConnected: boolean) => void) {
    this.#url = `${path`/v1/apps/${application}/changes`}?client=${clientId}`;
    this.#onState = onState;
  }

  /** Calls a listener for each change of a kind; returns a function that removes it. */
  on<K extends ChangeKind>(kind: K, listener: Listener<K>): () => void {
    const listeners = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, listeners);
    listeners.add(listener as Listener<ChangeKind>);
    return () => void listeners.delete(listener as Listener<ChangeKind>);
  }

  open(): void {
    this.close();
    const source = new EventSource(this.#url);
    this.#source = source;
    for (const kind of kinds) {
      source.addEventListener(kind, (event) => this.#dispatch(kind, (event as MessageEvent).data));
    }
    source.addEventListener("error", () => {
      this.#onState(false);
      // The browser reconnects automatically, except after an error response: then we retry, with
      // increasing delays.
      if (source.readyState !== EventSource.CLOSED) return;
      this.#retryTimer = setTimeout(() => this.open(), this.#retryDelay * (0.5 + Math.random()));
      this.#retryDelay = Math.min(this.#retryDelay * 2, 30_000);
    });
  }

  close(): void {
    clearTimeout(this.#retryTimer);
    this.#source?.close();
    this.#source = null;
  }

  #dispatch(kind: ChangeKind, data: string): void {
    let event: ChangeEvents[ChangeKind];
    try {
      event = JSON.parse(data) as ChangeEvents[ChangeKind];
    } catch {
      return;
    }
    if (kind === "ready") {
      this.#retryDelay = 1000;
      this.#onState(true);
    }
    for (const listener of this.#listeners.get(kind) ?? []) listener(event);
  }
}
