// Runs calls that take longer than a frame in a worker: verification and differences.

import { FlowCore, FlowRuntime, type Screens } from "flowcore";
import wasm from "../../../Wasm/.build/flowcore.wasm";
import runtimeWasm from "../../../Wasm/.build/flowruntime.wasm";
import { changesWithSections } from "../document/sectionChanges";
import type { FlowDocument } from "../document";
import type { WorkerCall } from "./calls";

let engine: Promise<FlowCore> | null = null;

async function loaded(): Promise<FlowCore> {
  engine ??= FlowCore.load(wasm).catch((error: unknown) => {
    engine = null;
    throw error;
  });
  const current = await engine;
  if (!current.isDead) return current;
  // NB: an engine that has trapped cannot be used again; a new one takes a few milliseconds.
  engine = FlowCore.load(current.module);
  return engine;
}

/** The drawn screens of displayed documents, by key; the newest last. */
const drawn = new Map<number, Screens>();
let runtime: Promise<FlowRuntime> | null = null;

/** Loads the part of the engine that draws screens, which only documents with such screens need. */
async function loadedRuntime(): Promise<FlowRuntime> {
  runtime ??= FlowRuntime.load(runtimeWasm).catch((error: unknown) => {
    runtime = null;
    throw error;
  });
  const current = await runtime;
  if (current.isDead) {
    drawn.clear();
    runtime = FlowRuntime.load(current.module);
  }
  return runtime;
}

async function declarations(key: number, document: FlowDocument): Promise<unknown> {
  const screens = (await loadedRuntime()).screens(document);
  drawn.set(key, screens);
  for (const [old, one] of [...drawn].slice(0, -4)) {
    one.dispose();
    drawn.delete(old);
  }
  return screens.declarations;
}

async function pictures({ document, values }: WorkerCall & { verb: "draw" }): Promise<unknown> {
  const screens = (await loadedRuntime()).screens(document);
  try {
    return values.flatMap(([name, one]) => {
      const picture = screens.picture(name, one);
      return picture ? [[name, picture.html]] : [];
    });
  } finally {
    screens.dispose();
  }
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
    case "screens": return declarations(call.key, call.document);
    case "picture": return drawn.get(call.key)?.picture(call.screen, call.values)?.html ?? null;
    case "draw": return pictures(call);
  }
}

// Loaded ahead of the first call; a failure is reported to the caller.
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
