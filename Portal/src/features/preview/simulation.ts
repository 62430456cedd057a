// A simulation of the flow as on a phone, with the decisions in each step and their reasons.

import {
  isSplit, routesOf, stepKey, stepOf, variantName, type Condition, type FlowDocument, type Json,
  type JsonObject, type Manifest, type Presentation, type Transition,
} from "../../document";
import { FlowError, type FlowRuntime, type Release, type Session } from "../../engine";
import { explainPort, type RouteEvaluation } from "./explain";

/** The routing decision at one port or one skipped step. */
export interface Decision {
  flow: string;
  step: string;
  port?: string;
  /** The reason why the step was not shown. */
  skipped?: "hidden" | "missing-screen";
  showWhen?: Condition;
  routes: RouteEvaluation[];
  /** The route that was taken, if one was. */
  route?: number;
  variant?: string;
  to: { flow: string; step: string } | { finish: string };
}

export type LogEntry = { id: number; at: Presentation | null } & (
  | { kind: "start"; isDeepLink: boolean; filled: string[]; decisions: Decision[] }
  | {
    kind: "move"; from: Presentation; port: string; output?: Json; decisions: Decision[];
    exposures: NonNullable<Transition["exposures"]>;
  }
  | { kind: "back"; from: Presentation }
  | { kind: "user" }
  | { kind: "adopted" }
  | { kind: "stayed"; reason: string });

export interface SessionFailure {
  code: string;
  message: string;
  flow?: string;
  step?: string;
  port?: string;
}

/** A step, and the edge by which it was left: port, route and variant index. */
export interface PathStep {
  flow: string;
  step: string;
  port?: string;
  route?: number;
  variant?: number;
}

/** The state of the preview, and the decisions that led to it. */
export interface SimulationState {
  current: Presentation | null;
  content: Json;
  ports: string[];
  outputs: JsonObject;
  path: (PathStep & { style: string })[];
  log: LogEntry[];
  outcome: string | null;
  failure: SessionFailure | null;
  /** The reason why the session stays on an older release; null when it is on the newest. */
  stayed: string | null;
  canGoBack: boolean;
  canUndo: boolean;
}

export interface SimulationSetup {
  document: FlowDocument;
  manifest: Manifest | undefined;
  context: JsonObject;
}

interface Snapshot {
  saved: Json;
  release: Release;
  document: FlowDocument;
  log: LogEntry[];
  exits: Map<string, PathStep>;
}

/** A simulation of one session. It is synchronous; read `state` after each call. */
export class Simulation {
  state: SimulationState = notStarted;
  #engine: FlowRuntime;
  #setup: SimulationSetup;
  #release: Release;
  /** The session's document: the one of the setup, unless the session stayed on an older one. */
  #document: FlowDocument;
  #session: Session | null = null;
  #snapshots: Snapshot[] = [];
  #log: LogEntry[] = [];
  /** The exit of each step of the path. */
  #exits = new Map<string, PathStep>();
  #failure: SessionFailure | null = null;
  #stayed: string | null = null;
  #lastEntry = 0;

  /** Throws `FlowError` for a document that the engine cannot read. */
  constructor(engine: FlowRuntime, setup: SimulationSetup) {
    this.#engine = engine;
    this.#setup = setup;
    this.#document = setup.document;
    this.#release = engine.release(setup.document, setup.manifest);
  }

  get document(): FlowDocument {
    return this.#document;
  }

  /** Starts a flow at its beginning. */
  start(flow: string | undefined): void {
    this.#begin(() => this.#release.start({ flow, context: this.#setup.context }), false, []);
  }

  /** Starts at a step, like a link, with the given outputs. */
  open(flow: string, step: string, outputs: JsonObject): void {
    const { context } = this.#setup;
    this.#begin(
      () => this.#release.open(step, { flow, outputs, context }), true, Object.keys(outputs));
  }

