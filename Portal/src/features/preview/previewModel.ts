// The preview beside the canvas: the simulated document, build and user; the canvas follows.

import { get, path } from "../../api";
import {
  isObject, stepKey, stepOf, type FlowDocument, type Json, type JsonObject, type Manifest,
} from "../../document";
import { FlowError, loadEngine, toNative, type FlowRuntime } from "../../engine";
import { buildName } from "../../model/builds";
import type { EditorModel } from "../../model/editor";
import { Store } from "../../model/store";
import { t } from "../../localization";
import { DrawnModel } from "./drawnModel";
import { randomUserId, sampleValue } from "./user";
import { pseudoLanguages, withPseudo } from "./pseudo";
import { notStarted, Simulation, type SimulationState } from "./simulation";
import { failureText } from "../../ui/failureText";

/** The simulated document: the draft, or the live release of an environment. */
export type PreviewSource = { kind: "draft" } | { kind: "live"; environment: string };

export interface PreviewState {
  isLoading: boolean;
  /**
   * The reason why the document is not simulated: it or the engine could not be loaded or parsed.
   */
  problem: string | null;
  source: PreviewSource;
  /** The name of the simulated build; null for one with every screen. */
  build: string | null;
  user: JsonObject;
  /** The flow in which the simulation started. */
  flow: string | undefined;
  /** Whether the user's attributes have changed since the simulation started. */
  hasNewUser: boolean;
  /** The values entered on screens, to suggest them again: by the key of the step, and field. */
  entered: { [stepKey: string]: { [field: string]: string } };
}

/** The time without edits before the preview shows the draft, in milliseconds. */
const EVALUATION_DELAY = 250;

/** One preview for each editor, which persists when the panel is closed and reopened. */
export class PreviewModel {
  readonly state: Store<PreviewState>;
  readonly simulation = new Store<SimulationState>(notStarted);
  readonly editor: EditorModel;
  /** The drawn screen that the preview shows. */
  readonly drawn: DrawnModel;
  #engine: FlowRuntime | null = null;
  #simulation: Simulation | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #document: FlowDocument | null = null;
  #isOpen = false;
  #attempts = 0;

  constructor(editor: EditorModel) {
    this.editor = editor;
    this.drawn = new DrawnModel({
      fire: (port, output) => this.fire(port, output),
      back: () => this.back(),
      open: (step) => void this.startAt(this.simulation.get().current?.flow ?? "", step),
    });
    this.state = new Store<PreviewState>({
      isLoading: true, problem: null, source: { kind: "draft" }, build: newestBuild(editor),
      user: this.#savedUser(), flow: undefined, hasNewUser: false, entered: {},
    });
  }

