// Limits how often slow work, such as verifying the draft, runs while someone types.

import type { DraftHost } from "./host";

/** The pause in typing after which slow work runs, and its maximum delay, in milliseconds. */
const [PAUSE, MAXIMUM] = [150, 500];

export class Debouncer {
  readonly #host: DraftHost;
  readonly #run: () => void;
  #pending: (() => void) | null = null;
  #pause: (() => void) | null = null;
  #maximum: (() => void) | null = null;

  /** `run` is called after a pause, at the latest half a second after the first keystroke. */
  constructor(host: DraftHost, run: () => void) {
    this.#host = host;
    this.#run = run;
  }

  /** Whether an edit of `later` has not been applied yet. */
  get isPending(): boolean {
    return this.#pending !== null;
  }

  /** Applies an edit before the next `run`; a newer one replaces it. */
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
      this.#run();
    };
    this.#pause?.();
    this.#pause = this.#host.after(PAUSE, due);
    this.#maximum ??= this.#host.after(MAXIMUM, due);
  }

  /** Cancels the pending run. */
  stop(): void {
    this.#pause?.();
    this.#maximum?.();
    this.#pause = this.#maximum = null;
  }
}
