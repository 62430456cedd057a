// The draft at the server.

import { ApiProblem, get, path, request, Unreachable } from "../../api";
import type { FlowDocument } from "../../document";
import type { ApplicationModel } from "../application";
import { loadMe } from "../session";

/** The draft as the server has it, or what is live where there is none. */
export interface Remote {
  document: FlowDocument;
  /** The draft's revision as an entity tag; null if there is no draft. */
  tag: string | null;
  /** The release that it is, if there is no draft. */
  release: number | null;
}

export const revisionOf = (tag: string | null): number | null =>
  (tag === null ? null : Number(tag.replaceAll('"', "")));

/** Browsers send at most 64 KiB for a page that is gone. */
const KEEPALIVE_LIMIT = 60_000;

/** Whether trying the same again later may help. */
export function isTransient(error: unknown): boolean {
  return error instanceof Unreachable || (error instanceof ApiProblem
    && (error.status >= 500 || error.status === 429 || error.status === 408));
}

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiProblem && ["no-session", "not-signed-in"].includes(error.code);

/** Reads and writes one application's draft. */
export class DraftRemote {
  readonly #application: ApplicationModel;
  readonly #read: (text: string) => Promise<FlowDocument>;
  /** The environment whose release stands in for a missing draft. */
  #environment: string | null = null;

  constructor(application: ApplicationModel, read: (text: string) => Promise<FlowDocument>) {
    this.#application = application;
    this.#read = read;
  }

  get #path(): string {
    return path`/v1/apps/${this.#application.id}/draft`;
  }

  async load(): Promise<Remote> {
    try {
      const response = await request<unknown>("GET", this.#path);
      const document = await this.#read(JSON.stringify(response.body));
      return { document, tag: response.etag, release: null };
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== "no-draft") throw error;
    }
    return { ...await this.live(), tag: null };
  }

  /** As `load`, but asks for no draft where the application has said that there is none. */
  async loadFirst(): Promise<Remote> {
    const { application, draft } = this.#application;
    const isNone = application.get()?.draft === null && !draft.get()?.revision;
    return isNone ? { ...await this.live(), tag: null } : this.load();
  }

  /** The environment whose release stands in for a draft that is not there. */
  get environment(): string {
    this.#environment ??= this.#application.environment.get();
    return this.#environment;
  }

  set environment(name: string) {
    this.#environment = name;
  }

  /** Returns the live document, without its labels; an empty one before the first release. */
  async live(): Promise<{ document: FlowDocument; release: number | null }> {
    const { environment } = this;
    const known = this.#application.application.get()?.environments ?? [];
    const number = this.#application.releases.get()[environment]?.number
      ?? known.find((one) => one.name === environment)?.current;
    if (!number) return { document: { schema: 1, flows: [] }, release: null };
    const body = await get<unknown>(path`/v1/apps/${this.#application.id}/releases/${number}`);
    return { document: unlabelled(await this.#read(JSON.stringify(body))), release: number };
  }

  /** Sends a document in place of the revision; gives the new one. */
  async save(
    document: FlowDocument, tag: string | null, isLast = false,
  ): Promise<{ tag: string; updated: string }> {
    const body = JSON.stringify(document);
    const response = await withFreshToken(() => request<{ revision: number; updated: string }>(
      "PUT", this.#path, {
        body, headers: tag ? { "If-Match": tag } : { "If-None-Match": "*" },
        keepalive: isLast && isSmall(body),
      }));
    return { tag: response.etag ?? `"${response.body.revision}"`, updated: response.body.updated };
  }

  async discard(tag: string): Promise<void> {
    await withFreshToken(() => request("DELETE", this.#path, { headers: { "If-Match": tag } }));
  }
}

function isSmall(text: string): boolean {
  return text.length < KEEPALIVE_LIMIT && new TextEncoder().encode(text).length < KEEPALIVE_LIMIT;
}

/** Someone who signed in again in another tab has a new token: it is fetched, once. */
async function withFreshToken<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== "csrf") throw error;
    await loadMe();
    return action();
  }
}

/** A release's document as a draft: which release it was says nothing about what it will be. */
export function unlabelled(document: FlowDocument): FlowDocument {
  const { number: _, environment: __, ...rest } = document;
  return rest;
}
