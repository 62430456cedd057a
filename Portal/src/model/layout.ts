// The positions of steps on the canvas: shared by the team, and not part of the document.

import { ApiProblem, clientId, get, path, send, UnreachableError, type Layout } from "../api";
import type { ApplicationModel } from "./application";
import { Store } from "./store";

export type Position = [number, number];
export type Positions = { [node: string]: Position };
/** New positions; null removes one, so that the step is placed automatically. */
export type PositionChanges = { [node: string]: Position | null };

interface FlowPatch {
  steps?: PositionChanges;
  collapsed?: string[];
}
interface Patch {
  [flow: string]: FlowPatch | null;
}

/** The time without moves before positions are sent, in milliseconds. */
const SAVE_DELAY = 400;
/** The delay before the next attempt when the server could not be reached, in milliseconds. */
const RETRY_DELAY = 5000;

const noPositions: Positions = {};
const noNodes: string[] = [];

/** The positions of an application's steps, saved automatically and updated with others' moves. */
export class LayoutModel {
  readonly state: Store<Layout>;
  #application: ApplicationModel;
  #canWrite: () => boolean;
  /** Changes that have not been sent to the server yet. */
  #pending: Patch = {};
  /** Changes that are being sent to the server. */
  #sent: Patch = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  #stops: (() => void)[];

  constructor(application: ApplicationModel, canWrite: () => boolean) {
    this.#application = application;
    this.#canWrite = canWrite;
    this.state = application.layout;
    const online = () => void this.flush();
    addEventListener("online", online);
    this.#stops = [
      application.changes.on("layout", ({ flows, client }) => {
        if (client !== clientId) this.#applyRemote(flows as Patch);
      }),
      // Moves made while the stream was disconnected are not resent.
      application.changes.on("ready", () => void this.#reload()),
      () => removeEventListener("online", online),
    ];
  }

  close(): void {
    for (const stop of this.#stops) stop();
    void this.flush();
  }

  positions(flow: string): Positions {
    return this.state.get().flows[flow]?.steps ?? noPositions;
  }

  collapsed(flow: string): string[] {
    return this.state.get().flows[flow]?.collapsed ?? noNodes;
  }

  /** Moves nodes; returns the changes that undo it. */
  move(flow: string, changes: PositionChanges): PositionChanges {
    const positions = this.positions(flow);
    const back = Object.fromEntries(
      Object.keys(changes).map((node) => [node, positions[node] ?? null]));
    this.#change({ [flow]: { steps: changes } });
    return back;
  }

  setCollapsed(flow: string, collapsed: string[]): void {
    this.#change({ [flow]: { collapsed } });
  }

  #change(patch: Patch): void {
    this.state.set(applyPatch(this.state.get(), patch));
    if (!this.#canWrite()) return;
    this.#pending = mergePatches(this.#pending, patch);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), SAVE_DELAY);
  }

  /** Applies others' moves, except to nodes with pending local moves. */
  #applyRemote(patch: Patch): void {
    const ours = mergePatches(this.#sent, this.#pending);
    this.state.set(applyPatch(applyPatch(this.state.get(), patch), ours));
  }

  async #reload(): Promise<void> {
    try {
      const layout = await get<Layout>(path`/v1/apps/${this.#application.id}/layout`);
      this.state.set(applyPatch(layout, mergePatches(this.#sent, this.#pending)));
    } catch (error) {
      // The shown layout is kept, and reloaded when the stream reconnects.
      if (!(error instanceof ApiProblem || error instanceof UnreachableError)) throw error;
    }
  }

  /** Sends pending changes. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isSending || Object.keys(this.#pending).length === 0) return;
    this.#isSending = true;
    this.#sent = this.#pending;
    this.#pending = {};
    let wait = 0;
    try {
      await send("PATCH", path`/v1/apps/${this.#application.id}/layout`, { flows: this.#sent });
    } catch (error) {
      // A position that could not be saved stays on this page; only a lost connection is retried.
      if (error instanceof UnreachableError) {
        this.#pending = mergePatches(this.#sent, this.#pending);
        wait = RETRY_DELAY;
      }
    }
    this.#sent = {};
    this.#isSending = false;
    if (Object.keys(this.#pending).length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), wait);
  }
}

/** Applies a change to a layout. */
export function applyPatch(layout: Layout, patch: Patch): Layout {
  const flows = { ...layout.flows };
  for (const [flow, change] of Object.entries(patch)) {
    if (change === null) {
      delete flows[flow];
      continue;
    }
    const before = flows[flow] ?? {};
    const steps: Positions = { ...before.steps };
    for (const [step, position] of Object.entries(change.steps ?? {})) {
      if (position === null) delete steps[step];
      else steps[step] = position;
    }
    flows[flow] = {
      ...before, steps, ...(change.collapsed ? { collapsed: change.collapsed } : {}),
    };
  }
  return { ...layout, flows };
}

/** Two changes as one; the later wins. */
export function mergePatches(first: Patch, second: Patch): Patch {
  const both = { ...first };
  for (const [flow, change] of Object.entries(second)) {
    const before = both[flow];
    both[flow] = change === null || !before ? change : {
      ...before, ...change,
      ...(before.steps || change.steps ? { steps: { ...before.steps, ...change.steps } } : {}),
    };
  }
  return both;
}
