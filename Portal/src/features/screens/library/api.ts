// The templates of an organization on the server.

import { ApiProblem, get, path, request, send, type Actor, type Role } from "../../../api";
import { roleIncludes, me } from "../../../model/session";
import { isObject, type Json } from "../../../document";
import { toast } from "../../../ui";
import { t } from "../../../localization";
import type { Asset } from "../pictures/assets";
import type { TemplateContent } from "./content";

export interface ListedTemplate {
  id: string;
  name: string;
  version: number;
  updated: string;
  author: Actor;
}

export interface LibraryTemplate extends ListedTemplate {
  content: TemplateContent;
  /** The entity tag for changes. */
  etag: string;
}

export interface TemplateUse {
  application: string;
  name: string;
  screen: string;
  version: number;
  flows: string[];
}

const templatesPath = (organization: string) =>
  path`/v1/organizations/${organization}/screen-templates`;
const templatePath = (organization: string, id: string) =>
  `${templatesPath(organization)}/${encodeURIComponent(id)}`;

/** Fetches a template's newest or an earlier version; null if it no longer exists. */
export async function readTemplate(
  organization: string, id: string, version?: number, signal?: AbortSignal,
): Promise<LibraryTemplate | null> {
  try {
    const query = version === undefined ? "" : `?version=${version}`;
    const { body, etag } = await request<Omit<LibraryTemplate, "etag">>(
      "GET", templatePath(organization, id) + query, { signal });
    return { ...body, etag: etag ?? "" };
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "unknown-template") return null;
    throw error;
  }
}

/** Fetches the newest versions of all templates. */
export async function readTemplates(
  organization: string, signal?: AbortSignal,
): Promise<LibraryTemplate[]> {
  const { templates } = await get<{ templates: ListedTemplate[] }>(
    templatesPath(organization), { signal });
  const all = await Promise.all(
    templates.map(({ id }) => readTemplate(organization, id, undefined, signal)));
  // A template may be removed in the meantime.
  return all.filter((template): template is LibraryTemplate => template !== null);
}

export const addTemplate = (
  organization: string, name: string, content: TemplateContent,
): Promise<ListedTemplate> => send("POST", templatesPath(organization), { name, content });

export const changeTemplate = (
  organization: string, id: string, etag: string,
  change: { name?: string; content?: TemplateContent },
): Promise<ListedTemplate> =>
  send("PATCH", templatePath(organization, id), change, { headers: { "If-Match": etag } });

export const removeTemplate = (organization: string, id: string, etag: string): Promise<void> =>
  send("DELETE", templatePath(organization, id), undefined, { headers: { "If-Match": etag } });

export const listUses = (
  organization: string, id: string, signal?: AbortSignal,
): Promise<{ uses: TemplateUse[]; hidden: number }> =>
  get(`${templatePath(organization, id)}/uses`, { signal });

/** The member's role in an organization, regardless of roles in its applications. */
export const roleInOrganization = (organization: string): Role =>
  me.get()?.organizations.find(({ id }) => id === organization)?.role ?? "guest";

export const canRead = (organization: string): boolean =>
  roleIncludes(roleInOrganization(organization), "viewer");
export const canWrite = (organization: string): boolean =>
  roleIncludes(roleInOrganization(organization), "drafter");

/** The digests and types of a picture, its smaller sizes and its variants. */
function filesOf(entry: Json): { sha256: string; type: string }[] {
  if (Array.isArray(entry)) return entry.flatMap(filesOf);
  if (!isObject(entry)) return [];
  const { sha256, type } = entry;
  const own = typeof sha256 === "string" ? [{ sha256, type: String(type ?? "image/png") }] : [];
  return [...own, ...Object.values(entry).flatMap(filesOf)];
}

/** Copies the pictures of a content from another application; a toast reports missing ones. */
export async function copyPictures(content: TemplateContent, to: string): Promise<void> {
  const from = content.application;
  if (from === undefined || from === to) return;
  const files = filesOf(content.assets ?? {})
    // The server stores only these types.
    .filter(({ type }) => ["image/png", "image/jpeg", "image/webp"].includes(type));
  let count = 0;
  for (const { sha256, type } of files) {
    const response = await fetch(path`/assets/${from}/${sha256}`);
    if (response.ok) {
      await send<Asset>("POST", path`/v1/apps/${to}/assets`, await response.blob(), {
        headers: { "Content-Type": type },
      });
    } else {
      count += 1;
    }
  }
  if (count > 0) toast({ text: t("screens.pictures-missing", { count }), kind: "danger" });
}
