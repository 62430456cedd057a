// Texts of blocks: literal ones, and those of the document's string tables in one language.

import { changeScreen, valueAt, withValue } from "../../document/blocks";
import { t } from "../../localization";
import { setString } from "../inspector";
import { keyOfText } from "./naming";
import type { ScreenModel } from "./screenModel";

/** Sets a text where it is stored: in the block, or in the string table of a language. */
export function writeText(
  model: ScreenModel, pointer: string, text: string, locale: string,
): void {
  const { editor, name, screen } = model;
  if (!editor.canEdit) return;
  const key = keyOfText(valueAt(screen, pointer));
  model.applyEdit(
    t("screens.do-text"),
    key === undefined ? changeScreen(name, (drawnScreen) => withValue(drawnScreen, pointer, text))
      : setString(locale, key, text),
    `screen:${name}:${pointer}`);
}
