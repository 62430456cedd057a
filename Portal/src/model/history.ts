// Unlimited undo and redo. Documents share unchanged parts, so a state is cheap.

import { canonical, transfer, type Edit, type FlowDocument } from "../document";

/** An edit that can be undone, or several merged ones. */
interface UndoState {
  /** A sequence number; merged edits keep the first one's. */
  id: number;
  label: string;
  before: FlowDocument;
  after: FlowDocument;
  /** Consecutive edits with the same key are one state, such as typing a word. */
  mergeKey?: string;
  /** A change that is undone and redone with it, such as positions on the canvas. */
  sideEffect?: SideEffect;
}

/** A change outside the document that is undone and redone with an edit. */
export interface SideEffect {
  undo(): void;
  redo(): void;
}

/**
 * The undo history of a document. Others may change the document in between: undo then reverts only
 * the user's own edit, and keeps others' changes.
 */
export class EditHistory {
  #done: UndoState[] = [];
  #undone: UndoState[] = [];
  #last = 0;

  /** The id of the edit that undo would revert; undefined if there is none. */
  get newest(): number | undefined {
    return this.#done.at(-1)?.id;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** The label of the edit that undo would revert. */
  get undoLabel(): string | undefined {
    return this.#done.at(-1)?.label;
  }

  get redoLabel(): string | undefined {
    return this.#undone.at(-1)?.label;
  }

  /** Applies an edit; returns the same document if it changes nothing. */
  apply(
    document: FlowDocument, label: string, edit: Edit, mergeKey?: string, sideEffect?: SideEffect,
  ): FlowDocument {
    const edited = edit(document);
    const after = edited === document ? document : canonical(edited, document);
    if (after === document && !sideEffect) return document;
    const last = this.#done.at(-1);
    if (mergeKey !== undefined && last?.mergeKey === mergeKey && last.after === document) {
      this.#done[this.#done.length - 1] = {
        ...last, after, sideEffect: combined(last.sideEffect, sideEffect),
      };
    } else {
      this.#last += 1;
      this.#done.push({ id: this.#last, label, before: document, after, mergeKey, sideEffect });
    }
    this.#undone = [];
    return after;
  }

  /**
   * Reverts the last edit that still has an effect on the document; with `only`, this one or none.
   */
  undo(document: FlowDocument, only?: number): FlowDocument {
    for (;;) {
      const state = this.#done.at(-1);
      if (!state || (only !== undefined && state.id !== only)) return document;
      this.#done.pop();
      this.#undone.push({ ...state, mergeKey: undefined });
      state.sideEffect?.undo();
      const before = transfer(state.after, state.before, document);
      if (before !== document || state.sideEffect) return before;
    }
  }

  /** Reapplies the last reverted edit. */
  redo(document: FlowDocument): FlowDocument {
    for (let state = this.#undone.pop(); state; state = this.#undone.pop()) {
      this.#done.push(state);
      state.sideEffect?.redo();
      const after = transfer(state.before, state.after, document);
      if (after !== document || state.sideEffect) return after;
    }
    return document;
  }
}

/** Combines two consecutive side effects. */
function combined(
  first: SideEffect | undefined, second: SideEffect | undefined,
): SideEffect | undefined {
  if (!first || !second) return first ?? second;
  return {
    undo: () => {
      second.undo();
      first.undo();
    },
    redo: () => {
      first.redo();
      second.redo();
    },
  };
}
