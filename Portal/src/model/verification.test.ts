import assert from "node:assert/strict";
import { test } from "node:test";
import "./drafts/bench.test-support";
import type { Build } from "../api";
import type { Finding, FlowDocument, Manifest } from "../document";
import type { WorkerCall } from "../engine/calls";
import { checkDocument } from "./verification";

const engine = {
  verify: (_manifests: Manifest[]): Finding[] => [],
  /** The builds of each call. */
  calls: [] as (string | undefined)[][],
};

/** A worker that returns the findings for the manifests. */
class FakeWorker {
  #listener: (event: { data: unknown }) => void = () => {};

  addEventListener(type: string, listener: (event: { data: unknown }) => void): void {
    if (type === "message") this.#listener = listener;
  }

  postMessage({ id, call }: { id: number; call: WorkerCall }): void {
    const manifests = call.kind === "verify" ? call.manifests : [];
    engine.calls.push(manifests.map((manifest) => manifest.build));
    const value = engine.verify(manifests);
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
const broken = finding("unknown-step", "error");
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

test("the engine verifies for all builds in use, for none, and for each, once", async () => {
  engine.verify = (manifests) => (lacksScreen(manifests) ? [missing] : []);
  engine.calls = [];
  await checkDocument(release, [build("7"), build("8"), build("9", false)], true);
  assert.deepEqual(engine.calls, [["7", "8"], [], ["7"], ["8"]]);
});

test("errors of the document itself name no builds", async () => {
  engine.verify = (manifests) => (lacksScreen(manifests) ? [broken, missing] : [broken]);
  for (const builds of [[build("7")], []]) {
    const checked = await checkDocument(release, builds, true);
    assert.deepEqual([checked.isBlockedByBuilds, checked.blocking], [false, []]);
  }
});

test("a port that leads nowhere is an error for a build in a protected environment", async () => {
  // NB: the ports that a screen has are known from the builds alone.
  engine.verify = (manifests) => (manifests.length > 0 ? [unrouted] : []);
  const isProtected = await checkDocument(release, [build("8")], true);
  assert.deepEqual(isProtected.findings, [{ ...unrouted, severity: "error" }]);
  assert.deepEqual(isProtected.blocking.map(({ build: number }) => number), ["8"]);
  const other = await checkDocument(release, [build("8")], false);
  assert.deepEqual([other.findings, other.isBlockedByBuilds], [[unrouted], false]);
});
