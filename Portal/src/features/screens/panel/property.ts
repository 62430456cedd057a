// The props of property fields.

import type { FlowDocument, Json } from "../../../document";
import type { BlockPath } from "../../../document/blocks";
import { useStore } from "../../../model/store";
import { propertyHint, propertyName } from "../naming";
import type { ScreenModel } from "../screenModel";
import type { PropertyRule } from "../vocabulary";

/** The location of a property; its field reads the value itself. */
export interface PropertyLocation {
  model: ScreenModel;
  /** The type of the property's block, and its path. */
  type: string;
  path: BlockPath;
  /** The path of the property's owner: the block, or one of its items. */
  ownerPath: string;
  rule: PropertyRule;
  /** The language that texts are shown and written in. */
  locale: string;
  /** All blocks that are changed, if there are several. */
  paths?: BlockPath[];
}

export interface PropertyProps extends PropertyLocation { value: Json | undefined }

/** The owner of a property for its label; items are not blocks. */
const ownerOf = ({ type, path, ownerPath }: PropertyLocation): string =>
  (ownerPath === path ? type : `${type}-item`);

/**
 * A part of the document for a field: of the current one, or of the debounced one while a text is
 * edited in the preview.
 */
export function useDocumentPart<Part>(
  model: ScreenModel, select: (document: FlowDocument) => Part,
): Part {
  const { document, debounced } = model.editor.draft;
  return useStore(useStore(model.editing) === null ? document : debounced, select);
}

/** The label and the hint of a property, and how it is set. */
export function useProperty(props: PropertyLocation) {
  const { model, ownerPath, rule } = props;
  const owner = ownerOf(props);
  return {
    label: propertyName(owner, rule.key), hint: propertyHint(owner, rule.key),
    isDisabled: !model.editor.canEdit,
    set: (value: Json | undefined, merges = false) =>
      model.set(props.paths ?? ownerPath, rule.key, value, merges),
  };
}
