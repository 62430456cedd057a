// Keyboard navigation of the list: focus, movement and shortcuts.

import {
  useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject,
} from "react";
import { flowOf } from "../../document";
import { chosenEdge } from "../../document/insertion";
import type { EditorModel } from "../../model/editor";
import { isSwitchedOff, isHandledElsewhere } from "../../model/shortcuts";
import { toast } from "../../ui";
import { t } from "../../localization";
import type { ListActions, ListHost } from "./actions";
import { copiedText, paste } from "./clipboard";

type Root = RefObject<HTMLElement>;
interface StepLocation { flow: string; step: string }

const nameButtons = (root: Root) =>
  [...(root.current?.querySelectorAll<HTMLElement>(".list-name") ?? [])];

function nameButton(root: Root, step: string): HTMLElement | null {
  return root.current?.querySelector<HTMLElement>(
    `[data-step="${CSS.escape(step)}"] .list-name`) ?? null;
}

/** The step that an element of the list belongs to. */
const stepAt = (target: EventTarget | null): string | undefined =>
  (target as Element | null)?.closest?.<HTMLElement>("[data-step]")?.dataset["step"];

/**
 * Returns the functions of the list for its parts, and the previous step with a function that
 * returns to it, after an edge was followed.
 */
export function useListHost(
  editor: EditorModel, root: Root,
  list: { ask: ListHost["ask"]; toggle: ListHost["toggle"]; clear(): void },
) {
  const [trail, setTrail] = useState<StepLocation[]>([]);
  const latest = useRef(list);
  latest.current = list;
  const host = useMemo((): ListHost => {
    // A step may be rendered only in a later frame, so this is attempted again, a few times.
    const focusWhenReady = (step: string, attempts: number): void => {
      const button = nameButton(root, step);
      if (button) {
        button.scrollIntoView({ block: "center" });
        button.focus({ preventScroll: true });
      } else if (attempts > 0) {
        requestAnimationFrame(() => focusWhenReady(step, attempts - 1));
      }
    };
    const focus = (flow: string, step: string) => {
      const start = flowOf(editor.draft.document.get(), flow)?.start;
      if (flow !== editor.flow.get()) editor.flow.set(flow);
      const id = step === "" ? start ?? "" : step;
      if (!nameButton(root, id)) latest.current.clear();
      requestAnimationFrame(() => focusWhenReady(id, 3));
    };
    return {
      focus, ask: (question) => latest.current.ask(question),
      toggle: (step) => latest.current.toggle(step),
      follow: (from, to) => {
        const flow = editor.flow.get();
        setTrail((all) => [...all.slice(-49), { flow, step: from }]);
        focus(to.flow, to.step);
      },
      neighbor: (steps) => {
        const all = nameButtons(root).map((button) => stepAt(button) ?? "");
        const at = all.indexOf(steps[0] ?? "");
        const remains = (step: string) => !steps.includes(step);
        return all.slice(at).find(remains) ?? all.slice(0, at).reverse().find(remains);
      },
    };
  }, [editor, root]);
  useEffect(() => editor.onCommand((command) => {
    // NB: focus in the preview stays there; the list only shows its position.
    const isElsewhere = document.activeElement?.closest(".side-panel.preview") != null;
    if (command.kind === "reveal" && isElsewhere) nameButton(root, command.step)?.scrollIntoView();
    else if (command.kind === "reveal") {
      host.focus(command.flow, command.step);
      if (command.isOpen) editor.select({ steps: [command.step] });
    } else if (command.kind === "section") {
      const flow = flowOf(editor.draft.document.get(), command.flow);
      const first = flow?.steps.find((step) => step.section === command.section);
      if (first) host.focus(command.flow, first.id);
    } else if (command.kind === "edit") editor.panel.set("step");
    else if (command.kind === "insert") {
      const into = chosenEdge(editor.draft.document.get(), command.edge);
      host.ask({ kind: "add", into });
    }
  }), [editor, host]);
  const goBack = () => {
    const previous = trail.at(-1);
    if (!previous) return;
    setTrail(trail.slice(0, -1));
    host.focus(previous.flow, previous.step);
  };
  return { host, cameFrom: trail.at(-1)?.step ?? null, goBack };
}

