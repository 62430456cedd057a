import type { Actor } from "../../api";
import type { Conflict, FlowDocument } from "../../document";

export type SaveState =
  | { kind: "saved" }
  | { kind: "waiting" }
  | { kind: "saving" }
  /** The server cannot be reached; what was done is kept in this browser, and tried again. */
  | { kind: "offline"; message: string }
  /** The session is over; what was done is kept in this browser until one signs in again. */
  | { kind: "signed-out" }
  /** The server says no; what was done is kept in this browser. */
  | { kind: "failed"; message: string };

export interface DraftState {
  document: FlowDocument;
  /** The revision that the server has; 0 for none: then the document is the live release's. */
  revision: number;
  author: Actor | null;
  updated: string | null;
  save: SaveState;
  /** Places that others have changed too: mine is here, theirs is at the server, until I choose. */
  conflicts: Conflict[];
  /** Someone else threw the draft away while I have changes: nothing is sent until I choose. */
  discarded: { by: Actor | null; at: string } | null;
  /** Whether this browser refuses to keep what is not sent: it would be gone with the page. */
  isUnkept: boolean;
  /**
   * The time of the changes that this browser had kept and has just restored; null if there are
   * none.
   */
  restored: string | null;
  canUndo: boolean;
  canRedo: boolean;
  undoLabel?: string;
  redoLabel?: string;
}

export const emptyDocument: FlowDocument = { schema: 1, flows: [] };

export const firstState: DraftState = {
  document: emptyDocument, revision: 0, author: null, updated: null, save: { kind: "saved" },
  conflicts: [], discarded: null, isUnkept: false, restored: null, canUndo: false, canRedo: false,
};
