// Edits of a theme: pure functions on the document. Options and roles with default values are not
// stored.

import type { Edit } from "./edits";
import { isObject } from "./rule";
import {
  readTheme, defaultTheme, type Appearance, type ThemeColor, type ThemeRole, type ThemeOption,
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
  writeColor(role, defaultTheme.colors[role]);

function writeColor(role: ThemeRole, color: ThemeColor): Edit {
  const defaults = defaultTheme.colors[role];
  const isDefault = color.light === defaults.light && color.dark === defaults.dark;
  return changeTheme((theme) => {
    const colors = isObject(theme["colors"]) ? theme["colors"] : {};
    return withMember(theme, "colors", nonEmpty(
      withMember(colors, role, isDefault ? undefined : { ...color })));
  });
}

/** Sets the corners, the spacing or the typeface. */
export const setThemeOption = (name: ThemeOption, value: string): Edit => changeTheme(
  (theme) => withMember(theme, name, value === defaultTheme[name] ? undefined : value));

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
