// The props of property fields.

import type { Json } from "../../../document";
import type { Block, BlockPath } from "../../../document/blocks";
import { propertyHint, propertyName } from "../naming";
import type { ScreenModel } from "../screenModel";
import type { PropertyRule } from "../vocabulary";

export interface PropertyProps {
  model: ScreenModel;
  /** The block of the property, and its path. */
  block: Block;
  path: BlockPath;
  /** The pointer of the property's owner: the block, or one of its items. */
  holder: string;
  rule: PropertyRule;
  value: Json | undefined;
  /** The language that texts are shown and written in. */
  locale: string;
  /** All blocks that are changed, if there are several. */
  paths?: BlockPath[];
}

/** The owner of a property for its label; items are not blocks. */
const ownerOf = ({ block, path, holder }: PropertyProps): string =>
  (holder === path ? block.type : `${block.type}-item`);

/** The label and the hint of a property, and how it is set. */
export function useProperty(props: PropertyProps) {
  const { model, holder, rule } = props;
  const owner = ownerOf(props);
  return {
    label: propertyName(owner, rule.key), hint: propertyHint(owner, rule.key),
    isDisabled: !model.editor.canEdit,
    set: (value: Json | undefined, merges = false) =>
      model.set(props.paths ?? holder, rule.key, value, merges),
  };
}
