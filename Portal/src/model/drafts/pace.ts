// Following what someone types at intervals.

import type { Host } from "./host";

/** The time after a keystroke until everything follows, and the maximum during typing, in ms. */
const [PAUSE, MAXIMUM] = [150, 500];

export class Pace {
  readonly #host: Host;
  readonly #follow: () => void;
  #pending: (() => void) | null = null;
  #pause: (() => void) | null = null;
  #maximum: (() => void) | null = null;

  /** `follow` is called after a pause, at the latest half a second after the first keystroke. */
  constructor(host: Host, follow: () => void) {
    this.#host = host;
    this.#follow = follow;
  }

  /** Whether an edit of `later` has not been applied yet. */
  get isPending(): boolean {
    return this.#pending !== null;
  }

  /** Applies an edit before the next `follow`; a newer one replaces it. */
  later(edit: () => void): void {
    this.#pending = edit;
    this.typed();
  }

  /** Applies the edit of `later` now. */
  apply(): void {
    const pending = this.#pending;
    this.#pending = null;
    pending?.();
  }

  /** Called after a keystroke. */
  typed(): void {
    const due = () => {
      this.apply();
      this.#follow();
    };
    this.#pause?.();
    this.#pause = this.#host.after(PAUSE, due);
    this.#maximum ??= this.#host.after(MAXIMUM, due);
  }

  /** Called when everything has followed. */
  stop(): void {
    this.#pause?.();
    this.#maximum?.();
    this.#pause = this.#maximum = null;
  }
}
