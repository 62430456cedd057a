// The equivalent of the canvas for screen readers, keyboards, and reading.
//
// Nested lists with headings instead of a treegrid, because a treegrid captures the keyboard: a
// screen reader presents one cell at a time and its reading keys stop working; touch screen readers
// barely support it. Here steps are headings (one key jumps from step to step), ports are headings
// below them, routes are numbered lists (their order matters, and "2 of 3" is announced), and
// actions are native buttons, checkboxes and selects, which every assistive technology and every
// phone supports well. Arrow keys are an addition, not a requirement.
//
// Nothing is removed from the page while it is out of view, because screen readers and the
// browser's search could not find it. `content-visibility` skips rendering in the browser, and a
// step is re-rendered only when it changes.

import { useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useEditor } from "../../model/editor";
import { useStore } from "../../model/store";
import { Button, EmptyState, toast } from "../../ui";
import { t } from "../../localization";
import { ListActions, type DialogRequest } from "./actions";
import { clipboardText, paste } from "./clipboard";
import { ListBar } from "./ListBar";
import { matches } from "./order";
import { StepDialog } from "./StepDialogs";
import { StepItem } from "./StepItem";
import { useListHost, useListKeys } from "./useKeys";
import { useListContent } from "./useList";
import "./list.css";

/** The maximum number of steps in a flow whose steps are all expanded at first. */
const MAX_INITIALLY_EXPANDED = 24;

export function FlowList() {
  const editor = useEditor();
  const content = useListContent(editor);
  const selection = useStore(editor.selection);
  const [query, setQuery] = useState("");
  const [request, setRequest] = useState<DialogRequest | null>(null);
  const deferredQuery = useDeferredValue(query);
  const root = useRef<HTMLDivElement>(null);
  const { flow, order } = content;
  const expanded = useExpanded(flow?.id ?? "", order.steps.length);
  const { host, cameFrom, goBack } = useListHost(
    editor, root, { ask: setRequest, toggle: expanded.toggle, clear: () => setQuery("") });
  const actions = useMemo(() => new ListActions(editor, host), [editor, host]);
  const shown = useMemo(
    () => (flow ? order.steps.filter((step) => matches(flow.id, step, deferredQuery)) : []),
    [flow, order, deferredQuery]);
  useListKeys(editor, root, actions, { expand: expanded.set, goBack });
  const onPaste = async () => {
    const steps = paste(editor, await clipboardText());
    if (steps?.[0]) actions.host.focus(editor.flow.get(), steps[0]);
    else toast({ text: t("list.nothing-to-paste") });
  };
  if (!flow) return null;
  const canEdit = editor.canEdit;
  const firstUnreachable = shown.find((step) => order.unreachable.has(step.id));
  return (
    <div className="list" ref={root} data-tour="list">
      <ListBar
        flow={flow.id} query={query} onQuery={setQuery} shown={shown.length}
        total={order.steps.length} selected={selection.steps} canEdit={canEdit} actions={actions}
        isAllOpen={shown.every((step) => expanded.has(step.id))}
        onAll={(isOpen) => expanded.setAll(isOpen ? order.steps.map((step) => step.id) : [])}
        onPaste={() => void onPaste()} cameFrom={cameFrom} onBack={goBack}
      />
      {order.steps.length === 0 ? (
        <EmptyState
          icon="flow" title={t("list.empty")}
          action={canEdit && (
            <Button kind="primary" icon="add" onClick={() => setRequest({ kind: "add" })}>
              {t("list.add")}
            </Button>
          )}
        >
          <p>{t("list.empty-text")}</p>
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState icon="search" title={t("list.none-found", { query })} />
      ) : (
        <ol className="list-steps">
          {shown.map((step) => (
            <StepItem
              key={step.id} flow={flow.id} step={step} declared={content.declaredOf(step.screen)}
              kind={content.kindOf(step.screen)}
              isStart={flow.start === step.id} isUnreachable={order.unreachable.has(step.id)}
              isFirstUnreachable={step === firstUnreachable}
              isOpen={expanded.has(step.id)} isSelected={selection.steps.includes(step.id)}
              selectedRoute={selection.route?.step === step.id ? selection.route : undefined}
              isHighlighted={content.isHighlighted(step.id)} marks={content.marksOf(step.id)}
              difference={content.differenceOf(step.id)}
              findings={content.findingsOf(step.id)} conflicts={content.conflictsOf(step.id)}
              missing={content.missingOf(step)}
              canEdit={canEdit} actions={actions}
            />
          ))}
        </ol>
      )}
      {request && (
        <StepDialog
          request={request} screens={content.screens} actions={actions}
          onClose={() => setRequest(null)}
        />
      )}
    </div>
  );
}

/** Returns the expanded steps; in a small flow, all of them at first. */
function useExpanded(flow: string, count: number) {
  const [changed, setChanged] = useState<{ flow: string; open: Set<string>; isAll: boolean }>(
    { flow, open: new Set(), isAll: count <= MAX_INITIALLY_EXPANDED });
  // With `isAll`, the set contains the collapsed steps, so that new steps are expanded.
  const state = changed.flow === flow
    ? changed : { flow, open: new Set<string>(), isAll: count <= MAX_INITIALLY_EXPANDED };
  useEffect(() => setChanged(state), [flow]);
  const has = (step: string) => state.open.has(step) !== state.isAll;
  const set = (step: string, isOpen: boolean) => setChanged((now) => {
    const open = new Set(now.open);
    if (isOpen !== now.isAll) open.add(step);
    else open.delete(step);
    return { ...now, open };
  });
  const current = useRef(has);
  current.current = has;
  return {
    has, set,
    toggle: (step: string) => set(step, !current.current(step)),
    setAll: (steps: string[]) => setChanged({ flow, open: new Set(), isAll: steps.length > 0 }),
  };
}
