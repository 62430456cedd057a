// Published releases: they never change, so each document is fetched once.

import { get, path, query, request, send, type ReleaseSummary } from "../api";
import type { FlowDocument } from "../document";
import { toNative } from "../engine";
import type { ApplicationModel } from "./application";
import { withReauthentication } from "./confirmation";
import { withoutRelease } from "./drafts/remote";

const documents = new Map<string, Promise<FlowDocument>>();

/** A release's document, without its number and environment. */
export function releaseDocument(application: string, number: number): Promise<FlowDocument> {
  const key = `${application}/${number}`;
  const known = documents.get(key);
  if (known) return known;
  const loading = get<unknown>(path`/v1/apps/${application}/releases/${number}`)
    .then((body) => toNative(JSON.stringify(body))).then(withoutRelease);
  documents.set(key, loading);
  loading.catch(() => documents.delete(key));
  return loading;
}

/** A page of releases, newest first. */
export function listReleases(
  application: string,
  options: { environment?: string; cursor?: string; limit?: number } = {},
): Promise<{ releases: ReleaseSummary[]; next: string | null }> {
  return get(path`/v1/apps/${application}/releases` + query(options));
}

/** The number of the live release of an environment; undefined if there is none. */
export function liveReleaseNumber(
  model: ApplicationModel, environment: string,
): number | undefined {
  const known = model.application.get()?.environments ?? [];
  return model.releases.get()[environment]?.number
    ?? known.find(({ name }) => name === environment)?.current ?? undefined;
}

/** The options of publishing. */
export interface Publishing {
  environment: string;
  note: string;
  acceptWarnings: boolean;
  /** The reason to publish even if builds in use cannot show everything. */
  override?: string;
  /** The release that must still be current; 0 for none. */
  replaces: number;
  /** The draft's expected revision; without a draft the document itself is sent. */
  tag: string | null;
  document: FlowDocument;
}

export async function publish(
  application: string, publishing: Publishing,
): Promise<ReleaseSummary> {
  const { environment, note, acceptWarnings, override, replaces, tag, document } = publishing;
  const response = await withReauthentication(() => request<ReleaseSummary>(
    "POST", path`/v1/apps/${application}/environments/${environment}/releases`, {
      body: { note, acceptWarnings, override, replaces, ...(tag ? {} : { document }) },
      headers: tag ? { "If-Match": tag } : {},
    }));
  return response.body;
}

/** The options of publishing a release to another environment. */
export interface Promotion extends Pick<
  Publishing, "note" | "acceptWarnings" | "override" | "replaces"
> {
  /** The number of the release. */
  release: number;
}

/** Publishes the content of a release to another environment, as a new release. */
export function promote(
  application: string, environment: string, promotion: Promotion,
): Promise<ReleaseSummary> {
  return withReauthentication(() => send(
    "POST", path`/v1/apps/${application}/environments/${environment}/releases`, promotion));
}

/** Publishes the content of an earlier release as a new one. */
export function rollBack(
  application: string, environment: string, to: number, note: string,
): Promise<ReleaseSummary> {
  return withReauthentication(() => send(
    "POST", path`/v1/apps/${application}/environments/${environment}/rollback`, { to, note }));
}

/** A release, and the one that was current before it in its environment. */
export async function findRelease(
  application: string, number: number, environment?: string,
): Promise<{ release?: ReleaseSummary; before?: ReleaseSummary }> {
  let release: ReleaseSummary | undefined;
  let cursor: string | undefined;
  do {
    const page = await listReleases(application, { environment, cursor, limit: 200 });
    for (const candidate of page.releases) {
      if (release && candidate.environment === release.environment) {
        return { release, before: candidate };
      }
      if (candidate.number === number) release = candidate;
    }
    cursor = page.next ?? undefined;
  } while (cursor);
  return { release };
}
