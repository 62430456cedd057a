// The drawn screen that the preview shows, run by the engine as in an app.

import {
  drawnPart, sampleProducts, type DeclaredScreen, type FlowDocument, type Json, type Manifest,
} from "../../document";
import type { FlowRuntime, ScreenEffect, Screens, ScreenValues, ShownScreen } from "../../engine";
import { noAsset, today } from "../../model/drawnScreens";
import { Store } from "../../model/store";

/** The display settings of the preview. */
export interface DisplayOptions {
  appearance: "auto" | "light" | "dark";
  /** The text size, relative to the default. */
  textScale: number;
  /** The width of the device, in CSS pixels. */
  width: number;
}

/** A called action of the app, whose outcome the preview asks for. */
export interface Call {
  name: string;
  outcomes: string[];
}

export interface DrawnView {
  html: string;
  /** The number of the showing; a new one starts with another step, and after a restart. */
  showing: number;
  call: Call | null;
  /** The errors of a rejected form, as sentences; a new list for each rejection. */
  errors: string[];
  /** The URL that an app would open. */
  opened: string | null;
}

/** The host of a drawn screen, which runs the flow. */
export interface ScreenHost {
  fire(port: string, output: Json | undefined): void;
  back(): void;
  open(step: string): void;
}

/** The drawn screen of one preview, with what was entered on each step. */
export class DrawnModel {
  /** The current drawn screen; null if the step's screen is not drawn. */
  readonly view = new Store<DrawnView | null>(null);
  readonly display = new Store<DisplayOptions>({ appearance: "auto", textScale: 1, width: 390 });
  #document: FlowDocument | null = null;
  #screens: Screens | null = null;
  #shown: ShownScreen | null = null;
  #stepKey = "";
  #showing = 0;
  /** The screens' saved states by step, restored when a step is shown again. */
  readonly #saved = new Map<string, Json>();
  readonly #host: ScreenHost;

  constructor(host: ScreenHost) {
    this.#host = host;
  }

  /** Reads the drawn screens of a document; returns the manifest with them, for the session. */
  read(
    engine: FlowRuntime, document: FlowDocument, manifest: Manifest | undefined,
  ): Manifest | undefined {
    const part = drawnPart(document);
    this.#screens?.dispose();
    this.#screens = part && engine.screens(part, manifest);
    this.#document = document;
    return this.#screens
      ? withDrawnScreens(document, manifest, this.#screens.declarations) : manifest;
  }

  /** Discards all entries. */
  restart(): void {
    this.#saved.clear();
    this.#stepKey = "";
  }

  /** Shows the screen of a step, which the key identifies; none if the key is null. */
  show(stepKey: string | null, screen: string, values: ScreenValues): void {
    this.#shown?.dispose();
    this.#shown = null;
    if (stepKey !== this.#stepKey) this.#showing += 1;
    this.#stepKey = stepKey ?? "";
    if (stepKey === null || !this.#screens || !this.#document) return this.view.set(null);
    const saved = this.#saved.get(stepKey) ?? null;
    this.#shown = this.#screens.show(screen, {
      ...values, assets: noAsset, products: sampleProducts(this.#document, screen),
      today: today(),
    }, saved);
    this.#update([], null);
  }

  enter(value: Json, field: string): void {
    this.#shown?.enter(value, field);
    this.#update([]);
  }

  blur(field: string): void {
    this.#shown?.blur(field);
    this.#update([]);
  }

  press(key: string): void {
    this.#update(this.#shown?.press(key) ?? []);
  }

  choose(value: Json, key: string): void {
    this.#update(this.#shown?.choose(value, key) ?? []);
  }

  finish(outcome: string): void {
    this.#update(this.#shown?.finish(outcome) ?? [], null);
  }

  /** Shows the URL that an app would open; the preview does not open it. */
  showURL(opened: string): void {
    this.view.update((view) => view && { ...view, opened });
  }

  /** Updates the screen, and performs the effects; a call lasts until it is finished. */
  #update(effects: ScreenEffect[], call = this.view.get()?.call ?? null): void {
    const shown = this.#shown;
    if (!shown) return this.view.set(null);
    this.#saved.set(this.#stepKey, shown.saved);
    const view: DrawnView = {
      html: shown.html, showing: this.#showing, call, errors: [], opened: null,
    };
    for (const effect of effects) {
      if ("call" in effect) view.call = { name: effect.call, outcomes: effect.outcomes };
      else if ("reject" in effect) view.errors = effect.reject.map((error) => error.message);
      else if ("open" in effect) view.opened = effect.open;
    }
    this.view.set(view);
    for (const effect of effects) {
      if ("fire" in effect) this.#host.fire(effect.fire, effect.output);
      else if ("back" in effect) this.#host.back();
      else if ("step" in effect) this.#host.open(effect.step);
    }
  }
}

/**
 * The manifest with the drawn screens that a build can show; screens in the build's code take
 * precedence. Without a manifest, every screen that the flows use is declared.
 */
function withDrawnScreens(
  document: FlowDocument, manifest: Manifest | undefined, drawn: DeclaredScreen[],
): Manifest {
  const steps = document.flows.flatMap((flow) => flow.steps);
  const used = [...new Set(steps.map((step) => step.screen))];
  const names = new Set(drawn.map((screen) => screen.name));
  const base: Manifest = manifest ?? {
    schema: 1, screens: used.filter((name) => !names.has(name)).map((name) => ({ name })),
  };
  const inCode = new Set(base.screens?.map((screen) => screen.name));
  return {
    ...base, screens: [...base.screens ?? [], ...drawn.filter(({ name }) => !inCode.has(name))],
  };
}
