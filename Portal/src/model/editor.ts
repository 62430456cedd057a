// The shared state of the editor's parts: the selection, highlights, and open panels.

import { createContext, useContext } from "react";
import {
  isUsed, hasUniformContent, usesOf,
  type Destination, type DocumentMarks, type Edit, type Finding, type Flow, type RouteRef,
} from "../document";
import type { Screen } from "../api";
import type { ApplicationModel } from "./application";
import { Comparison } from "./comparison";
import type { DraftModel } from "./draft";
import { DrawnScreens, withDrawn } from "./drawnScreens";
import { findingSentence } from "./sentences";
import { Store, useStore } from "./store";
import { Verification } from "./verification";

/** The selection on the canvas and in the list. */
export interface Selection {
  steps: string[];
  /** An edge, or a port of the single selected step. */
  route?: RouteRef;
  port?: string;
}

const noSelection: Selection = { steps: [] };

/** A highlighted path through the flow. */
export interface Spotlight {
  /** The reason for the highlight, such as a finding's sentence. */
  text: string;
  kind: "error" | "warning" | "preview" | "change";
  path: SpotlightTarget[];
  /** Whether a whole flow or document is meant, so that nothing is dimmed. */
  isGlobal?: boolean;
}

export interface SpotlightTarget {
  flow: string;
  step: string;
  port?: string;
  /** The route and the variant that were taken, if known. */
  route?: number;
  variant?: number;
  /** The kind of change, if differences are highlighted. */
  change?: "added" | "removed" | "changed" | "rerouted";
}

/** A position in the flow: of the preview, a running app or another member. */
export interface Marker {
  id: string;
  text: string;
  kind: "preview" | "live" | "user";
  flow: string;
  step: string;
  /** The color of a user, 0 to 7, like their avatar. */
  hue?: number;
}

/** The open panel on the right. */
export type Panel = "step" | "findings" | "preview" | "flow" | null;

/** A pending removal of steps that are in use, which needs a confirmation. */
export interface Removal {
  flow: string;
  steps: string[];
  /** Removes the steps; edges to them lead elsewhere, or are removed. */
  run(instead?: Destination): void;
}

/** A pending new drawn screen, for which a dialog asks for the starting point. */
export interface NewScreen {
  /** The name typed so far. */
  name?: string;
  /** Whether the step leads on, so that a screen that fires no port gets a button. */
  needsExit?: boolean;
  /** Adds a step that shows it; the edit adds the screen itself. */
  add(screen: string, edit: Edit): void;
}

/** A command of other parts of the editor to the canvas and the list. */
export type CanvasCommand =
  | { kind: "reveal"; flow: string; step: string; isSelected?: boolean; isOpen?: boolean }
  | { kind: "section"; flow: string; section: string }
  | { kind: "fit" }
  /** Asks for a screen to insert into an edge of the current flow. */
  | { kind: "insert"; edge: RouteRef }
  /** With `text`, this text of the step's content is edited, wherever it is. */
  | { kind: "edit"; step: string; text?: string | undefined };

/** The editor of one application's draft. */
export class EditorModel {
  readonly application: ApplicationModel;
  readonly draft: DraftModel;
  readonly verification: Verification;
  readonly drawn: DrawnScreens;
  /** The screens that builds declare, and those that the document draws. */
  readonly screens = new Store<Screen[]>([]);
  /** The comparison of the draft with the live release; never updated if this is read-only. */
  readonly comparison: Comparison;
  /**
   * The differences marked on the canvas and in the list: from the live release, or from the draft.
   */
  readonly marks = new Store<DocumentMarks>(new Map());
  /** Whether the live release is shown instead of the draft. */
  readonly isLive: boolean;
  /** The document that the page shows; used only in the draft's editor. */
  readonly shownVersion = new Store<"draft" | "live">("draft");
  /** The current flow. */
  readonly flow = new Store<string>("");
  readonly view = new Store<"canvas" | "list">("canvas");
  readonly selection = new Store<Selection>(noSelection);
  readonly spotlight = new Store<Spotlight | null>(null);
  readonly markers = new Store<Marker[]>([]);
  readonly panel = new Store<Panel>(null);
  /** The selected block of the edited screen, as reported to other members. */
  readonly block = new Store<string | null>(null);
  /** On a phone, whether an open panel makes room to show something on the flow. */
  readonly isPeeking = new Store(false);
  /** The key of the conflict in the open dialog; empty for the first one. */
  readonly openConflict = new Store<string | null>(null);
  /** The removal in the open dialog. */
  readonly removal = new Store<Removal | null>(null);
  readonly newScreen = new Store<NewScreen | null>(null);
  /** Whether the shown document is read-only, such as a release. */
  readonly isReadOnly: boolean;
  readonly #stops: (() => void)[];
  #commandListeners = new Set<(command: CanvasCommand) => void>();
  /** A command received before there was a listener. */
  #pendingCommand: CanvasCommand | null = null;

