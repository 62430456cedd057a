// A property as its fields are about it.

import type { Json } from "../../../document";
import type { Block, BlockPath } from "../../../document/blocks";
import { propertyHint, propertyName } from "../naming";
import type { ScreenModel } from "../screenModel";
import type { PropertyRule } from "../vocabulary";

export interface PropertyProps {
  model: ScreenModel;
  /** The block that the property is of, and its path. */
  block: Block;
  path: BlockPath;
  /** The pointer of what holds the property: the block, or one of its items. */
  holder: string;
  rule: PropertyRule;
  value: Json | undefined;
  /** The language that texts are shown and written in. */
  locale: string;
  /** All blocks that are set, where it is more than the one. */
  paths?: BlockPath[];
}

/** The name that a property has in the panel, where an item is no block. */
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
