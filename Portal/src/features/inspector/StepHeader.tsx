import { useRef, useState } from "react";
import {
  uniqueName, pasteSteps, removeSteps, renameStep, routesOf, setStart, changeStep,
  type Step,
} from "../../document";
import { focusSelected } from "../../model/focus";
import { codeKind, kindIcons, kindName, kindNote } from "../../model/kinds";
import { setQuery } from "../../model/router";
import { useStore } from "../../model/store";
import {
  Button, Callout, Chip, Combobox, Dialog, Field, Icon, IconButton, Menu, TextField,
  type MenuContent, type Suggestion,
} from "../../ui";
import { formatList, t } from "../../localization";
import type { Screen } from "../../api";
import { screenOf, useInspector } from "./context";
import { mismatchesOf } from "./content/mismatches";

/** The step's name and screen, and the menu with its actions. */
export function StepHeader() {
  const { document, flow, step, canEdit } = useInspector();
  const isStart = document.flows.find(({ id }) => id === flow)?.start === step.id;
  return (
    <header className="step-head">
      <div className="step-name-line">
        <StepName key={step.id} />
        {canEdit && <StepMenu isStart={isStart} />}
      </div>
      {isStart && <Chip kind="accent" icon="start">{t("inspector.start")}</Chip>}
      <ScreenField />
    </header>
  );
}

const MAX_NAME_LENGTH = 100;

/** The step's id, editable in place; edges and rules are updated. */
function StepName() {
  const { apply, canEdit, document, editor, flow, step } = useInspector();
  const [name, setName] = useState(step.id);
  const isDiscarded = useRef(false);
  const trimmed = name.trim();
  const taken = document.flows.find(({ id }) => id === flow)?.steps
    .some(({ id }) => id === trimmed && id !== step.id);
  const error = trimmed === "" ? t("inspector.name-empty")
    : taken ? t("inspector.name-taken", { step: trimmed })
      : /[\u0000-\u001f]/.test(trimmed) ? t("inspector.name-letters") : undefined;
  const commit = () => {
    if (error || isDiscarded.current) return;
    if (trimmed === step.id) return setName(trimmed);
    apply(t("inspector.undo-rename"), renameStep(flow, step.id, trimmed));
    const { port } = editor.selection.get();
    editor.selection.set({ steps: [trimmed], ...(port ? { port } : {}) });
  };
  const cancel = () => {
    setName(step.id);
    // NB: the blur event would commit the text that was just discarded.
    isDiscarded.current = true;
    focusSelected(editor);
    isDiscarded.current = false;
  };
  return (
    <TextField
      label={t("inspector.name")} isLabelHidden className="step-name" value={name} error={error}
      maxLength={MAX_NAME_LENGTH} disabled={!canEdit} onValue={setName}
      hint={name.length < MAX_NAME_LENGTH ? undefined
        : <span role="status">{t("inspector.name-long", { count: MAX_NAME_LENGTH })}</span>}
      onBlur={() => (error ? setName(step.id) : commit())}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
        if (event.key !== "Escape") return;
        event.stopPropagation();
        cancel();
      }}
    />
  );
}

function ScreenField() {
  const { apply, canEdit, editor, flow, step, screen } = useInspector();
  const screens = useStore(editor.screens);
  const builds = useStore(editor.application.builds);
  const [pending, setPending] = useState<string | null>(null);
  const all = builds?.builds ?? [];
  const kind = codeKind(screen);
  const label = kind ? kindName(kind) : t("inspector.screen");
  const names = [...new Set([
    ...screens.map(({ name }) => name),
    ...all.flatMap((build) => (build.manifest.screens ?? []).map(({ name }) => name)),
  ])].sort((a, b) => a.localeCompare(b));
  const change = (name: string) => {
    setPending(null);
    apply(t("inspector.undo-screen"), changeStep(
      flow, step.id, (it) => ({ ...it, screen: name })));
  };
  const choose = (name: string) => {
    if (name === step.screen) return;
    const next = screenOf(name, screens, all);
    if (next && mismatchesOf(step, next).length > 0) setPending(name);
    else change(name);
  };
  return (
    <>
      <Field
        label={label}
        hint={kind ? kindNote(kind) : screen ? undefined : t("inspector.screen-unknown")}
      >
        {(props) => (canEdit ? (
          <Combobox
            id={props.id} label={label} value={step.screen} icon={kind ? kindIcons[kind] : "phone"}
            describedBy={props["aria-describedby"]} emptyText={t("inspector.no-screen")}
            suggestions={names.map((name) => suggestionOf(name, screenOf(name, screens, all)))}
            onChoose={choose}
          />
        ) : <span id={props.id} className="screen-text">{step.screen}</span>)}
      </Field>
      {screen?.isDrawn && (
        <Button
          size="small" icon="phone" onClick={() => setQuery({ screen: step.screen }, true)}
        >
          {t("canvas.edit-screen")}
        </Button>
      )}
      {pending !== null && (
        <ScreenDialog
          step={step}
          screen={screenOf(pending, screens, all) ?? { name: pending, ports: [], builds: [] }}
          onClose={() => setPending(null)} onChange={() => change(pending)}
        />
      )}
    </>
  );
}

