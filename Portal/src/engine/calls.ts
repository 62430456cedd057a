import type { ScreenValues } from "flowcore";
import type { Condition, FlowDocument, Json, JsonObject, Manifest } from "../document";

/** The calls of the worker; documents may be in any format that the engine reads. */
export type WorkerCall =
  | { kind: "verify"; document: FlowDocument; manifests: Manifest[] }
  | { kind: "diff"; from: FlowDocument; to: FlowDocument }
  | { kind: "native"; document: string }
  | { kind: "explain"; condition: Condition; context: JsonObject; groups: { [n: string]: Json[] } }
  /** Checks whether a text is a JSON object that the engine can parse. */
  | { kind: "json"; text: string }
  /** The declarations of a document's drawn screens, which `picture` refers to by the same key. */
  | { kind: "screens"; key: number; document: FlowDocument }
  | { kind: "picture"; key: number; screen: string; values: ScreenValues }
  /** Some screens of a document, each with its values. */
  | { kind: "render"; document: FlowDocument; values: [screen: string, values: ScreenValues][] };