/** The shortcuts of the list; single letters can be switched off. */
export function useListKeys(
  editor: EditorModel, root: Root, actions: ListActions,
  list: { expand(step: string, isOpen: boolean): void; goBack(): void },
): void {
  const latest = useRef({ actions, list });
  latest.current = { actions, list };
  // In a layout effect, so that no key press is lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isHandledElsewhere(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isSwitchedOff(event)) return;
      const isInList = root.current?.contains(event.target as Node) ?? false;
      const isHandled = (event.key === "/" && focusSearch(root))
        || (event.key === "Escape" && clearSelection(editor))
        || (isInList && handleKey(event, root, latest.current));
      if (isHandled) event.preventDefault();
    };
    const onClipboard = (event: ClipboardEvent) => (
      handleClipboard(event, editor, root, latest.current.actions));
    addEventListener("keydown", onKey);
    document.addEventListener("copy", onClipboard);
    document.addEventListener("paste", onClipboard);
    return () => {
      removeEventListener("keydown", onKey);
      document.removeEventListener("copy", onClipboard);
      document.removeEventListener("paste", onClipboard);
    };
  }, [editor, root]);
}

function focusSearch(root: Root): boolean {
  const field = root.current?.querySelector<HTMLInputElement>("input[type=search]");
  field?.focus();
  field?.select();
  return field != null;
}

function clearSelection(editor: EditorModel): boolean {
  const { steps, route } = editor.selection.get();
  if (steps.length === 0 && !route && !editor.spotlight.get()) return false;
  editor.selection.set({ steps: [] });
  editor.spotlight.set(null);
  return true;
}

type KeyHandlers = {
  actions: ListActions; list: { expand(step: string, isOpen: boolean): void; goBack(): void };
};

/** Handles a key in the list; returns whether it did something. */
function handleKey(event: KeyboardEvent, root: Root, { actions, list }: KeyHandlers): boolean {
  const step = stepAt(event.target);
  const isName = (event.target as Element).classList.contains("list-name");
  switch (event.key) {
    case "ArrowDown": return isName && move(root, event.target, 1);
    case "ArrowUp": return isName && move(root, event.target, -1);
    case "Home": return isName && focus(nameButtons(root)[0]);
    case "End": return isName && focus(nameButtons(root).at(-1));
    case "ArrowRight": return isName && expand(step, true, list);
    case "ArrowLeft":
      if (!isName && step !== undefined) return focus(nameButton(root, step));
      return expand(step, false, list);
    default: return runShortcut(event, step, { actions, list });
  }
}

function runShortcut(
  event: KeyboardEvent, step: string | undefined, { actions, list }: KeyHandlers,
): boolean {
  const letter = event.key.toLowerCase();
  const { canEdit } = actions.editor;
  if (letter === "b") {
    list.goBack();
    return true;
  }
  if (step === undefined) return false;
  const selected = actions.editor.selection.get().steps;
  if (event.key === "F2" && canEdit) actions.host.ask({ kind: "rename", step });
  else if (["Delete", "Backspace"].includes(event.key) && canEdit) {
    actions.remove(selected.includes(step) ? selected : [step]);
  } else if (letter === "e") actions.open(step);
  else if (letter === "x") actions.toggleSelection(step);
  else if (letter === "g") return follow(event.target as Element);
  else return false;
  return true;
}

/** Follows the focused edge, or the step's first one. */
function follow(target: Element): boolean {
  const row = target.closest(".list-route") ?? target.closest("[data-step]");
  const button = row?.querySelector<HTMLElement>(".list-follow");
  button?.click();
  return button != null;
}

function expand(
  step: string | undefined, isOpen: boolean, list: KeyHandlers["list"],
): boolean {
  if (step === undefined) return false;
  list.expand(step, isOpen);
  return true;
}

function move(root: Root, from: EventTarget | null, by: number): boolean {
  const all = nameButtons(root);
  return focus(all[all.indexOf(from as HTMLElement) + by]);
}

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus();
  return element != null;
}

/** Copies the selected steps or the focused one; pastes copied steps. */
function handleClipboard(
  event: ClipboardEvent, editor: EditorModel, root: Root, actions: ListActions,
): void {
  const at = document.activeElement;
  const isHere = at === document.body || (root.current?.contains(at) ?? false);
  if (!isHere || at?.matches("input[type=search], textarea")) return;
  if (event.type === "paste") {
    const pasted = paste(editor, event.clipboardData?.getData("text/plain") ?? "");
    if (!pasted) return;
    event.preventDefault();
    toast({ text: t("list.pasted", { count: pasted.length }), kind: "good" });
    actions.host.focus(editor.flow.get(), pasted[0] ?? "");
    return;
  }
  const selected = editor.selection.get().steps;
  const step = stepAt(at);
  const steps = selected.length > 0 ? selected : step !== undefined ? [step] : [];
  if (steps.length === 0 || getSelection()?.isCollapsed === false) return;
  event.preventDefault();
  event.clipboardData?.setData("text/plain", copiedText(editor, steps));
  toast({ text: t("list.copied", { count: steps.length }), kind: "good" });
}