/** A screen suggestion; steps that are code are labeled. */
function suggestionOf(name: string, screen: Screen | undefined): Suggestion {
  const kind = codeKind(screen);
  return { value: name, text: name, ...(kind ? { detail: kindName(kind) } : {}) };
}

/** Confirms a change of screen, with the parts of the step that the new screen would not accept. */
function ScreenDialog({ step, screen, onChange, onClose }: {
  step: Step; screen: Screen; onChange(): void; onClose(): void;
}) {
  const mismatches = mismatchesOf(step, screen);
  const title = t("inspector.change-screen", { screen: screen.name });
  return (
    <Dialog
      title={title} width="narrow" onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" onClick={onChange}>{t("inspector.change-anyway")}</Button>
        </>
      }
    >
      <p>{t("inspector.screen-mismatches", { screen: screen.name })}</p>
      <ul className="mismatches">
        {mismatches.map((mismatch) => (
          <li key={mismatch}><Icon name="alert" size={16} /><span>{mismatch}</span></li>
        ))}
      </ul>
      <Callout>{t("inspector.screen-kept")}</Callout>
    </Dialog>
  );
}

function StepMenu({ isStart }: { isStart: boolean }) {
  const { apply, document, editor, flow, step } = useInspector();
  const duplicate = () => {
    const { edit, names } = pasteSteps(
      document, flow, { kind: "flowmagic/steps", steps: [step], positions: {} });
    apply(t("inspector.undo-duplicate"), edit);
    const copy = names.get(step.id) ?? uniqueName(step.id, []);
    editor.select({ steps: [copy] });
    editor.command({ kind: "reveal", flow, step: copy });
  };
  const items: MenuContent = [
    {
      text: t("inspector.make-start"), icon: "start", isDisabled: isStart,
      onChoose: () => apply(t("inspector.undo-start"), setStart(flow, step.id)),
    },
    {
      text: t("inspector.show"), icon: "follow",
      onChoose: () => editor.command({ kind: "reveal", flow, step: step.id }),
    },
    { text: t("inspector.duplicate"), icon: "copy", onChoose: duplicate },
    null,
    {
      text: t("inspector.remove"), icon: "trash", isDangerous: true,
      detail: incomingStepsText(document.flows.find(({ id }) => id === flow)?.steps ?? [], step.id),
      onChoose: () => editor.remove({
        flow, steps: [step.id],
        run: (instead) => {
          apply(t("inspector.undo-remove"), removeSteps(flow, [step.id], instead));
          editor.selection.set({ steps: [] });
        },
      }),
    },
  ];
  return (
    <Menu
      items={items} label={t("inspector.menu")} align="end"
      trigger={(props) => <IconButton {...props} icon="more" label={t("inspector.menu")} />}
    />
  );
}

/** Returns a sentence about the steps that lead here: their edges would be removed, too. */
function incomingStepsText(steps: Step[], id: string): string | undefined {
  const from = steps.filter((step) => step.id !== id && Object.keys(step.ports ?? {}).some((port) =>
    JSON.stringify(routesOf(step, port)).includes(`"to":${JSON.stringify(id)}`)));
  if (from.length === 0) return undefined;
  const names = from.slice(0, 4).map((step) => step.id);
  return t("inspector.remove-edges", { steps: formatList(names) });
}
