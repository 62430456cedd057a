// The progress in the tour; kept in this browser, so that it continues where the user left it.

import { Store } from "../../../model/store";

/** The application that `flowmagic init --sample` makes; there the tour is offered by itself. */
export const SAMPLE = "shop";

export interface Progress {
  /** The place of the step that is shown. */
  step: number;
  isRunning: boolean;
  /** It was walked through, ended or declined: it is not offered again. */
  isOver: boolean;
}

const fresh: Progress = { step: 0, isRunning: false, isOver: false };

function kept(): Progress {
  try {
    const value = JSON.parse(localStorage.getItem("tour") ?? "null") as Partial<Progress> | null;
    return { ...fresh, ...value };
  } catch {
    return fresh;
  }
}

export const progress = new Store<Progress>(typeof localStorage === "undefined" ? fresh : kept());
progress.subscribe(() => localStorage.setItem("tour", JSON.stringify(progress.get())));

export function startTour(step: number): void {
  progress.set({ step, isRunning: true, isOver: false });
}

/** It is left where it is; the help's menu goes on with it. */
export function endTour(): void {
  progress.update((now) => ({ ...now, isRunning: false, isOver: now.step === 0 }));
}

export function finishTour(): void {
  progress.set({ step: 0, isRunning: false, isOver: true });
}
