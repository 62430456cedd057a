// The links of drawn screens to templates: template, version, and the local names.

import {
  isObject, type Edit, type FlowDocument, type Json, type JsonObject,
} from "../../../document";

/** Maps a template's names to the names in this document. */
export interface Names {
  texts: { [key: string]: string };
  assets: { [name: string]: string };
}

export interface TemplateLink {
  template: string;
  version: number;
  names: Names;
}

export const sameNames: Names = { texts: {}, assets: {} };

const namesIn = (value: Json | undefined): { [name: string]: string } => Object.fromEntries(
  Object.entries(isObject(value) ? value : {}).flatMap(([name, local]) => (
    typeof local === "string" ? [[name, local]] : [])));

/** The link of a screen; undefined if it has none that can be read. */
export function linkOf(document: FlowDocument, screen: string): TemplateLink | undefined {
  const link = document.screenTemplates?.[screen];
  if (!isObject(link)) return undefined;
  const { template, version } = link;
  if (typeof template !== "string" || typeof version !== "number") return undefined;
  return {
    template, version, names: { texts: namesIn(link["texts"]), assets: namesIn(link["assets"]) },
  };
}

const jsonOf = ({ template, version, names }: TemplateLink): JsonObject => ({
  template, version,
  ...(Object.keys(names.texts).length > 0 ? { texts: names.texts } : {}),
  ...(Object.keys(names.assets).length > 0 ? { assets: names.assets } : {}),
});

/** Links a screen to a template; null removes its link. */
export const withLink = (screen: string, link: TemplateLink | null): Edit => (document) => {
  const { screenTemplates, ...rest } = document;
  const { [screen]: _, ...others } = screenTemplates ?? {};
  const links = link ? { ...others, [screen]: jsonOf(link) } : others;
  return Object.keys(links).length > 0 ? { ...rest, screenTemplates: links } : rest;
};
