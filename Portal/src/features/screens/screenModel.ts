// The editor of one drawn screen: its selection and edits.

import {
  blockAt, blocksOf, changeScreen, drawnScreenOf, followPaths, insertBlocks, moveBlocks, pathsOf,
  removeBlocks, slotsOf, topBlocks, withUniqueNames, withValue,
  type Block, type BlockEdit, type BlockPath, type DrawnScreen, type InsertionPoint,
  type LocatedBlock,
} from "../../document/blocks";
import { isObject, type Edit, type Json } from "../../document";
import type { EditorModel } from "../../model/editor";
import { blockPosition } from "../../model/presence";
import { Store } from "../../model/store";
import { failureText, toast } from "../../ui";
import { t } from "../../localization";
import { reverseBlocks, unwrapBlock, wrapBlocks, type Wrapper } from "./blockArrangement";
import { blocksToPaste, clipboardContent, copiedText, writeClipboard } from "./clipboard";
import { newBlock } from "./defaultBlocks";
import { beforeFooter } from "./dropping";
import { noFindings, type BlockFindings } from "./findings";
import { copyPictures } from "./library/api";
import {
  blockPathAt, fieldOf, keyOf, type DisplayOptions, type LocatedFinding,
} from "./locatedFinding";
import { blockName, typeName } from "./naming";
import { followMoved, followText } from "./textEditing";

/** A revealed location: the pointer of its field, and the key of its finding. */
export interface RevealedLocation {
  pointer: string | null;
  key: string | null;
  display: DisplayOptions;
}

/** Selections that follow each other within this time are debounced, in milliseconds. */
const SELECTION_DEBOUNCE_MS = 120;

type Direction = "up" | "down" | "in" | "out";

export class ScreenModel {
  readonly editor: EditorModel;
  readonly name: string;
  /** The selected blocks; the panel shows the last one. */
  readonly selected = new Store<BlockPath[]>([]);
  /**
   * The selection for the panel, which is expensive to render: during quick
   * successive selections, it is updated when the selection no longer changes.
   */
  readonly debouncedSelection = new Store(this.selected.get());
  /** The current findings and suggestions of the screen. */
  readonly findings = new Store<BlockFindings>(noFindings);
  /** The drop target of the current drag. */
  readonly dropTarget = new Store<InsertionPoint | null>(null);
  /** The text that is edited in the preview, by its pointer in the screen. */
  readonly editing = new Store<string | null>(null);
  /** A picture file that was dropped or pasted, for the selected image. */
  readonly file = new Store<File | null>(null);
  /** The finding or field that is about to be focused. */
  readonly revealed = new Store<RevealedLocation | null>(null);
  /** The announcement for screen readers. */
  readonly announcement = new Store("");
  /** Whether this page is changing the screen. */
  #isEditing = false;
  #isTyping = false;
  /** The screen whose blocks the selection names. */
  #selectedIn: DrawnScreen | undefined;
  readonly #stops: (() => void)[];
  #debounceTimer = 0;
  #selectedAt = 0;

  constructor(editor: EditorModel, name: string) {
    this.editor = editor;
    this.name = name;
    this.#selectedIn = this.screen;
    const report = () => editor.block.set(blockPosition(name, this.active));
    this.#stops = [
      editor.draft.document.subscribe(() => this.#follow()), this.selected.subscribe(report),
      this.selected.subscribe(() => this.#debounceSelection())];
    report();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#debounceTimer);
    this.editor.block.set(null);
  }

  #debounceSelection(): void {
    const before = this.#selectedAt;
    this.#selectedAt = performance.now();
    if (this.#selectedAt - before > SELECTION_DEBOUNCE_MS) this.flushSelection();
    else if (this.#debounceTimer === 0) this.#scheduleFlush(SELECTION_DEBOUNCE_MS);
  }

  // NB: one timer for many selections, instead of a new one for each.
  #scheduleFlush(delay: number): void {
    this.#debounceTimer = window.setTimeout(() => {
      const left = this.#selectedAt + SELECTION_DEBOUNCE_MS - performance.now();
      if (left > 0) this.#scheduleFlush(left);
      else this.flushSelection();
    }, delay);
  }