  /** Called when the panel opens; returns the cleanup for when it closes. */
  open(): () => void {
    this.#isOpen = true;
    const stop = this.editor.draft.document.subscribe(() => this.#draftChanged());
    if (!this.#simulation) void this.restart();
    else {
      this.#draftChanged();
      this.#markOnCanvas(false);
    }
    return () => {
      stop();
      clearTimeout(this.#timer);
      this.#isOpen = false;
      this.leaveCanvas();
    };
  }

  /** Removes the preview's markers from the canvas. */
  leaveCanvas(): void {
    this.editor.markers.update((all) => all.filter((marker) => marker.kind !== "preview"));
    if (this.editor.spotlight.get()?.kind === "preview") this.editor.spotlight.set(null);
  }

  // Starting -----------------------------------------------------------------------------------

  /**
   * Starts a flow from its beginning: by default the previously simulated one; if that does not
   * exist, the one on the canvas.
   */
  async restart(preferred = this.state.get().flow): Promise<void> {
    const { flows } = this.editor.draft.document.get();
    const exists = flows.some(({ id }) => id === preferred);
    const flow = exists ? preferred : this.editor.flow.get() || undefined;
    await this.#begin((simulation) => simulation.start(flow), flow);
  }

  /** Starts at a step, as a link into the app does. */
  async startAt(flow: string, step: string): Promise<void> {
    await this.#begin(
      (simulation) =>
        simulation.open(flow, step, this.#needs(simulation.document, flow, step)), flow);
  }

  async #begin(begin: (simulation: Simulation) => void, flow: string | undefined): Promise<void> {
    this.#attempts += 1;
    const attempt = this.#attempts;
    clearTimeout(this.#timer);
    this.#change({ isLoading: true, problem: null });
    try {
      const [engine, document] = await Promise.all([loadEngine(), this.#load()]);
      if (attempt !== this.#attempts) return;
      this.#document = document;
      this.#engine = engine;
      this.drawn.restart();
      const shown = this.#shown(document);
      const manifest = this.drawn.read(engine, shown, this.#manifest());
      const setup = { document: shown, manifest, context: this.state.get().user };
      this.#simulation = new Simulation(engine, setup);
      begin(this.#simulation);
      this.#change({ isLoading: false, flow, hasNewUser: false });
      this.#show(true);
    } catch (error) {
      if (attempt !== this.#attempts) return;
      this.#simulation = null;
      this.simulation.set(notStarted);
      this.leaveCanvas();
      const problem = failureText(error);
      this.#change({ isLoading: false, problem });
    }
  }

  async #load(): Promise<FlowDocument> {
    const { source } = this.state.get();
    if (source.kind === "draft") return this.editor.draft.document.get();
    const { application } = this.editor;
    const number = application.releases.get()[source.environment]?.number
      ?? application.application.get()?.environments
        ?.find((environment) => environment.name === source.environment)?.current;
    if (number == null) {
      throw new Error(t("preview.no-release", { environment: source.environment }));
    }
    const release = await get<unknown>(path`/v1/apps/${application.id}/releases/${number}`);
    return toNative(JSON.stringify(release));
  }

  /** Returns plausible values for a step's needs, as if entered before it. */
  #needs(document: FlowDocument, flow: string, step: string): JsonObject {
    const screen = stepOf(document, flow, step)?.screen;
    const manifest = this.#manifest();
    const needs = manifest?.screens?.find(({ name }) => name === screen)?.needs
      ?? this.editor.screens.get().find(({ name }) => name === screen)?.needs ?? {};
    return Object.fromEntries(
      Object.entries(needs).map(([key, type]) => [key, sampleValue(key, type)]));
  }

  #manifest(): Manifest | undefined {
    const { build } = this.state.get();
    const builds = this.editor.application.builds.get()?.builds ?? [];
    return builds.find((candidate) => buildName(candidate) === build)?.manifest;
  }

  // Navigating ---------------------------------------------------------------------------------

  fire(port: string, output: Json | undefined): void {
    this.#simulation?.fire(port, output);
    this.#show(true);
  }

  back(): void {
    this.#simulation?.back();
    this.#show(true);
  }

  undo(): void {
    this.#simulation?.undo();
    this.#show(true);
  }

  /** Returns the value last entered for a key in this simulation. */
  enteredValue(key: string): Json | undefined {
    return this.#simulation?.enteredValue(key);
  }

  enter(key: string, field: string, text: string): void {
    this.state.update((state) => ({
      ...state,
      entered: { ...state.entered, [key]: { ...state.entered[key], [field]: text } },
    }));
  }

  // User, environment and build ----------------------------------------------------------------

  setUser(user: JsonObject): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(user));
    } catch {
      // If the browser stores nothing, the user is lost with the page.
    }
    const isAtStart = this.simulation.get().log
      .every((entry) => ["start", "user"].includes(entry.kind));
    const isPseudo = [this.state.get().user, user]
      .some(({ locale }) => pseudoLanguages.some((pseudoLanguage) => pseudoLanguage === locale));
    this.#change({ user });
    if (isAtStart && this.#simulation) return void this.restart();
    this.#simulation?.setUser(user);
    if (isPseudo && this.#document) this.#adopt(this.#document, true);
    this.#change({ hasNewUser: true });
    this.#show(false);
  }

  choose(change: Partial<Pick<PreviewState, "source" | "build">>): void {
    this.#change(change);
    void this.restart();
  }

  get #key(): string {
    return `preview-user-${this.editor.application.id}`;
  }

  #savedUser(): JsonObject {
    try {
      const stored = JSON.parse(localStorage.getItem(this.#key) ?? "null") as Json;
      if (isObject(stored)) return stored;
    } catch {
      // The stored value is invalid.
    }
    return { userId: randomUserId() };
  }

  // Following the draft, and marking the position on the canvas --------------------------------

  #draftChanged(): void {
    clearTimeout(this.#timer);
    if (this.state.get().source.kind !== "draft") return;
    if (this.editor.draft.document.get() === this.#document) return;
    this.#timer = setTimeout(() => {
      const document = this.editor.draft.document.get();
      this.#document = document;
      if (!this.#simulation) {
        void this.restart();
        return;
      }
      this.#adopt(document, false);
      this.#show(false);
    }, EVALUATION_DELAY);
  }

  #adopt(document: FlowDocument, isQuiet: boolean): void {
    const shown = this.#shown(document);
    try {
      const manifest = this.#engine
        ? this.drawn.read(this.#engine, shown, this.#manifest()) : this.#manifest();
      this.#simulation?.adopt(shown, manifest, isQuiet);
      this.#change({ problem: null });
    } catch (error) {
      if (!(error instanceof FlowError)) throw error;
      this.#change({ problem: error.message });
    }
  }

  /** The simulated document, with its texts in the selected pseudo-language. */
  #shown(document: FlowDocument): FlowDocument {
    return withPseudo(document, this.state.get().user["locale"]);
  }

  #change(change: Partial<PreviewState>): void {
    this.state.update((state) => ({ ...state, ...change }));
  }

  #show(hasMoved: boolean): void {
    if (this.#simulation) this.simulation.set(this.#simulation.state);
    this.#showDrawn();
    if (this.#isOpen) this.#markOnCanvas(hasMoved);
  }

  /** Shows the step's drawn screen, unless the build has a screen with that name in its code. */
  #showDrawn(): void {
    const { current, content, outputs, outcome } = this.simulation.get();
    const inCode = this.#manifest()?.screens?.some((screen) => screen.name === current?.screen);
    const key = current && outcome === null && !inCode ? stepKey(current) : null;
    const keys = Object.keys(this.editor.screens.get()
      .find((screen) => screen.name === current?.screen)?.provides ?? {});
    const enteredValues = Object.fromEntries(keys.flatMap((output) => {
      const value = this.enteredValue(output);
      return value === undefined ? [] : [[output, value]];
    }));
    this.drawn.show(key, current?.screen ?? "", {
      outputs, content, enteredValues, attributes: this.state.get().user,
    });
  }

  #markOnCanvas(hasMoved: boolean): void {
    const { current, path: steps } = this.simulation.get();
    this.leaveCanvas();
    if (!current) return;
    this.editor.markers.update((all) => [...all, {
      id: "preview", kind: "preview", text: t("preview.marker"), flow: current.flow,
      step: current.step,
    }]);
    this.editor.spotlight.set({
      kind: "preview", text: t("preview.path"),
      path: steps.map(({ style: _, ...step }) => step),
    });
    if (hasMoved) this.editor.command({ kind: "reveal", flow: current.flow, step: current.step });
  }
}

function newestBuild(editor: EditorModel): string | null {
  const used = editor.application.builds.get()?.builds.filter((build) => build.inUse) ?? [];
  return used[0] ? buildName(used[0]) : null;
}

const previews = new WeakMap<EditorModel, PreviewModel>();

export function previewOf(editor: EditorModel): PreviewModel {
  const existing = previews.get(editor);
  if (existing) return existing;
  const created = new PreviewModel(editor);
  previews.set(editor, created);
  return created;
}
