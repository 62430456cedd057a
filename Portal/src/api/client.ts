// Requests to our own server: JSON, the session's cookie, and problems as errors with a code.

import type { Finding } from "../document";

/** An error response of the server: a stable code, and a message with its fix. */
export class ApiProblem extends Error {
  readonly status: number;
  /** Whether the server sent the message; a proxy's error page contains none. */
  readonly hasText: boolean;
  readonly code: string;
  readonly findings: Finding[];
  readonly requestId: string;
  /** The seconds to wait before the next attempt, if the server sent them. */
  readonly retryAfter?: number;
  /** The whole problem document. */
  readonly document: Record<string, unknown>;

  constructor(status: number, document: Record<string, unknown>, retryAfter?: number) {
    const text = document["detail"] ?? document["title"];
    super(String(text ?? `The server responded with status ${status}.`));
    this.name = "ApiProblem";
    this.status = status;
    this.hasText = text !== undefined;
    this.code = String(document["code"] ?? "");
    this.findings = (document["findings"] as Finding[] | undefined) ?? [];
    this.requestId = String(document["requestId"] ?? "");
    this.retryAfter = retryAfter;
    this.document = document;
  }
}

/** The server could not be reached: the outcome of the request is unknown. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super("The server cannot be reached.", { cause });
    this.name = "UnreachableError";
  }
}

/** A random id of this page; the server's stream marks the page's own changes with it. */
export const clientId: string = Array.from(
  crypto.getRandomValues(new Uint8Array(16)),
  (byte) => "abcdefghijklmnopqrstuvwxyz234567"[byte % 32],
).join("");

let csrfToken = "";
/** Sets the CSRF token from `/v1/me`, required for changes with a session cookie. */
export function setCSRFToken(token: string): void {
  csrfToken = token;
}
export function getCSRFToken(): string {
  return csrfToken;
}

let onSessionEnd = () => {
  const returnPath = location.pathname + location.search;
  location.assign(`/sign-in?return=${encodeURIComponent(returnPath)}`);
};
/** Sets the action when the session has ended; by default the user signs in and returns. */
export function setSessionEndHandler(action: () => void): void {
  onSessionEnd = action;
}

export interface ApiResponse<T> {
  status: number;
  body: T;
  etag: string | null;
}

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Whether the request outlives the page, for data that must not be lost. At most 64 KiB. */
  keepalive?: boolean;
}

/** Sends a request; throws `ApiProblem`, `UnreachableError`, or `AbortError` if aborted. */
export async function request<T>(
  method: string, path: string, options: RequestOptions = {},
): Promise<ApiResponse<T>> {
  const headers: Record<string, string> = { Accept: "application/json", ...options.headers };
  if (method !== "GET") {
    headers["X-CSRF-Token"] = csrfToken;
    headers["X-Client"] = clientId;
  }
  let body: BodyInit | undefined;
  if (options.body instanceof Blob) {
    body = options.body;
  } else if (options.body !== undefined) {
    headers["Content-Type"] = "application/json";
    body = typeof options.body === "string" ? options.body : JSON.stringify(options.body);
  }
  let response: Response;
  let text: string;
  let value: unknown;
  try {
    response = await fetch(path, {
      method, headers, body, signal: options.signal, keepalive: options.keepalive,
      credentials: "same-origin", cache: "no-store",
    });
    text = await response.text();
    // NB: a proxy's page instead of JSON also means that the server was not reached.
    if (response.ok && text !== "") value = JSON.parse(text);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new UnreachableError(error);
  }
  if (!response.ok) throw handleProblem(response, text);
  return {
    status: response.status, etag: response.headers.get("ETag"), body: value as T,
  };
}

/** Returns the error of a response; calls the handler if it is the end of the session. */
function handleProblem(response: Response, text: string): ApiProblem | UnreachableError {
  let document: Record<string, unknown> = {};
  try {
    document = { ...JSON.parse(text) as object };
  } catch {
    // A proxy's error page contains nothing that users could act on.
    if ([502, 503, 504].includes(response.status)) return new UnreachableError(response.status);
  }
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  const problem = new ApiProblem(
    response.status, document, Number.isFinite(retryAfter) ? retryAfter : undefined);
  if (["no-session", "not-signed-in"].includes(problem.code)) onSessionEnd();
  return problem;
}

export async function get<T>(path: string, options?: RequestOptions): Promise<T> {
  return (await request<T>("GET", path, options)).body;
}

export async function send<T>(
  method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown,
  options?: RequestOptions,
): Promise<T> {
  return (await request<T>(method, path, { ...options, body })).body;
}

/** A path with escaped parts: path`/v1/apps/${app}/draft`. */
export function path(texts: TemplateStringsArray, ...values: (string | number)[]): string {
  return texts.reduce((result, text, index) =>
    result + encodeURIComponent(String(values[index - 1] ?? "")) + text);
}

/** A query string; undefined and empty values are omitted. */
export function query(values: Record<string, string | number | undefined>): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  if (pairs.length === 0) return "";
  return `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}
