// A fix of a finding, and the document that it is about.

import type { Edit, FlowDocument } from "../../../document";
import {
  blockAt, changeScreen, removeBlocks, type DrawnScreen,
} from "../../../document/blocks";
import { t } from "../../../localization";
import type { LocatedFinding } from "../located";
import { typeName } from "../naming";

export interface BlockFix {
  label: string;
  /** The edit of the document; none for one that only puts the keyboard somewhere. */
  edit?: Edit;
  /** The pointer of the property that the keyboard is put in. */
  focus?: string;
}

export interface FixContext {
  finding: LocatedFinding;
  document: FlowDocument;
  screen: DrawnScreen;
}

export type FixMaker = (context: FixContext) => BlockFix[];

/** A fix that changes only the screen. */
export const onScreen = (
  { screen }: FixContext, label: string, change: (screen: DrawnScreen) => DrawnScreen,
): BlockFix => ({ label, edit: changeScreen(screen.name, change) });

/** Takes the block away, unless it is the first of the screen. */
export const removal: FixMaker = (context) => {
  const { finding, screen } = context;
  const block = blockAt(screen, finding.path);
  return block && finding.path !== "/root" ? [onScreen(
    context, t("screens.fix-remove", { name: typeName(block.type) }),
    (one) => removeBlocks(one, new Set([block])))] : [];
};
