import assert from "node:assert/strict";
import { test } from "node:test";
import "./drafts/bench.test-support";
import type { Build } from "../api";
import type { Finding, FlowDocument, Manifest } from "../document";
import type { WorkerCall } from "../engine/calls";
import { checkDocument } from "./verification";

const engine: { verify(manifests: Manifest[]): Finding[] } = { verify: () => [] };

/** A worker that returns the findings for the manifests. */
class FakeWorker {
  #listener: (event: { data: unknown }) => void = () => {};

  addEventListener(type: string, listener: (event: { data: unknown }) => void): void {
    if (type === "message") this.#listener = listener;
  }

  postMessage({ id, call }: { id: number; call: WorkerCall }): void {
    const value = call.kind === "verify" ? engine.verify(call.manifests) : [];
    queueMicrotask(() => this.#listener({ data: { id, value } }));
  }
}

Object.assign(globalThis, { Worker: FakeWorker });
Object.assign(document, { querySelector: () => null });

const release: FlowDocument = { schema: 1, application: "shop", flows: [] };

const build = (number: string, inUse = true): Build => ({
  platform: "android", version: "1.0", build: number, received: "2026-11-07T00:00:00Z",
  sessions: 0, share: null, inUse, archived: null,
  manifest: { schema: 1, platform: "android", version: "1.0", build: number },
} as Build);

const finding = (code: string, severity: Finding["severity"]) => ({
  code, messageId: code, severity, arguments: {},
} as Finding);

const missing = finding("missing-screen-in-build", "error");
const unrouted = finding("unrouted-port", "warning");
const lacksScreen = (manifests: Manifest[]) => manifests.some((manifest) => manifest.build === "7");

test("errors that only builds in use cause name those builds", async () => {
  engine.verify = (manifests) => (lacksScreen(manifests) ? [missing] : []);
  const checked = await checkDocument(release, [build("7"), build("8"), build("9", false)], true);
  assert.deepEqual(checked.findings, [missing]);
  assert.equal(checked.isBlockedByBuilds, true);
  assert.deepEqual(checked.blocking.map(({ build: number }) => number), ["7"]);
});

test("builds that are not in use do not count", async () => {
  engine.verify = (manifests) => (lacksScreen(manifests) ? [missing] : []);
  assert.deepEqual(await checkDocument(release, [build("7", false), build("8")], true), {
    findings: [], isBlockedByBuilds: false, blocking: [],
  });
});

test("a port that leads nowhere is an error of a document in a protected environment", async () => {
  engine.verify = () => [unrouted];
  const isProtected = await checkDocument(release, [build("8")], true);
  assert.deepEqual(isProtected.findings, [{ ...unrouted, severity: "error" }]);
  assert.equal(isProtected.isBlockedByBuilds, false);
  const other = await checkDocument(release, [build("8")], false);
  assert.deepEqual(other.findings, [unrouted]);
});
