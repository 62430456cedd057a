// The actions for a step or an edge in the list; every part of the list gets the same object.

import type { Destination, Edit, RouteRef, Step } from "../../document";
import {
  addStep, connect, flowOf, uniqueName, removeRoute, removeSteps, renameStep, retarget, routesOf,
  setRoutes, setStart, stepOf,
} from "../../document";
import {
  continuingPort, declaredPorts, insertStep, isUnchanged, type ChosenEdge,
} from "../../document/insertion";
import type { EditorModel } from "../../model/editor";
import { showUndoToast } from "../../model/undoable";
import { toast } from "../../ui";
import { t } from "../../localization";
import { copy } from "./clipboard";
import { destinationOf } from "./targets";

/**
 * The request that a dialog handles: a new step, or a step's new name. A new step is inserted into
 * the edge `into`, and continues to its old destination.
 */
export type DialogRequest =
  | {
    kind: "add"; ref?: RouteRef; into?: ChosenEdge; port?: { step: string; port: string };
  }
  | { kind: "rename"; step: string };

/** The functions of the list for its parts. */
export interface ListHost {
  toggle(step: string): void;
  /** Focuses a step as soon as it is rendered; an empty id means the start of the flow. */
  focus(flow: string, step: string): void;
  /** Follows an edge; `goBack` of `useListHost` returns to the previous step. */
  follow(from: string, to: { flow: string; step: string }): void;
  ask(request: DialogRequest): void;
  /** The step to focus when the given ones are removed: the next that remains, or the previous. */
  neighbor(steps: string[]): string | undefined;
}

export class ListActions {
  readonly editor: EditorModel;
  readonly host: ListHost;

  constructor(editor: EditorModel, host: ListHost) {
    this.editor = editor;
    this.host = host;
  }

  get flow(): string {
    return this.editor.flow.get();
  }

  document = () => this.editor.draft.document.get();

  open(step: string): void {
    this.editor.select({ steps: [step] });
    this.editor.panel.set("step");
  }

  openRoute(ref: RouteRef): void {
    this.editor.select({ steps: [ref.step], route: ref });
  }

  openPort(step: string, port: string): void {
    this.editor.select({ steps: [step], port });
  }

  /** Adds a step to the selection, or removes it, without opening it. */
  toggleSelection(step: string): void {
    const { selection } = this.editor;
    const steps = selection.get().steps;
    const others = steps.filter((selected) => selected !== step);
    selection.set({ steps: steps.includes(step) ? others : [...steps, step] });
    this.editor.spotlight.set(null);
  }

  retarget(ref: RouteRef, value: string): void {
    this.editor.draft.apply(t("list.re-route"), retarget(ref, destinationOf(value)));
  }

  /** Adds the first route of a port. */
  connect(step: string, port: string, value: string): void {
    this.editor.draft.apply(
      t("list.connect"), connect(this.flow, step, port, destinationOf(value)));
  }

  removeRoute(ref: RouteRef): void {
    this.editor.draft.apply(t("list.remove-route"), removeRoute(ref));
  }

  /** Moves a route before or after its neighbor; the first that matches wins. */
  moveRoute(ref: RouteRef, by: -1 | 1): void {
    const step = stepOf(this.document(), ref.flow, ref.step);
    const routes = [...routesOf(step, ref.port)];
    const [route] = routes.splice(ref.route, 1);
    if (!route) return;
    routes.splice(ref.route + by, 0, route);
    this.editor.draft.apply(
      t("list.reorder"), setRoutes(ref.flow, ref.step, ref.port, routes));
  }

  setStart(step: string): void {
    this.editor.draft.apply(t("list.set-start"), setStart(this.flow, step));
  }

  rename(from: string, to: string): void {
    this.editor.draft.apply(t("list.rename"), renameStep(this.flow, from, to));
    const { selection } = this.editor;
    selection.update(({ steps }) => ({ steps: steps.map((step) => (step === from ? to : step)) }));
    this.host.focus(this.flow, to);
  }

  /** Adds a step, after another edit if there is one, and connects the request's edge or port. */
  add(step: Step, request: DialogRequest & { kind: "add" }, edit?: Edit): void {
    const { flow } = this;
    const { ref, into, port } = request;
    if (into) return this.#insert(step, into, edit);
    this.editor.draft.apply(t("list.add"), (document) => {
      let next = addStep(flow, step)(edit?.(document) ?? document);
      if (ref) next = retarget(ref, { to: step.id })(next);
      if (port) next = connect(flow, port.step, port.port, { to: step.id })(next);
      const hasStart = stepOf(next, flow, flowOf(next, flow)?.start ?? "") !== undefined;
      return hasStart ? next : setStart(flow, step.id)(next);
    });
    this.host.focus(flow, step.id);
  }

  #insert(step: Step, edge: ChosenEdge, edit: Edit = (document) => document): void {
    const { screen } = step;
    if (!isUnchanged(this.document(), edge)) {
      return void toast({ text: t("canvas.insert-changed") });
    }
    const declared = declaredPorts(this.editor.screens.get(), screen);
    const port = continuingPort(edit(this.document()), screen, declared);
    if (port === undefined) return void toast({ text: t("list.cannot-insert", { screen }) });
    this.editor.draft.apply(
      t("canvas.do-insert", { step: step.id }),
      (document) => insertStep(edge.ref, step, port)(edit(document)));
    this.host.focus(this.flow, step.id);
  }

  /** Whether a step with a screen can be inserted: it has a port to continue at. */
  canInsert(screen: string): boolean {
    const declared = declaredPorts(this.editor.screens.get(), screen);
    return continuingPort(this.document(), screen, declared) !== undefined;
  }

  /** Opens the dialog for a new drawn screen, and adds a step that shows it. */
  draw(request: DialogRequest & { kind: "add" }, name?: string): void {
    this.editor.newScreen.set({
      ...(name ? { name } : {}), needsExit: request.into !== undefined,
      add: (screen, edit) => this.add({ id: this.uniqueName(screen), screen }, request, edit),
    });
  }

  uniqueName(preferred: string): string {
    return uniqueName(preferred, (this.editor.currentFlow?.steps ?? []).map((step) => step.id));
  }

  remove(steps: string[]): void {
    if (!this.editor.canEdit || steps.length === 0) return;
    this.editor.remove({
      flow: this.flow, steps, run: (instead) => this.#removeNow(steps, instead),
    });
  }

  #removeNow(steps: string[], instead?: Destination): void {
    const next = this.host.neighbor(steps);
    const start = this.editor.currentFlow?.start;
    const { flow } = this;
    this.editor.draft.apply(
      t("list.remove", { count: steps.length }), removeSteps(flow, steps, instead));
    this.editor.selection.set({ steps: [] });
    if (this.editor.panel.get() === "step") this.editor.panel.set(null);
    if (next) this.host.focus(flow, next);
    const text = steps.length === 1
      ? t("list.removed", { step: steps[0] ?? "" })
      : t("list.removed-many", { count: steps.length });
    const newStart = this.editor.currentFlow?.start;
    const hasNewStart = newStart !== undefined && newStart !== start;
    showUndoToast(this.editor.draft, {
      text: hasNewStart ? `${text} ${t("canvas.announce-start", { step: newStart })}` : text,
    });
  }

  async copy(steps: string[]): Promise<void> {
    await copy(this.editor, steps);
    toast({ text: t("list.copied", { count: steps.length }), kind: "good" });
  }
}
