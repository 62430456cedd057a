// Types for flowcore.mjs. The values of unknown keys, contents and outputs are plain JSON.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A JSON text in UTF-8, or as a string. The engine reads it itself and reports line and column. */
export type Text = string | Uint8Array;

// Documents ------------------------------------------------------------------------------------

export type Style = "push" | "sheet" | "cover" | "replace" | "root";
export type Format = "native" | "flowmagic" | "flowkit";
export type ValueType =
  | "string" | "number" | "integer" | "boolean" | "date" | "version" | "array" | "object" | "any";

/** MongoDB-style: `{ country: { $in: ["DE", "AT"] }, "output.age": { $gte: 18 } }`. */
export type Condition = JsonObject;

export type Destination =
  | { to: string; style?: Style }
  | { finish: string; style?: Style }
  | { flow: string; then?: Continuations; style?: Style };

/** A step or a destination for every outcome, or one for each; `*` stands for all others. */
export type Continuations = string | Destination | { [outcome: string]: string | Destination };

export type Variant = Destination & { key?: string; weight?: number; range?: [number, number] };

export interface Split {
  experiment: string;
  by?: string;
  fallbackBy?: string;
  seed?: string;
  hashVersion?: 1 | 2;
  coverage?: number;
  namespace?: [name: string, from: number, to: number];
  variants: Variant[];
}

export type Route = { when?: Condition } & (Destination | { split: Split });

export interface Step {
  id: string;
  screen: string;
  content?: Json;
  showWhen?: Condition;
  ports?: { [port: string]: Route[] };
  /** The section of the flow that the step is drawn in; preserved, but not used by the engine. */
  section?: string;
}

/** A part of a flow on the canvas, with a title and a color. */
export interface Section {
  title: string;
  color: SectionColor;
}

export type SectionColor =
  "blue" | "green" | "orange" | "purple" | "teal" | "red" | "yellow" | "gray";

export interface Flow {
  id: string;
  start: string;
  steps: Step[];
  /** The sections by id; preserved, but not used by the engine. */
  sections?: { [id: string]: Section };
}

export interface FlowDocument {
  schema: 1;
  application?: string;
  environment?: string;
  number?: number;
  origin?: Format;
  flows: Flow[];
  strings?: { [locale: string]: { [key: string]: string } };
  defaultLocale?: string;
  locales?: string[];
  segments?: { [name: string]: Json[] };
  attributes?: { [name: string]: ValueType };
  /** The drawn screens of the document: docs/blocks.md. */
  screens?: Json[];
  theme?: Json;
  formats?: Json;
  assets?: JsonObject;
  /** The links of drawn screens to templates of the organization; preserved by the engine. */
  screenTemplates?: JsonObject;
}

export interface FlowMagicDocument {
  id: string;
  screenFlow: { screenName: string; portName: string; destinationView: string }[];
}

export interface FlowKitDocument {
  id: string;
  initialStepId: string;
  steps: {
    id: string;
    type: string;
    content?: Json;
    nextStep?: string | null;
    nextSteps?: { nextStepId: string; conditions?: JsonObject[] }[];
    displayConditions?: JsonObject[];
  }[];
}

export type AnyDocument = FlowDocument | FlowMagicDocument | FlowKitDocument;

/** The label of a port's button: one text, or one for each language. */
export type PortLabel = string | { [language: string]: string };

export interface Manifest {
  schema: 1;
  application?: string;
  platform?: string;
  version?: string;
  build?: string;
  share?: number;
  screens?: {
    name: string;
    /** The kind of the step's code; missing for a screen with an interface. */
    kind?: string;
    ports?: (string | { name: string; provides?: string[]; label?: PortLabel })[];
    needs?: { [key: string]: ValueType };
    provides?: { [key: string]: ValueType };
    content?: Json;
  }[];
  attributes?: { [name: string]: ValueType };
  flows?: Flow[];
  /** The blocks that the build shows; missing for one that shows no drawn screens. */
  blocks?: Json;
}

// Results --------------------------------------------------------------------------------------

export interface FlowLocation {
  flow?: string;
  step?: string;
  port?: string;
  route?: number;
}

/**
 * The data from which a message in any language is rendered: its id and its arguments.
 * `Conformance/messages.json` lists all ids with their arguments.
 */
export interface EngineMessage {
  messageId: string;
  arguments: JsonObject;
}

export interface Finding extends FlowLocation, EngineMessage {
  code: string;
  severity: "error" | "warning";
  pointer?: string;
  /**
   * The number of findings that this one represents, if not 1: at most 1,000 of one code and
   * severity are listed.
   */
  count?: number;
  path?: { flow: string; step: string; port?: string; skipped?: boolean }[];
}

export interface Conversion {
  json: Json;
  losses: (FlowLocation & { message: string })[];
}

export interface Change extends FlowLocation, EngineMessage {
  kind: string;
}

export interface ConditionIssue extends EngineMessage {
  kind:
    | "malformed" | "unknown-operator" | "unsupported-pattern" | "invalid-pattern"
    | "pattern-too-large" | "unknown-segment";
  pointer: string;
}

export interface FlowErrorDetails extends FlowLocation {
  code: string;
  message: string;
  line?: number;
  column?: number;
  pointer?: string;
}

export interface Presentation {
  flow: string;
  step: string;
  screen: string;
  style: Style;
}

export type Effect =
  | { show: Presentation; removed: number }
  | { pop: Presentation; removed: number }
  | { finish: string }
  | { atStart: true }
  | { fail: FlowErrorDetails };

export interface Transition {
  effect: Effect;
  exposures?: (FlowLocation & {
    experiment: string; variant: string; attribute: string; value: string;
  })[];
  edges?: (FlowLocation & {
    variant?: string;
    to: { flow: string; step: string } | { finish: string };
    skipped?: "hidden" | "missing-screen";
  })[];
}

