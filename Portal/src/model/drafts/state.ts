import type { Actor } from "../../api";
import type { Conflict, FlowDocument } from "../../document";

/** The state of saving; unsent changes are also stored in this browser, unless `cannotStore`. */
export type SaveState =
  | { kind: "saved" }
  | { kind: "pending" }
  | { kind: "saving" }
  /** The server cannot be reached; it is retried. */
  | { kind: "offline"; message: string }
  /** The session has ended; nothing is saved until the user signs in again. */
  | { kind: "signed-out" }
  /** The server rejected the changes. */
  | { kind: "failed"; message: string };

export interface DraftState {
  /** The server's revision; 0 if there is none and the document is the live release's. */
  revision: number;
  author: Actor | null;
  updated: string | null;
  save: SaveState;
  /**
   * Conflicts with others: this page has my version and the server has theirs, until they are
   * resolved.
   */
  conflicts: Conflict[];
  /**
   * Set if someone else discarded the draft while this page has unsent changes or an undo history;
   * nothing is sent until the user decides.
   */
  discarded: { by: Actor | null; at: string } | null;
  /** Whether this browser cannot store unsent changes, so that they would be lost with the page. */
  cannotStore: boolean;
  /**
   * The time of the changes just restored from this browser; null if there are none.
   */
  restored: string | null;
  canUndo: boolean;
  canRedo: boolean;
  undoLabel?: string | undefined;
  redoLabel?: string | undefined;
  /** The id of the edit that undo would revert; letters of one text have the same. */
  newest?: number | undefined;
}

export const emptyDocument: FlowDocument = { schema: 1, flows: [] };

export const initialState: DraftState = {
  revision: 0, author: null, updated: null, save: { kind: "saved" },
  conflicts: [], discarded: null, cannotStore: false, restored: null, canUndo: false,
  canRedo: false,
};
