import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TestBench, start } from "./drafts/bench.test-support";
import { setTitle } from "./drafts/draft.test-support";
import type { WorkerCall } from "../engine/calls";
import type { ApplicationModel } from "./application";
import { Comparison } from "./comparison";
import { Store } from "./store";

const engine: { failure: string | null } = { failure: null };

/** A worker that finds no changes, or fails. */
class FakeWorker {
  #listener: (event: { data: unknown }) => void = () => {};

  addEventListener(type: string, listener: (event: { data: unknown }) => void): void {
    if (type === "message") this.#listener = listener;
  }

  postMessage({ id, call }: { id: number; call: WorkerCall }): void {
    const value: unknown = call.kind === "native" ? JSON.parse(call.document) : [];
    const { failure } = engine;
    queueMicrotask(() =>
      this.#listener({ data: failure ? { id, error: { message: failure } } : { id, value } }));
  }
}

Object.assign(globalThis, { Worker: FakeWorker });
Object.assign(document, { querySelector: () => null });

/** A comparison of an edited draft; release 1 is live in production, release 2 in staging. */
function open() {
  const bench = new TestBench();
  const environment = new Store("production");
  const isConnected = new Store(true);
  const application = {
    id: "shop", environment, isConnected, releases: new Store({}),
    application: new Store({
      environments: [{ name: "production", current: 1 }, { name: "staging", current: 2 }],
    }),
  } as unknown as ApplicationModel;
  const edited = new Store(setTitle("home", "A")(start));
  const comparison = new Comparison(application, { document: edited, debounced: edited });
  return { bench, environment, isConnected, comparison };
}

describe("the comparison with the live release", () => {
  test("is not current after a failure, and is repeated if the connection changes", async () => {
    engine.failure = "The engine failed.";
    const { bench, isConnected, comparison } = open();
    await bench.settle();
    assert.equal(comparison.state.get().failure, "The engine failed.");
    assert.equal(comparison.state.get().isCurrent, false);
    engine.failure = null;
    isConnected.set(false);
    await bench.settle();
    assert.ok(comparison.state.get().isCurrent);
    assert.deepEqual([comparison.state.get().failure, comparison.state.get().changes], [null, []]);
    comparison.close();
  });

  test("has no marks of the previous environment, even if the new one fails", async () => {
    const { bench, environment, comparison } = open();
    await bench.settle();
    assert.ok(comparison.state.get().isCurrent);
    assert.equal(comparison.state.get().marks.get("shop")?.steps.get("home"), "changed");
    bench.isOffline = true;
    environment.set("staging");
    assert.deepEqual([comparison.state.get().marks.size, comparison.state.get().live], [0, null]);
    await bench.settle();
    assert.notEqual(comparison.state.get().failure, null);
    assert.equal(comparison.state.get().marks.size, 0);
    comparison.close();
  });
});
