// Quick fixes of a finding, and their context.

import type { Edit, FlowDocument } from "../../../document";
import {
  blockAt, changeScreen, removeBlocks, type DrawnScreen,
} from "../../../document/blocks";
import { t } from "../../../localization";
import type { LocatedFinding } from "../locatedFinding";
import { typeName } from "../naming";

export interface BlockFix {
  label: string;
  /** The edit of the document; undefined for a fix that only moves the focus. */
  edit?: Edit;
  /** The pointer of the property to focus. */
  focus?: string;
}

export interface FixContext {
  finding: LocatedFinding;
  document: FlowDocument;
  screen: DrawnScreen;
}

export type FixFactory = (context: FixContext) => BlockFix[];

/** A fix that changes only the screen. */
export const screenFix = (
  { screen }: FixContext, label: string, change: (screen: DrawnScreen) => DrawnScreen,
): BlockFix => ({ label, edit: changeScreen(screen.name, change) });

/** Removes the block, unless it is the root block. */
export const removeBlock: FixFactory = (context) => {
  const { finding, screen } = context;
  const block = blockAt(screen, finding.path);
  return block && finding.path !== "/root" ? [screenFix(
    context, t("screens.fix-remove", { name: typeName(block.type) }),
    (drawnScreen) => removeBlocks(drawnScreen, new Set([block])))] : [];
};
