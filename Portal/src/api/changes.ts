// Changes that others make in an application, as they happen: one stream for the whole page.

import { clientId, path } from "./client";
import type { ChangeEvents } from "./types";

type Kind = keyof ChangeEvents;
type Listener<K extends Kind> = (event: ChangeEvents[K]) => void;

const kinds: Kind[] = [
  "draft", "release", "layout", "presence", "clients", "sessions", "snapshot", "manifest", "ready",
];

/** A stream of changes; it comes back by itself when the connection is lost. */
export class Changes {
  #source: EventSource | null = null;
  #listeners = new Map<Kind, Set<Listener<Kind>>>();
  #onState: (isConnected: boolean) => void;
  #address: string;
  #again: ReturnType<typeof setTimeout> | undefined;
  #wait = 1000;

  constructor(application: string, onState: (isConnected: boolean) => void) {
    this.#address = `${path`/v1/apps/${application}/changes`}?client=${clientId}`;
    this.#onState = onState;
  }

  on<K extends Kind>(kind: K, listener: Listener<K>): () => void {
    const all = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, all);
    all.add(listener as Listener<Kind>);
    return () => void all.delete(listener as Listener<Kind>);
  }

  open(): void {
    this.close();
    const source = new EventSource(this.#address);
    this.#source = source;
    for (const kind of kinds) {
      source.addEventListener(kind, (event) => this.#take(kind, (event as MessageEvent).data));
    }
    source.addEventListener("error", () => {
      this.#onState(false);
      // The browser tries again by itself, unless the server refused: then it is tried more slowly.
      if (source.readyState !== EventSource.CLOSED) return;
      this.#again = setTimeout(() => this.open(), this.#wait * (0.5 + Math.random()));
      this.#wait = Math.min(this.#wait * 2, 30_000);
    });
  }

  close(): void {
    clearTimeout(this.#again);
    this.#source?.close();
    this.#source = null;
  }

  #take(kind: Kind, data: string): void {
    let event: ChangeEvents[Kind];
    try {
      event = JSON.parse(data) as ChangeEvents[Kind];
    } catch {
      return;
    }
    if (kind === "ready") {
      this.#wait = 1000;
      this.#onState(true);
    }
    for (const listener of this.#listeners.get(kind) ?? []) listener(event);
  }
}
