// The same engine as in apps, so that the portal's results match the app.

import { FlowError, FlowRuntime, type ScreenValues } from "flowcore";
import wasm from "../../../Wasm/.build/flowruntime.wasm";
import type {
  Change, Condition, ConditionIssue, DeclaredScreen, Finding, FlowDocument, Json, JsonObject,
  Manifest,
} from "../document";
import type { WorkerCall } from "./calls";
import { trusted } from "./trusted";

export { FlowError };
export type {
  FlowRuntime, Release, ScreenEffect, Screens, ScreenValues, Session, ShownScreen,
} from "flowcore";

let worker: Worker | null = null;
let lastCall = 0;
const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();

function createWorker(): Worker {
  const url = document.querySelector<HTMLMetaElement>("meta[name=portal-worker]")?.content;
  const created = new Worker(trusted.createScriptURL(url ?? ""), { type: "module" });
  created.addEventListener("message", (event) => {
    const { id, value, error } = event.data as { id: number; value?: unknown; error?: object };
    const call = pending.get(id);
    pending.delete(id);
    if (!error) call?.resolve(value);
    else call?.reject(Object.assign(new Error((error as Error).message), error));
  });
  created.addEventListener("error", () => {
    // The worker could not be loaded: all pending calls fail, and the next call tries again.
    worker = null;
    for (const call of pending.values()) call.reject(new Error("The engine could not be loaded."));
    pending.clear();
  });
  return created;
}

/** Starts the engine in its worker ahead of the first call. */
export function startEngine(): void {
  worker ??= createWorker();
}

function send<T>(call: WorkerCall): Promise<T> {
  startEngine();
  lastCall += 1;
  const id = lastCall;
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve: resolve as (value: unknown) => void, reject });
    worker?.postMessage({ id, call });
  });
}

/** Returns the findings of a document for the builds with these manifests. */
export function verify(document: FlowDocument, manifests: Manifest[]): Promise<Finding[]> {
  return send({ kind: "verify", document, manifests });
}

/** Returns the differences as messages; the application named in a document is not compared. */
export function diff(from: FlowDocument, to: FlowDocument): Promise<Change[]> {
  return send({ kind: "diff", from: withoutApplication(from), to: withoutApplication(to) });
}

function withoutApplication(document: FlowDocument): FlowDocument {
  const copy = { ...document };
  delete copy.application;
  return copy;
}

/** Converts a text in any of the three formats to a native document. */
export function toNative(document: string): Promise<FlowDocument> {
  return send({ kind: "native", document });
}

/** Returns whether a condition is true in a context, and the issues in it. */
export function explain(
  condition: Condition, context: JsonObject = {}, groups: { [name: string]: Json[] } = {},
): Promise<{ matches: boolean; issues: ConditionIssue[] }> {
  return send({ kind: "explain", condition, context, groups });
}

/** Returns the error of a text that is not JSON, with line and column; null if it is. */
export async function checkJSON(
  text: string,
): Promise<{ message: string; line?: number; column?: number } | null> {
  try {
    // The engine reports positions in the whole text, so the wrapper adds exactly one line before
    // it.
    await send({ kind: "json", text: `{"text":\n${text}\n}` });
    return null;
  } catch (error) {
    const { message, line, column } = error as Error & { line?: number; column?: number };
    return { message, line: line === undefined ? undefined : Math.max(1, line - 1), column };
  }
}

/** The declarations of a document's drawn screens, as if they were code. */
export function declaredScreens(key: number, document: FlowDocument): Promise<DeclaredScreen[]> {
  return send({ kind: "screens", key, document });
}

/** A drawn screen as HTML; null if it is not shown, or its document is no longer cached. */
export function screenPicture(
  key: number, screen: string, values: ScreenValues,
): Promise<string | null> {
  return send({ kind: "picture", key, screen, values });
}

/** Screens of a document as HTML, by name, each with its values; without those not shown. */
export function renderScreens(
  document: FlowDocument, values: [screen: string, values: ScreenValues][],
): Promise<[screen: string, html: string][]> {
  return send({ kind: "render", document, values });
}

let engine: Promise<FlowRuntime> | null = null;

/** The engine in the page itself, for simulating a flow and for its drawn screens. */
export async function loadEngine(): Promise<FlowRuntime> {
  engine ??= FlowRuntime.load(wasm).catch((error: unknown) => {
    engine = null;
    throw error;
  });
  const current = await engine;
  if (current.hasTrapped) engine = FlowRuntime.load(current.module);
  return engine;
}
