// An observable value for components. Changes replace it.

import { useSyncExternalStore } from "react";

export interface Readable<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

export class Store<T> implements Readable<T> {
  #value: T;
  #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get = (): T => this.#value;

  set = (value: T): void => {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  };

  update = (change: (value: T) => T): void => this.set(change(this.#value));

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
}

/** The store's value; the component re-renders when it changes. */
export function useStore<T>(store: Readable<T>): T;
/**
 * The part of the value that `select` returns, which must be the same object as long as nothing
 * relevant has changed.
 */
export function useStore<T, Part>(store: Readable<T>, select: (value: T) => Part): Part;
export function useStore<T, Part>(store: Readable<T>, select?: (value: T) => Part): T | Part {
  return useSyncExternalStore(
    store.subscribe, () => (select ? select(store.get()) : store.get()));
}
