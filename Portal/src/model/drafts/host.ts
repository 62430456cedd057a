// What a draft needs of its page; tests replace it.

import type { FlowDocument } from "../../document";
import { toNative } from "../../engine";
import { BrowserJournal, type Journal } from "./journal";

export interface DraftHost {
  journal: Journal;
  /** Reads a document of any of the three formats. */
  read(text: string): Promise<FlowDocument>;
  /** Runs an action after a time; returns a function that cancels it. */
  after(milliseconds: number, action: () => void): () => void;
  now(): Date;
  /** Returns a number from 0 to less than 1. */
  random(): number;
  /** Calls `action` when the connection may be back, or the page is visible again. */
  onWake(action: () => void): () => void;
  /** Calls `action` when the page may be about to close. */
  onLeave(action: () => void): () => void;
}

export const browserHost = (): DraftHost => ({
  journal: new BrowserJournal(),
  read: toNative,
  after(milliseconds, action) {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
  now: () => new Date(),
  random: Math.random,
  onWake(action) {
    const onVisible = () => {
      if (document.visibilityState === "visible") action();
    };
    addEventListener("online", action);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      removeEventListener("online", action);
      document.removeEventListener("visibilitychange", onVisible);
    };
  },
  onLeave(action) {
    const onHidden = () => {
      if (document.visibilityState === "hidden") action();
    };
    addEventListener("pagehide", action);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      removeEventListener("pagehide", action);
      document.removeEventListener("visibilitychange", onHidden);
    };
  },
});
