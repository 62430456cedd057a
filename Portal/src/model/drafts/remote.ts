// The draft on the server.

import { ApiProblem, get, path, request, UnreachableError } from "../../api";
import type { FlowDocument } from "../../document";
import type { ApplicationModel } from "../application";
import { loadMe } from "../session";

/** The server's draft, or the live release if there is none. */
export interface RemoteDraft {
  document: FlowDocument;
  /** The draft's revision as an entity tag; null if there is no draft. */
  tag: string | null;
  /** The number of the live release, if there is no draft. */
  release: number | null;
}

export const revisionOf = (tag: string | null): number | null =>
  (tag === null ? null : Number(tag.replaceAll('"', "")));

/** The maximum body of a request that outlives its page, in bytes; browsers allow 64 KiB. */
const KEEPALIVE_LIMIT = 60_000;

/** Whether retrying later may help. */
export function isTransient(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof ApiProblem
    && (error.status >= 500 || error.status === 429 || error.status === 408));
}

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiProblem && ["no-session", "not-signed-in"].includes(error.code);

/** Reads and writes one application's draft. */
export class DraftRemote {
  readonly #application: ApplicationModel;
  readonly #read: (text: string) => Promise<FlowDocument>;
  /** The environment whose release is used if there is no draft. */
  #environment: string | null = null;

  constructor(application: ApplicationModel, read: (text: string) => Promise<FlowDocument>) {
    this.#application = application;
    this.#read = read;
  }

  get #path(): string {
    return path`/v1/apps/${this.#application.id}/draft`;
  }

  async load(): Promise<RemoteDraft> {
    try {
      const response = await request<unknown>("GET", this.#path);
      const document = await this.#read(JSON.stringify(response.body));
      return { document, tag: response.etag, release: null };
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== "no-draft") throw error;
    }
    return { ...await this.live(), tag: null };
  }

  /** Like `load`, but does not request a draft if the application has none. */
  async loadFirst(): Promise<RemoteDraft> {
    const { application, draftEvent } = this.#application;
    const hasNoDraft = application.get()?.draft === null && !draftEvent.get()?.revision;
    return hasNoDraft ? { ...await this.live(), tag: null } : this.load();
  }

  /** The environment whose release replaces a missing draft. */
  get environment(): string {
    this.#environment ??= this.#application.environment.get();
    return this.#environment;
  }

  set environment(name: string) {
    this.#environment = name;
  }

  /** Returns the live document as a draft; an empty one before the first release. */
  async live(): Promise<{ document: FlowDocument; release: number | null }> {
    const { environment } = this;
    const known = this.#application.application.get()?.environments ?? [];
    const number = this.#application.releases.get()[environment]?.number
      ?? known.find(({ name }) => name === environment)?.current;
    if (!number) return { document: { schema: 1, flows: [] }, release: null };
    const body = await get<unknown>(path`/v1/apps/${this.#application.id}/releases/${number}`);
    return { document: withoutRelease(await this.#read(JSON.stringify(body))), release: number };
  }

  /**
   * Replaces the revision `tag`, or creates the draft if it is null; returns the new revision. With
   * `isLast`, the request outlives the page if the document is small.
   */
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

/** Repeats an action once if the CSRF token has changed, such as after a sign-in in another tab. */
async function withFreshToken<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== "csrf") throw error;
    await loadMe();
    return action();
  }
}

/** A release's document as a draft, without the release's number and environment. */
export function withoutRelease(document: FlowDocument): FlowDocument {
  const { number: _, environment: __, ...rest } = document;
  return rest;
}