  #begin(startSession: () => Session, isDeepLink: boolean, filled: string[]): void {
    this.#release = this.#engine.release(this.#setup.document, this.#setup.manifest);
    this.#document = this.#setup.document;
    this.#snapshots = [];
    this.#log = [];
    this.#exits = new Map();
    this.#failure = null;
    this.#stayed = null;
    this.#session = startSession();
    const { transition } = this.#session;
    this.#addEntry({ kind: "start", isDeepLink, filled, decisions: this.#decisions(transition) });
    this.#update(transition);
  }

  /** Leaves the screen through a port. */
  fire(port: string, output: Json | undefined): void {
    const session = this.#session;
    const from = session?.current;
    if (!session || !from || session.status !== "active") return;
    this.#saveSnapshot();
    const transition = session.fire(port, output);
    const outputs = "fail" in transition.effect && output !== undefined
      ? { ...session.outputs, [from.step]: output } : session.outputs;
    const decisions = this.#decisions(transition, outputs);
    this.#exits.set(stepKey(from), this.#exitOf(from, port, decisions[0]));
    if (decisions.length === 0) decisions.push(this.#unroutedDecision(from, port, outputs));
    this.#addEntry({
      kind: "move", from, port, ...(output === undefined ? {} : { output }), decisions,
      exposures: transition.exposures ?? [],
    });
    this.#update(transition);
  }

  /** Goes back like the phone's back button. */
  back(): void {
    const session = this.#session;
    const from = session?.current;
    if (!session || !from || session.path.length < 2) return;
    this.#saveSnapshot();
    const transition = session.back();
    this.#addEntry({ kind: "back", from });
    this.#update(transition);
  }

  /** Undoes the last tap, even after the end, a failure or where a phone cannot go back. */
  undo(): void {
    const snapshot = this.#snapshots.pop();
    if (!snapshot) return;
    try {
      this.#session = snapshot.release.restore(snapshot.saved, { context: this.#setup.context });
    } catch (error) {
      if (!(error instanceof FlowError)) throw error;
      return;
    }
    this.#release = snapshot.release;
    this.#document = snapshot.document;
    const wasLogged = this.#log.slice(snapshot.log.length)
      .some(({ kind }) => kind === "adopted" || kind === "stayed");
    this.#log = snapshot.log;
    this.#exits = new Map(snapshot.exits);
    this.#failure = null;
    // The draft may have changed since the tap.
    if (this.#document === this.#setup.document) this.#show();
    else this.adopt(this.#setup.document, this.#setup.manifest, !wasLogged);
  }

  /** Returns the value last entered for a key, also if its step was left by going back. */
  enteredValue(key: string): Json | undefined {
    return this.#session?.enteredValue(key);
  }

  /** Changes the user of the simulation. */
  setUser(context: JsonObject): void {
    this.#setup = { ...this.#setup, context };
    if (!this.#session) return;
    this.#session.context = context;
    if (this.#log.length > 0) this.#addEntry({ kind: "user" });
    this.#show();
  }

  /** A new release arrives, as on a phone; with `isQuiet`, its adoption is not logged. */
  adopt(document: FlowDocument, manifest = this.#setup.manifest, isQuiet = false): void {
    const release = this.#engine.release(document, manifest);
    this.#setup = { ...this.#setup, document, manifest };
    const session = this.#session;
    if (!session || session.status !== "active") {
      this.#stayed = null;
      return this.#show();
    }
    const rejection = session.adopt(release);
    if (rejection) {
      const isNew = this.#stayed !== rejection.message;
      this.#stayed = rejection.message;
      if (isNew) this.#addEntry({ kind: "stayed", reason: rejection.message });
    } else {
      this.#release = release;
      this.#document = document;
      this.#stayed = null;
      // Typing changes the document many times, but it is logged once.
      if (!isQuiet && this.#log.at(-1)?.kind !== "adopted") this.#addEntry({ kind: "adopted" });
    }
    this.#show();
  }

  #saveSnapshot(): void {
    const session = this.#session;
    if (!session) return;
    this.#snapshots.push({
      saved: session.save(), release: this.#release, document: this.#document, log: this.#log,
      exits: new Map(this.#exits),
    });
    if (this.#snapshots.length > 200) this.#snapshots.shift();
  }

  #addEntry(entry: DistributiveOmit<LogEntry, "id" | "at">): void {
    this.#lastEntry += 1;
    const at = this.#session?.current ?? null;
    this.#log = [...this.#log, { ...entry, id: this.#lastEntry, at } as LogEntry];
  }

  #update(transition: Transition | null): void {
    const effect = transition?.effect;
    this.#failure = effect && "fail" in effect ? { ...effect.fail } : null;
    this.#show();
  }

  #decisions(transition: Transition | null, outputs?: JsonObject): Decision[] {
    const session = this.#session;
    if (!session) return [];
    const user = { context: this.#setup.context, outputs: outputs ?? session.outputs };
    return (transition?.edges ?? []).map((edge) => {
      const { flow = "", step = "", port, route, variant, skipped, to } = edge;
      const shown = stepOf(this.#document, flow, step)?.showWhen;
      return {
        flow, step, to, ...(port === undefined ? {} : { port }),
        ...(route === undefined ? {} : { route }), ...(variant === undefined ? {} : { variant }),
        ...(skipped ? { skipped } : {}),
        ...(skipped && shown !== undefined ? { showWhen: shown } : {}),
        routes: port === undefined
          ? [] : explainPort(this.#engine, this.#document, { flow, step, port }, user),
      };
    });
  }

  /** Returns the exit of a step: the edge of its port that the engine took. */
  #exitOf({ flow, step }: Presentation, port: string, taken: Decision | undefined): PathStep {
    const exit = { flow, step, port };
    if (!taken || taken.route === undefined || taken.step !== step) return exit;
    const { route, variant: name } = taken;
    const chosen = routesOf(stepOf(this.#document, flow, step), port)[route];
    const split = chosen && isSplit(chosen) ? chosen.split : undefined;
    const variant = name === undefined ? -1
      : split?.variants.findIndex((_, index) => variantName(split, index) === name) ?? -1;
    return { ...exit, route, ...(variant < 0 ? {} : { variant }) };
  }

  /** Explains the routes of a port that led nowhere. */
  #unroutedDecision(from: Presentation, port: string, outputs: JsonObject): Decision {
    const user = { context: this.#setup.context, outputs };
    const at = { flow: from.flow, step: from.step, port };
    return {
      ...at, to: { flow: from.flow, step: from.step },
      routes: explainPort(this.#engine, this.#document, at, user),
    };
  }

  #show(): void {
    const session = this.#session;
    if (!session) return;
    const { status, current } = session;
    const { length } = session.path;
    const path = session.path.map(({ flow, step, style }, index) => {
      // NB: a step that is shown again after going back has not been left.
      const isLeft = index < length - 1 || status !== "active";
      const exit = isLeft ? this.#exits.get(stepKey({ flow, step })) : undefined;
      return { flow, step, style, ...exit };
    });
    const failed = typeof status === "object" && "failed" in status ? status.failed : null;
    this.state = {
      current, path, content: session.content, ports: session.ports, outputs: session.outputs,
      log: this.#log, failure: this.#failure ?? failed, stayed: this.#stayed,
      outcome: typeof status === "object" && "finished" in status ? status.finished : null,
      canGoBack: status === "active" && path.length > 1, canUndo: this.#snapshots.length > 0,
    };
  }
}

type DistributiveOmit<T, Keys extends PropertyKey> = T extends unknown ? Omit<T, Keys> : never;

export const notStarted: SimulationState = {
  current: null, content: null, ports: [], outputs: {}, path: [], log: [], outcome: null,
  failure: null, stayed: null, canGoBack: false, canUndo: false,
};
