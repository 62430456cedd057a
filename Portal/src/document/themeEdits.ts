// Edits of a theme: pure functions on the document. Words and roles with default values are not
// stored.

import type { Edit } from "./edits";
import { isObject } from "./rule";
import {
  readTheme, standardTheme, type Appearance, type ThemeColor, type ThemeRole, type ThemeWord,
} from "./theme";
import type { Json, JsonObject } from "./types";

/** Sets a role's color, such as `#1f57d6`, in one appearance. */
export function setThemeColor(role: ThemeRole, appearance: Appearance, color: string): Edit {
  return (document) => writeColor(role, {
    ...readTheme(document.theme).colors[role], [appearance]: color,
  })(document);
}

/** Resets a role to its default colors. */
export const resetThemeColor = (role: ThemeRole): Edit =>
  writeColor(role, standardTheme.colors[role]);

function writeColor(role: ThemeRole, color: ThemeColor): Edit {
  const standard = standardTheme.colors[role];
  const isStandard = color.light === standard.light && color.dark === standard.dark;
  return changeTheme((theme) => {
    const colors = isObject(theme["colors"]) ? theme["colors"] : {};
    return withMember(theme, "colors", nonEmpty(
      withMember(colors, role, isStandard ? undefined : { ...color })));
  });
}

/** Sets the corners, the spacing or the typeface. */
export const setThemeWord = (name: ThemeWord, word: string): Edit => changeTheme(
  (theme) => withMember(theme, name, word === standardTheme[name] ? undefined : word));

/** Removes the theme, so that every screen has the default one. */
export const resetTheme: Edit = (document) => {
  const { theme: _, ...rest } = document;
  return document.theme === undefined ? document : rest;
};

function changeTheme(change: (theme: JsonObject) => JsonObject): Edit {
  return (document) => {
    const theme = change(isObject(document.theme) ? document.theme : {});
    if (JSON.stringify(theme) === JSON.stringify(document.theme ?? {})) return document;
    if (nonEmpty(theme) === undefined) return resetTheme(document);
    return { ...document, theme };
  };
}

const nonEmpty = (object: JsonObject) => (Object.keys(object).length > 0 ? object : undefined);

function withMember(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [name]: value };
  const { [name]: _, ...rest } = object;
  return rest;
}
