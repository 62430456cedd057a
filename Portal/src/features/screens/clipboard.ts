// Blocks on the clipboard: as text, so that they can be pasted into another screen or window, with
// their texts and pictures for other applications.

import type { Edit, FlowDocument, Json } from "../../document";
import { isBlock, type Block } from "../../document/blocks";
import { importTemplate } from "./library/importTemplate";
import { contentOf, type TemplateContent } from "./library/content";

/** The maximum length of a text with blocks; the server accepts no larger document. */
const MAX_LENGTH = 16 << 20;

/** The text copied last in this page, for browsers that do not let a page read the clipboard. */
let last = "";

export function writeClipboard(text: string): void {
  last = text;
  // Without clipboard permission, the text can still be pasted in this page.
  void navigator.clipboard?.writeText(last).catch(() => undefined);
}

/** The content on the clipboard, or copied last in this page; null if there is none. */
export async function clipboardContent(): Promise<TemplateContent | null> {
  const text = await navigator.clipboard?.readText().catch(() => "");
  return contentIn(text ?? "") ?? contentIn(last);
}

/** Blocks of an application as text. */
export function copiedText(blocks: Block[], document: FlowDocument, application: string): string {
  const screen = { name: "", root: { type: "column", children: blocks } };
  return JSON.stringify({
    kind: "flowmagic/blocks", ...contentOf(document, screen, application), application,
  });
}

/** The content of a text with blocks; null if it is something else. */
export function contentIn(text: string): TemplateContent | null {
  if (text.length > MAX_LENGTH) return null;
  try {
    const value = JSON.parse(text) as TemplateContent & { kind?: string } | null;
    const isCopied = value?.kind === "flowmagic/blocks" && blocksOf(value.screen).length > 0;
    return isCopied && blocksOf(value.screen).every(isBlock) ? value : null;
  } catch {
    return null;
  }
}

const blocksOf = ({ root }: TemplateContent["screen"]): Block[] => {
  const children: Json | undefined = root["children"];
  return Array.isArray(children) ? children as Block[] : [];
};

/** Blocks to insert into a screen, and the edit that adds their texts and pictures. */
export function blocksToPaste(
  content: TemplateContent, document: FlowDocument, application: string, screen: string,
): { blocks: Block[]; add: Edit } {
  if (content.application === application) {
    return { blocks: blocksOf(content.screen), add: (unchanged) => unchanged };
  }
  return {
    blocks: blocksOf(importTemplate(document, content, screen).screen),
    add: (current) => importTemplate(current, content, screen).document,
  };
}
