// Undo and redo without limit. Documents share what did not change, so a state costs little.

import { canonical, transfer, type Edit, type FlowDocument } from "../document";

interface State {
  /** Counts up: an edit that others are merged into stays the same one. */
  id: number;
  label: string;
  before: FlowDocument;
  after: FlowDocument;
  /** Edits of the same key that follow each other at once are one state: typing a word. */
  merges?: string;
  /** A change that is undone and redone with it, such as positions on the canvas. */
  sideEffect?: SideEffect;
}

/** A change outside of the document that is undone and redone with an edit. */
export interface SideEffect {
  undo(): void;
  redo(): void;
}

/**
 * The states of a document that one can go back and forth between. Others may change the document
 * in between: then only what one's own edit did is taken back, and what they did stays.
 */
export class EditHistory {
  #done: State[] = [];
  #undone: State[] = [];
  #last = 0;

  /** The edit that undo would take back; undefined if there is none. */
  get newest(): number | undefined {
    return this.#done.at(-1)?.id;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** The label of the edit that undo would take back. */
  get undoLabel(): string | undefined {
    return this.#done.at(-1)?.label;
  }

  get redoLabel(): string | undefined {
    return this.#undone.at(-1)?.label;
  }

  /** Applies an edit; gives the same document if it changes nothing. */
  apply(
    document: FlowDocument, label: string, edit: Edit, merges?: string, sideEffect?: SideEffect,
  ): FlowDocument {
    const edited = edit(document);
    const after = edited === document ? document : canonical(edited, document);
    if (after === document && !sideEffect) return document;
    const last = this.#done.at(-1);
    if (merges !== undefined && last?.merges === merges && last.after === document) {
      this.#done[this.#done.length - 1] = {
        ...last, after, sideEffect: both(last.sideEffect, sideEffect),
      };
    } else {
      this.#last += 1;
      this.#done.push({ id: this.#last, label, before: document, after, merges, sideEffect });
    }
    this.#undone = [];
    return after;
  }

  /** The next edit is a state of its own, even with the same key. */
  seal(): void {
    const last = this.#done.at(-1);
    if (last) this.#done[this.#done.length - 1] = { ...last, merges: undefined };
  }

  /** Takes the last edit back of which anything is left in the document. */
  undo(document: FlowDocument): FlowDocument {
    for (let state = this.#done.pop(); state; state = this.#done.pop()) {
      this.#undone.push({ ...state, merges: undefined });
      state.sideEffect?.undo();
      const before = transfer(state.after, state.before, document);
      if (before !== document || state.sideEffect) return before;
    }
    return document;
  }

  /** Does the last edit again that was taken back. */
  redo(document: FlowDocument): FlowDocument {
    for (let state = this.#undone.pop(); state; state = this.#undone.pop()) {
      this.#done.push(state);
      state.sideEffect?.redo();
      const after = transfer(state.before, state.after, document);
      if (after !== document || state.sideEffect) return after;
    }
    return document;
  }

  clear(): void {
    this.#done = [];
    this.#undone = [];
  }
}

/** Two that follow each other, as one. */
function both(
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
