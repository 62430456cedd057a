// The starting points for a new screen: built-in templates, copies, the organization's templates,
// and the screens of other applications.

import { useMemo } from "react";
import { ApiProblem, get, path, query, type Application } from "../../../api";
import type { FlowDocument, JsonObject } from "../../../document";
import { drawnScreensOf, type DrawnScreen } from "../../../document/blocks";
import { authorName } from "../../../model/authors";
import { useLoaded, type Loaded } from "../../../model/loading";
import { t } from "../../../localization";
import { screenFrom, templates } from "../templates";
import { canRead, readTemplates } from "./api";
import { contentOf, type TemplateContent } from "./content";
import { importTemplate } from "./importTemplate";

/** A starting point for a new screen. */
export interface StartingPoint {
  id: string;
  title: string;
  text: string;
  /** The suggested name of the new screen. */
  name: string;
  screen: DrawnScreen;
  /** The content, for a screen of a template or of another application. */
  content?: TemplateContent;
  /** The template that the screen can be linked to. */
  template?: { id: string; version: number };
}

/** Built-in templates, and copies of the screens that the document draws. */
export function ownStartingPoints(copies: DrawnScreen[]): StartingPoint[] {
  return [
    ...templates.map((template): StartingPoint => ({
      id: template.id, title: t(template.title), text: t(template.text),
      name: t(template.id === "blank" ? "screens.first-name" : template.title),
      screen: screenFrom(template, template.id),
    })),
    ...copies.map((screen): StartingPoint => ({
      id: `copy/${screen.name}`, title: t("screens.copy-of", { name: screen.name }),
      text: t("screens.copy-text"), name: screen.name, screen,
    })),
  ];
}

/** The templates of the organization. */
export function useLibraryStartingPoints(organization: string): Loaded<StartingPoint[]> {
  return useLoaded(async (signal) => {
    if (!canRead(organization)) return [];
    const all = await readTemplates(organization, signal);
    return all.map(({ id, name, version, author, content }): StartingPoint => ({
      id: `template/${id}`, title: name, name, screen: content.screen, content,
      text: t("screens.library-version", { version, author: authorName(author) }),
      template: { id, version },
    }));
  }, organization);
}

/** The other applications of the organization that the member may see. */
export function useOtherApplications(organization: string, own: string): Application[] {
  const { value } = useLoaded(async (signal) => {
    const all = await get<{ applications: Application[] }>(
      `/v1/apps${query({ organization })}`, { signal });
    return all.applications.filter(({ id }) => id !== own);
  }, `${organization} ${own}`);
  return value ?? [];
}

/** An application's draft; an empty one if there is none. */
async function draftOf(application: string, signal: AbortSignal): Promise<FlowDocument> {
  try {
    return await get<FlowDocument>(path`/v1/apps/${application}/draft`, { signal });
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "no-draft") return { schema: 1, flows: [] };
    throw error;
  }
}

/** The drawn screens of another application's draft; "" selects no application. */
export function useOtherApplicationScreens(application: string): Loaded<StartingPoint[]> {
  return useLoaded(async (signal) => {
    if (application === "") return [];
    const document = await draftOf(application, signal);
    return drawnScreensOf(document).map((screen): StartingPoint => ({
      id: `elsewhere/${application}/${screen.name}`,
      title: t("screens.copy-of", { name: screen.name }), text: t("screens.copy-text"),
      name: screen.name, screen, content: contentOf(document, screen, application),
    }));
  }, application);
}

/** Adds the application that stores it to each picture that `other` does not have. */
export function withOwner(
  document: FlowDocument, other: FlowDocument, application: string | undefined,
): FlowDocument {
  const { assets } = document;
  if (assets === undefined || application === undefined) return document;
  return {
    ...document, assets: Object.fromEntries(Object.entries(assets).map(([name, entry]) => (
      [name, entry === other.assets?.[name] ? entry : { ...entry as JsonObject, application }]))),
  };
}

/** Combines starting points into one document with all their texts, to render them by id. */
export function useCombinedDocument(
  document: FlowDocument, startingPoints: StartingPoint[],
): { document: FlowDocument; screens: DrawnScreen[] } {
  return useMemo(() => {
    let combined = document;
    const screens = startingPoints.map(({ id, screen, content }) => {
      if (!content) return { ...screen, name: id };
      const imported = importTemplate(combined, content, id);
      combined = withOwner(imported.document, combined, content.application);
      return imported.screen;
    });
    return { document: combined, screens };
  }, [document, startingPoints]);
}
