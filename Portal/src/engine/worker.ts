// Works out what takes longer than a frame, away from the page: verification and differences.

import { FlowCore } from "flowcore";
import wasm from "../../../Wasm/.build/flowcore.wasm";
import { changesWithSections } from "../document/sectionChanges";
import type { WorkerCall } from "./calls";

let engine: Promise<FlowCore> | null = null;

async function loaded(): Promise<FlowCore> {
  engine ??= FlowCore.load(wasm).catch((error: unknown) => {
    engine = null;
    throw error;
  });
  const current = await engine;
  if (!current.isDead) return current;
  // NB: an engine that has stopped stays stopped; a new one takes a few milliseconds.
  engine = FlowCore.load(current.module);
  return engine;
}

async function run(call: WorkerCall): Promise<unknown> {
  switch (call.verb) {
    case "verify": return (await loaded()).verify(call.document, call.manifests);
    case "diff": {
      const changes = (await loaded()).diff(call.from, call.to);
      return changesWithSections(changes, call.from, call.to);
    }
    case "native": return (await loaded()).convert(call.document, "native").json;
    case "explain": return (await loaded()).explain(call.condition, call.context, call.groups);
    case "json": return (await loaded()).evaluate({}, call.text);
  }
}

// It is loaded before something is asked; a failure is reported to whoever asks.
loaded().catch(() => undefined);

self.addEventListener("message", (event: MessageEvent<{ id: number; call: WorkerCall }>) => {
  const { id, call } = event.data;
  run(call).then(
    (value) => self.postMessage({ id, value }),
    (error: Error & { code?: string }) => self.postMessage({
      id, error: { ...error, message: error.message, name: error.name },
    }),
  );
});
