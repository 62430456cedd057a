// The progress of the tour, stored in this browser, so that it can be continued.

import { Store } from "../../../model/store";

/**
 * The application that `flowmagic init --sample` creates, where the tour is offered automatically.
 */
export const SAMPLE = "shop";

export interface Progress {
  /** The index of the shown step. */
  step: number;
  isRunning: boolean;
  /** Whether it was completed, ended or declined, so that it is not offered again. */
  isOver: boolean;
}

const initialProgress: Progress = { step: 0, isRunning: false, isOver: false };

function storedProgress(): Progress {
  try {
    const value = JSON.parse(localStorage.getItem("tour") ?? "null") as Partial<Progress> | null;
    return { ...initialProgress, ...value };
  } catch {
    return initialProgress;
  }
}

export const progress = new Store<Progress>(
  typeof localStorage === "undefined" ? initialProgress : storedProgress());
progress.subscribe(() => localStorage.setItem("tour", JSON.stringify(progress.get())));

export function startTour(step: number): void {
  progress.set({ step, isRunning: true, isOver: false });
}

/** Pauses the tour, so that the help menu can resume it; at its first step, ends it. */
export function pauseTour(): void {
  progress.update((current) => (
    { ...current, isRunning: false, isOver: current.step === 0 }));
}

export function finishTour(): void {
  progress.set({ step: 0, isRunning: false, isOver: true });
}