  /** Makes the panel show the current selection at once. */
  flushSelection(): void {
    clearTimeout(this.#debounceTimer);
    this.#debounceTimer = 0;
    this.debouncedSelection.set(this.selected.get());
  }

  /** Shows a finding: selects its block, and focuses its field. */
  show(finding: LocatedFinding): void {
    this.select(finding.path);
    this.flushSelection();
    const display = finding.display ?? {};
    this.revealed.set({ pointer: fieldOf(finding), key: keyOf(finding), display });
  }

  /** Reveals the location of a pointer. */
  reveal(pointer: string): void {
    const { screen } = this;
    if (!screen) return;
    const path = blockPathAt(screen, pointer);
    this.select(path);
    this.flushSelection();
    this.revealed.set({ pointer: pointer === path ? null : pointer, key: null, display: {} });
  }

  /** Focuses the field of a property of the selected block. */
  focus(pointer: string): void {
    this.revealed.set({ pointer, key: null, display: {} });
  }

  get screen(): DrawnScreen | undefined {
    return drawnScreenOf(this.editor.draft.document.get(), this.name);
  }

  /** The block that the panel shows; the root block if none is selected. */
  get active(): BlockPath {
    return this.selected.get().at(-1) ?? "/root";
  }

  // Keeps the selection while other members, or undo, change the screen.
  #follow(): void {
    const { screen } = this;
    const before = this.#selectedIn;
    this.#selectedIn = screen;
    // Typing moves no blocks.
    if (this.#isTyping || !screen || !before || screen === before) return;
    const follow = this.#isEditing ? followPaths : followMoved;
    const selected = follow(before, screen, this.selected.get());
    // NB: the same array while it contains the same paths, so that a keystroke re-renders no row.
    this.selected.update((old) => (old.join() === selected.join() ? old : selected));
    this.flushSelection();
    const editing = this.editing.get();
    if (editing !== null) this.editing.set(followText(before, screen, editing, follow));
  }

  select(path: BlockPath, mode: "only" | "toggle" | "range" = "only"): void {
    const now = this.selected.get();
    if (mode === "only") return this.selected.set([path]);
    if (mode === "toggle") {
      const rest = now.filter((selected) => selected !== path);
      return this.selected.set(rest.length < now.length ? rest : [...now, path]);
    }
    const all = this.screen ? blocksOf(this.screen).map((block) => block.path) : [];
    const [from, to] = [all.indexOf(now[0] ?? path), all.indexOf(path)];
    const range = all.slice(Math.min(from, to), Math.max(from, to) + 1);
    const between = range.filter((selected) => selected !== now[0] && selected !== path);
    this.selected.set([now[0] ?? path, ...between, ...(path === now[0] ? [] : [path])]);
  }

  /**
   * Changes the screen; consecutive edits with the same `mergeKey`, such as typed letters, are
   * undone together.
   */
  apply(label: string, change: (screen: DrawnScreen) => DrawnScreen, mergeKey?: string): void {
    if (!this.editor.canEdit) return;
    const key = mergeKey && `screen:${this.name}:${mergeKey}`;
    this.applyEdit(label, changeScreen(this.name, change), key);
  }

  /** Changes the document for this screen. */
  applyEdit(label: string, edit: Edit, key?: string): void {
    this.editor.draft.applyPending();
    this.#isEditing = true;
    this.#isTyping = key !== undefined;
    this.editor.draft.apply(label, edit, key);
    this.#isEditing = this.#isTyping = false;
  }

  /** Sets a property of one or several blocks; undefined removes it. */
  set(at: BlockPath | BlockPath[], key: string, value: Json | undefined, merges = false): void {
    const pointers = [at].flat().map((path) => `${path}/${key}`);
    this.apply(
      t("screens.do-change"),
      (screen) => pointers.reduce((changed, pointer) => withValue(changed, pointer, value), screen),
      merges ? pointers.join() : undefined);
  }

  // Blocks ------------------------------------------------------------------------------------

  /** The blocks that a command applies to, in order. */
  #selectedBlocks(): LocatedBlock[] {
    return this.screen ? topBlocks(this.screen, this.selected.get()) : [];
  }