export type Status = "active" | { finished: string } | { failed: FlowErrorDetails };

// The engine -----------------------------------------------------------------------------------

/** The error for an invalid input. Codes are stable; `docs/errors.md` explains each. */
export class FlowError extends Error implements FlowErrorDetails {
  readonly code: string;
  readonly flow?: string;
  readonly step?: string;
  readonly port?: string;
  readonly route?: number;
  readonly line?: number;
  readonly column?: number;
  readonly pointer?: string;
}

declare class Engine {
  protected constructor();
  /** The compiled module; `load(engine.module)` creates another engine without compiling. */
  readonly module: WebAssembly.Module;
  /** Whether the instance has trapped because of a bug in the engine; then load another one. */
  readonly hasTrapped: boolean;

  evaluate(
    condition: Json, context?: JsonObject | Text, segments?: { [name: string]: Json[] },
  ): boolean;
  explain(
    condition: Json, context?: JsonObject | Text, segments?: { [name: string]: Json[] },
  ): { matches: boolean; issues: ConditionIssue[] };
  bucket(seed: string, value: string, version?: 1 | 2): number | null;
}

export type EngineSource = BufferSource | WebAssembly.Module | Response | URL | string;

/** The engine that checks, compares and converts documents: `flowcore.wasm`. */
export class FlowCore extends Engine {
  /** Loads the engine; by default, from the file beside the module. */
  static load(source?: EngineSource): Promise<FlowCore>;

  verify(document: AnyDocument | Text, manifests?: (Manifest | Text)[]): Finding[];
  convert(document: AnyDocument | Text, format: Format): Conversion;
  diff(oldDocument: AnyDocument | Text, newDocument: AnyDocument | Text): Change[];
}

/** The engine that runs flows and shows drawn screens: `flowruntime.wasm`. */
export class FlowRuntime extends Engine {
  /** Loads the engine; by default, from the file beside the module. */
  static load(source?: EngineSource): Promise<FlowRuntime>;

  release(document: AnyDocument | Text, manifest?: Manifest | Text): Release;
  /**
   * The drawn screens of a document, as a build shows them; without a manifest, with all blocks.
   */
  screens(document: AnyDocument | Text, manifest?: Manifest | Text): Screens;
}

declare class Handle {
  protected constructor();
  /** Frees the memory immediately; otherwise this happens some time after garbage collection. */
  dispose(): void;
}

export class Release extends Handle {
  start(options?: { flow?: string; context?: JsonObject }): Session;
  open(
    step: string, options?: { flow?: string; outputs?: JsonObject; context?: JsonObject },
  ): Session;
  restore(saved: Json | Text, options?: { context?: JsonObject }): Session;
}

export class Session extends Handle {
  readonly transition: Transition | null;
  fire(port: string, output?: Json): Transition;
  back(): Transition;
  adopt(release: Release): FlowError | null;
  save(): Json;
  readonly status: Status;
  readonly current: Presentation | null;
  readonly path: Presentation[];
  readonly ports: string[];
  readonly content: Json;
  readonly outputs: JsonObject;
  readonly release: number | null;
  enteredValue(key: string): Json | undefined;
  context: JsonObject;
}

// Drawn screens --------------------------------------------------------------------------------

/** The values that a drawn screen is rendered with. */
export interface ScreenValues {
  outputs?: JsonObject;
  /** The user's attributes; `locale` is the language of the texts. */
  attributes?: JsonObject;
  content?: Json;
  state?: JsonObject;
  data?: JsonObject;
  /** The products by their names in the document: `name`, `price`, `period` and `trial` of each. */
  products?: JsonObject;
  /** The entered values of the fields, by name. */
  enteredValues?: JsonObject;
  /** The current date in the user's time zone, such as `2026-11-23`. */
  today?: string;
  /** The prefix of the URLs of assets, which is followed by the asset's name. */
  assets?: string;
  /** The URL of the file with the icons, each a `symbol` with the icon's name as id. */
  icons?: string;
}

/** An action that the host of a screen has to perform after a press. */
export type ScreenEffect =
  | { fire: string; output?: Json }
  | { back: true }
  | { open: string; in: "sheet" | "browser" }
  | { step: string }
  | { call: string; with: JsonObject; outcomes: string[] }
  | { reject: { field: string; message: string }[] };

export class Screens extends Handle {
  /** The screens as code would declare them in the build's manifest. */
  readonly declarations: NonNullable<Manifest["screens"]>;
  /** A screen rendered once, as HTML with its title; null for one that is not shown. */
  render(screen: string, values?: ScreenValues): { html: string; title: string | null } | null;
  /** A screen to interact with; null for one that is not shown. */
  show(screen: string, values?: ScreenValues, saved?: Json | null): ShownScreen | null;
}

/** A shown screen: its entered values, its state, and the effects of presses. */
export class ShownScreen extends Handle {
  /** The screen's current HTML, for use in a form. */
  readonly html: string;
  readonly title: string | null;
  /** The entered values and the state of the screen, without secrets, for `screens.show`. */
  readonly saved: Json;
  /** Sets the value of a field; its error is not shown yet. */
  enter(value: Json, field: string): void;
  /** Reports that a field has lost focus: from now on its error is shown. */
  blur(field: string): void;
  /** Presses the block with that key; returns the effects in order. */
  press(key: string): ScreenEffect[];
  /** Selects a value in the block with that key; returns the effects in order. */
  choose(value: Json, key: string): ScreenEffect[];
  /** Ends the call of an effect; returns the effects that follow. */
  finish(outcome: string, outputs?: JsonObject): ScreenEffect[];
}
