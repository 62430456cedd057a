// What the builds in use declare for drawn screens.

import { isObject, type Json, type Manifest } from "../../../document";
import type { ScreenModel } from "../screenModel";

const listIn = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const texts = (value: Json | undefined) =>
  listIn(value).filter((element): element is string => typeof element === "string");

/** The outcomes of each action by name, or the names of data, without outcomes. */
export function declaredIn(
  builds: { inUse: boolean; manifest: Manifest }[], kind: "actions" | "data",
): Map<string, string[]> {
  const declared = new Map<string, string[]>();
  for (const { manifest } of builds.filter(({ inUse }) => inUse)) {
    const { blocks } = manifest as { blocks?: Json };
    for (const element of listIn(isObject(blocks) ? blocks[kind] : undefined)) {
      if (!isObject(element) || typeof element["name"] !== "string") continue;
      const name = element["name"];
      const outcomes = [...declared.get(name) ?? [], ...texts(element["outcomes"])];
      declared.set(name, [...new Set(outcomes)]);
    }
  }
  return declared;
}

/** The actions or data that the builds of a screen's application declare. */
export const declaredBy = ({ editor }: ScreenModel, kind: "actions" | "data") =>
  declaredIn(editor.application.builds.get()?.builds ?? [], kind);