  /** Applies an edit with new or moved blocks, and selects them. */
  #edit(
    label: string, edit: (screen: DrawnScreen) => BlockEdit | null, text: string,
    add: Edit = (document) => document,
  ): boolean {
    if (!this.editor.canEdit) return false;
    this.editor.draft.applyPending();
    const screen = this.screen;
    const edited = screen && edit(screen);
    if (!edited) return false;
    this.applyEdit(
      label, (document) => changeScreen(this.name, () => edited.screen)(add(document)));
    const changed = this.screen;
    if (changed) this.selected.set(pathsOf(changed, edited.blocks));
    this.flushSelection();
    this.announcement.set(text);
    return true;
  }

  /** Inserts blocks; `add` adds to the document what they need. */
  insert(blocks: Block[], target: InsertionPoint, label: string, add?: Edit): void {
    this.#edit(label, (screen) => {
      const renamed = withUniqueNames(screen, blocks);
      return { screen: insertBlocks(screen, target, renamed), blocks: renamed };
    }, t("screens.announce-added", { count: blocks.length, name: blockName(blocks[0]) }), add);
  }

  /** Adds a new block after the selection, or where it is dropped. */
  add(type: string, target: InsertionPoint = this.targetForNew()): void {
    const block = newBlock(type);
    this.insert([block], target, t("screens.do-add", { name: blockName(block) }));
  }

  /**
   * The target for a new block: inside a selected empty container, at the end of the root block,
   * otherwise after the selected block, or the nearest block of a list that contains it.
   */
  targetForNew(): InsertionPoint {
    const { screen } = this;
    const path = this.active;
    const block = screen && blockAt(screen, path);
    const [inner] = block ? slotsOf(block, path) : [];
    if (inner?.isList && (path === "/root" || inner.blocks.length === 0)) {
      const last = inner.blocks.at(-1)?.block.type;
      const hasFooter = path === "/root" && last === "footer";
      return { slot: inner.path, index: inner.blocks.length - (hasFooter ? 1 : 0) };
    }
    const listed = screen && blocksOf(screen)
      .filter((outer) => outer.slot?.isList && `${path}/`.startsWith(`${outer.path}/`)).at(-1);
    if (listed?.slot) return { slot: listed.slot.path, index: listed.index + 1 };
    return { slot: "/root/children", index: 0 };
  }

  /** Whether exactly one image block is selected and its image is not a binding. */
  get isOnImage(): boolean {
    const block = this.screen && blockAt(this.screen, this.active);
    return block?.type === "image" && !isObject(block["image"]) && this.selected.get().length < 2;
  }

  /** Opens the dialog for a picture file: for the selected image, or for a new one. */
  addPicture(file: File): void {
    if (!this.editor.canEdit) return;
    if (!this.isOnImage) this.add("image");
    this.flushSelection();
    this.file.set(file);
    this.revealed.set({ pointer: null, key: null, display: {} });
  }

  moveTo(paths: BlockPath[], target: InsertionPoint): void {
    const label = t("screens.do-move");
    this.#edit(label, (screen) => moveBlocks(screen, paths, target), t("screens.announce-moved"));
  }

  /** Moves the selection among its neighbors, into the previous block, or out of its parent. */
  move(direction: Direction): boolean {
    const target = this.#targetOf(direction);
    if (target) this.moveTo(this.#selectedBlocks().map(({ path }) => path), target);
    return target !== null;
  }

  canMove(direction: Direction): boolean {
    return this.#targetOf(direction) !== null;
  }

  #targetOf(direction: Direction): InsertionPoint | null {
    const { screen } = this;
    const blocks = this.#selectedBlocks();
    const [first, last] = [blocks[0], blocks.at(-1)];
    return screen && first?.slot && last?.slot ? targetOf(screen, first, last, direction) : null;
  }

  /** Groups the selection in a container. */
  wrap(type: Wrapper): void {
    this.#edit(
      t("screens.do-wrap"), (screen) => wrapBlocks(screen, this.selected.get(), type),
      t("screens.announce-wrapped", { name: typeName(type) }));
  }

  /** Ungroups the selected container. */
  unwrap(): void {
    this.#edit(
      t("screens.do-unwrap"), (screen) => unwrapBlock(screen, this.active),
      t("screens.announce-moved"));
  }

  reverse(): void {
    this.#edit(
      t("screens.do-move"), (screen) => reverseBlocks(screen, this.selected.get()),
      t("screens.announce-moved"));
  }

  duplicate(): void {
    this.editor.draft.applyPending();
    const blocks = this.#selectedBlocks();
    const last = blocks.at(-1);
    if (!last?.slot?.isList) return;
    const target = { slot: last.slot.path, index: last.index + 1 };
    this.insert(blocks.map(({ block }) => block), target, t("screens.do-duplicate"));
  }

  remove(): void {
    if (!this.editor.canEdit) return;
    this.editor.draft.applyPending();
    const { screen } = this;
    const blocks = this.#selectedBlocks().filter(({ slot }) => slot !== null);
    if (!screen || blocks.length === 0) return;
    const all = blocksOf(screen).map(({ path }) => path);
    const next = all[all.indexOf(blocks[0]?.path ?? "") - 1] ?? "/root";
    this.apply(t("screens.do-remove", { count: blocks.length }), (drawnScreen) =>
      removeBlocks(drawnScreen, new Set(blocks.map(({ block }) => block))));
    this.selected.set([next]);
    this.announcement.set(t("screens.announce-removed", { count: blocks.length }));
  }

  copy(): void {
    this.editor.draft.applyPending();
    const blocks = this.#selectedBlocks();
    if (blocks.length === 0) return;
    const { draft, application } = this.editor;
    writeClipboard(copiedText(
      blocks.map(({ block }) => block), draft.document.get(), application.id));
    this.announcement.set(t("screens.announce-copied", { count: blocks.length }));
  }

  cut(): void {
    this.copy();
    this.remove();
  }

  async paste(): Promise<void> {
    if (!this.editor.canEdit) return;
    const { draft, application } = this.editor;
    const content = await clipboardContent();
    if (!content) return void toast({ text: t("screens.nothing-to-paste") });
    try {
      await copyPictures(content, application.id);
    } catch (error) {
      return void toast({ text: failureText(error), kind: "danger" });
    }
    draft.applyPending();
    const { blocks, add } = blocksToPaste(content, draft.document.get(), application.id, this.name);
    this.insert(blocks, this.targetForNew(), t("screens.do-paste"), add);
  }
}

function targetOf(
  screen: DrawnScreen, first: LocatedBlock, last: LocatedBlock, direction: Direction,
): InsertionPoint | null {
  const slot = first.slot;
  if (!slot?.isList || last.slot?.path !== slot.path) return null;
  if (slot.path === "/root/children" && last.block.type === "footer") return null;
  if (direction === "up") {
    return first.index > 0 ? { slot: slot.path, index: first.index - 1 } : null;
  }
  if (direction === "down") {
    if (last.index === slot.blocks.length - 1) return null;
    const target = beforeFooter(screen, { slot: slot.path, index: last.index + 2 });
    return target.index > last.index + 1 ? target : null;
  }
  if (direction === "in") {
    const before = slot.blocks[first.index - 1];
    const into = before && slotsOf(before.block, before.path).find(({ isList }) => isList);
    return into ? { slot: into.path, index: into.blocks.length } : null;
  }
  const listItem = blocksOf(screen).find(({ block, path }) =>
    slotsOf(block, path).some((candidate) => candidate.path === slot.path));
  if (!listItem?.slot?.isList) return null;
  return beforeFooter(screen, { slot: listItem.slot.path, index: listItem.index + 1 });
}
