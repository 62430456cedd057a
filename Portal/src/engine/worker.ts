// The worker, which runs engine calls that can take longer than a frame: it verifies, compares,
// converts and renders.

import { FlowCore, FlowRuntime, type Screens } from "flowcore";
import wasm from "../../../Wasm/.build/flowcore.wasm";
import runtimeWasm from "../../../Wasm/.build/flowruntime.wasm";
import { changesWithSections } from "../document/sectionChanges";
import type { FlowDocument } from "../document";
import type { WorkerCall } from "./calls";

let engine: Promise<FlowCore> | null = null;

async function loadEngine(): Promise<FlowCore> {
  engine ??= FlowCore.load(wasm).catch((error: unknown) => {
    engine = null;
    throw error;
  });
  const current = await engine;
  if (!current.hasTrapped) return current;
  // NB: an engine that has trapped cannot be used again; a new one takes a few milliseconds.
  engine = FlowCore.load(current.module);
  return engine;
}

/** The maximum number of documents whose drawn screens are cached. */
const MAX_CACHED = 4;
/** The drawn screens of displayed documents, by key; the newest last. */
const drawn = new Map<number, Screens>();
let runtime: Promise<FlowRuntime> | null = null;

/** Loads the part of the engine that renders screens; only documents with drawn screens need it. */
async function loadRuntime(): Promise<FlowRuntime> {
  runtime ??= FlowRuntime.load(runtimeWasm).catch((error: unknown) => {
    runtime = null;
    throw error;
  });
  const current = await runtime;
  if (current.hasTrapped) {
    drawn.clear();
    runtime = FlowRuntime.load(current.module);
  }
  return runtime;
}

/** Caches the drawn screens of a document; returns their declarations. */
async function cacheScreens(key: number, document: FlowDocument): Promise<unknown> {
  const screens = (await loadRuntime()).screens(document);
  drawn.set(key, screens);
  for (const [oldKey, oldScreens] of [...drawn].slice(0, -MAX_CACHED)) {
    oldScreens.dispose();
    drawn.delete(oldKey);
  }
  return screens.declarations;
}

async function renderScreens(
  { document, values }: WorkerCall & { kind: "render" },
): Promise<unknown> {
  const screens = (await loadRuntime()).screens(document);
  try {
    return values.flatMap(([name, screenValues]) => {
      const picture = screens.render(name, screenValues);
      return picture ? [[name, picture.html]] : [];
    });
  } finally {
    screens.dispose();
  }
}

async function run(call: WorkerCall): Promise<unknown> {
  switch (call.kind) {
    case "verify": return (await loadEngine()).verify(call.document, call.manifests);
    case "diff": {
      const changes = (await loadEngine()).diff(call.from, call.to);
      return changesWithSections(changes, call.from, call.to);
    }
    case "native": return (await loadEngine()).convert(call.document, "native").json;
    case "explain": return (await loadEngine()).explain(call.condition, call.context, call.groups);
    case "json": return (await loadEngine()).evaluate({}, call.text);
    case "screens": return cacheScreens(call.key, call.document);
    case "picture": return drawn.get(call.key)?.render(call.screen, call.values)?.html ?? null;
    case "render": return renderScreens(call);
  }
}

// Loaded ahead of the first call, which tries again after a failure.
loadEngine().catch(() => undefined);

self.addEventListener("message", (event: MessageEvent<{ id: number; call: WorkerCall }>) => {
  const { id, call } = event.data;
  run(call).then(
    (value) => self.postMessage({ id, value }),
    (error: Error & { code?: string }) => self.postMessage({
      id, error: { ...error, message: error.message, name: error.name },
    }),
  );
});
