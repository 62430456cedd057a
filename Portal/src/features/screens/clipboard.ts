// Blocks on the clipboard: as text, so that they can be pasted into another screen or window.

import { isBlock, type Block } from "../../document/blocks";

/** The text copied last in this page, for browsers that do not let a page read the clipboard. */
let last = "";

export function writeClipboard(blocks: Block[]): void {
  last = JSON.stringify({ kind: "flowmagic/blocks", blocks });
  // Without clipboard permission, the page still keeps its own copy.
  void navigator.clipboard?.writeText(last).catch(() => undefined);
}

export async function clipboardText(): Promise<string> {
  const text = await navigator.clipboard?.readText().catch(() => "");
  return text && blocksIn(text) ? text : last;
}

/** The blocks in a text; null if it is something else. */
export function blocksIn(text: string): Block[] | null {
  try {
    const value = JSON.parse(text) as { kind?: string; blocks?: Block[] } | null;
    const isCopied = value?.kind === "flowmagic/blocks" && Array.isArray(value.blocks);
    return isCopied && value.blocks?.length && value.blocks.every(isBlock) ? value.blocks : null;
  } catch {
    return null;
  }
}
