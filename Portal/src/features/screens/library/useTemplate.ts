// The current state on the server of the template that a screen is linked to.

import { createContext, useContext } from "react";
import { drawnScreenOf } from "../../../document/blocks";
import { useLoaded, useWhileVisible, type Loaded } from "../../../model/loading";
import { useStore } from "../../../model/store";
import type { ScreenModel } from "../screenModel";
import { canRead, readTemplate, type LibraryTemplate } from "./api";
import { isChangedLocally } from "./importTemplate";
import { linkOf, type TemplateLink } from "./links";

interface TemplateState {
  /** The newest version of the template; null if the template was removed. */
  newest: LibraryTemplate | null;
  /** The version that the screen is linked to; null if the server no longer has it. */
  base: LibraryTemplate | null;
}

export interface LinkedTemplate {
  link: TemplateLink;
  loaded: Loaded<TemplateState | null>;
  /** Whether the template has a newer version than the screen. */
  isOutdated: boolean;
  /** Whether the screen differs from its version of the template. */
  isChanged: boolean;
}

/** The interval for polling newer versions while the page is visible, in milliseconds. */
const POLL_INTERVAL = 60_000;

/** Follows the template of a screen; undefined if it has none. */
export function useTemplate(model: ScreenModel): LinkedTemplate | undefined {
  const document = useStore(model.editor.draft.debounced);
  const { organization } = model.editor.application;
  const link = linkOf(document, model.name);
  const key = link ? `${link.template} ${link.version}` : "";
  const loaded = useLoaded<TemplateState | null>(async (signal) => {
    if (!link || !canRead(organization)) return null;
    const newest = await readTemplate(organization, link.template, undefined, signal);
    const base = newest === null || newest.version === link.version ? newest
      : await readTemplate(organization, link.template, link.version, signal);
    return { newest, base };
  }, key);
  useWhileVisible(() => {
    if (link) void loaded.reload();
  }, POLL_INTERVAL);
  if (!link) return undefined;
  const { newest, base } = loaded.value ?? { newest: null, base: null };
  const screen = drawnScreenOf(document, model.name);
  return {
    link, loaded, isOutdated: newest !== null && newest.version > link.version,
    isChanged: screen !== undefined && base !== null
      && isChangedLocally(document, screen, base.content),
  };
}

export const TemplateContext = createContext<LinkedTemplate | undefined>(undefined);
export const useLinkedTemplate = () => useContext(TemplateContext);