  constructor(
    application: ApplicationModel, draft: DraftModel,
    options: { isReadOnly?: boolean; isLive?: boolean } = {},
  ) {
    this.application = application;
    this.draft = draft;
    this.isReadOnly = options.isReadOnly ?? false;
    this.isLive = options.isLive ?? false;
    this.verification = new Verification(application, draft);
    this.drawn = new DrawnScreens(draft);
    const updateScreens = () =>
      this.screens.set(withDrawn(application.screens.get(), this.drawn.declared.get()));
    this.#stops = [
      application.screens.subscribe(updateScreens), this.drawn.declared.subscribe(updateScreens),
    ];
    updateScreens();
    this.comparison = new Comparison(application, draft, this.isReadOnly);
    this.comparison.state.subscribe(() => this.marks.set(this.comparison.state.get().marks));
    this.panel.subscribe(() => this.isPeeking.set(false));
  }

  /** Ends all subscriptions. */
  close(): void {
    for (const stop of this.#stops) stop();
    this.drawn.close();
    this.verification.close();
    this.comparison.close();
  }

  /** Whether the user may change the draft. */
  get canEdit(): boolean {
    return !this.isReadOnly && ["drafter", "editor", "owner"].includes(this.application.role());
  }

  get currentFlow(): Flow | undefined {
    return this.draft.document.get().flows.find((flow) => flow.id === this.flow.get());
  }

  /** Removes steps, after a confirmation if they are in use. */
  remove(removal: Removal): void {
    const { flow, steps } = removal;
    if (isUsed(usesOf(this.draft.document.get(), flow, steps))) this.removal.set(removal);
    else removal.run();
  }

  select(selection: Selection): void {
    this.selection.set(selection);
    this.spotlight.set(null);
    if (selection.steps.length === 1 || selection.route) this.panel.set("step");
  }

  /** Sends a command to the canvas or the list; the last one waits until one of them is mounted. */
  command(command: CanvasCommand): void {
    const flow = "flow" in command ? command.flow : this.flow.get();
    if (flow !== this.flow.get()) this.flow.set(flow);
    this.#pendingCommand = command;
    this.#scheduleCommand();
  }

  onCommand(listener: (command: CanvasCommand) => void): () => void {
    this.#commandListeners.add(listener);
    if (this.#pendingCommand) this.#scheduleCommand();
    return () => void this.#commandListeners.delete(listener);
  }

  #scheduleCommand(): void {
    // NB: a canvas that has just switched its flow shows it from the next frame on.
    requestAnimationFrame(() => {
      const command = this.#pendingCommand;
      if (!command || this.#commandListeners.size === 0) return;
      this.#pendingCommand = null;
      for (const listener of this.#commandListeners) listener(command);
    });
  }

  /** Highlights a finding's path or location, or the whole flow if it has none. */
  show(finding: Finding): void {
    const { flow, step, port } = finding;
    const location = flow !== undefined && step !== undefined ? [{ flow, step, port }] : [];
    const path = finding.path ?? location;
    const at = location[0] ?? path.at(-1);
    const wholeFlow = at ? undefined
      : this.draft.document.get().flows.find(({ id }) => id === flow);
    this.spotlight.set({
      text: findingSentence(finding), kind: finding.severity,
      path: wholeFlow?.steps.map(({ id }) => ({ flow: wholeFlow.id, step: id })) ?? path,
      isGlobal: !at,
    });
    this.isPeeking.set(true);
    if (wholeFlow) {
      this.flow.set(wholeFlow.id);
      this.command({ kind: "fit" });
    }
    if (at) this.command({ kind: "reveal", flow: at.flow, step: at.step });
  }
}

/** Whether a screen's snapshot can represent the draft's step, without showing other texts. */
export function useCanUseSnapshot({ comparison, draft }: EditorModel, screen: string): boolean {
  const live = useStore(comparison.state, (state) => state.live);
  return useStore(draft.document, (document) => hasUniformContent(screen, document, live));
}

const Context = createContext<EditorModel | null>(null);
export const EditorProvider = Context.Provider;

/** The editor of a component's context. */
export function useEditor(): EditorModel {
  const model = useContext(Context);
  if (!model) throw new Error("useEditor needs an EditorProvider.");
  return model;
}
