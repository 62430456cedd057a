import { useEffect, useMemo, useRef } from "react";
import type { Change, FlowDocument } from "../../document";
import { discardChange, type UsingPart } from "../../document/discarding";
import type { EditorModel } from "../../model/editor";
import { changeSentence } from "../../model/sentences";
import { showUndoToast } from "../../model/undoable";
import { Button, toast } from "../../ui";
import { t } from "../../localization";
import { ChangeList } from "./ChangeList";
import type { Differences } from "./differences";

/**
 * The changes of the draft to the live release, each with a button to discard it, unless there is
 * a newer release, to which the draft has not been compared.
 */
export function DraftChanges({ editor, differences, isBusy, isOutdated, onShow }: {
  editor: EditorModel; differences: Differences; isBusy: boolean; isOutdated: boolean;
  onShow(change: Change): void;
}) {
  const { changes, from, to, isCurrent } = differences;
  const list = useRef<HTMLDivElement>(null);
  /** The position of the discarded change until the others are listed. */
  const discarded = useRef<number | null>(null);
  /** The position of the button that has the focus, or had it when it was removed. */
  const focused = useRef<number | null>(null);
  useEffect(() => {
    const isLost = focused.current !== null && document.activeElement === document.body;
    const position = discarded.current ?? (isLost ? focused.current : null);
    discarded.current = null;
    if (position === null) return;
    const buttons = buttonsIn(list.current);
    const next = buttons[Math.min(position, buttons.length - 1)];
    (next ?? list.current?.closest(".sheet")?.querySelector("h2"))?.focus();
  }, [changes]);
  const isDisabled = isBusy || !isCurrent;
  const discard = (button: HTMLElement, document: FlowDocument) => {
    const { draft } = editor;
    draft.applyPending();
    // NB: after another edit, the changes are compared again first.
    if (isDisabled || draft.document.get() !== to) return;
    discarded.current = buttonsIn(list.current).indexOf(button);
    draft.apply(t("publish.discard-undo"), () => document);
    showUndoToast(draft, { kind: "good", text: t("publish.change-discarded") });
  };
  return (
    <div
      ref={list}
      onFocus={({ target }) => {
        const position = buttonsIn(list.current).indexOf(target);
        focused.current = position < 0 ? null : position;
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget) focused.current = null;
      }}
    >
      {changes && (
        <ChangeList
          changes={changes} before={from} document={to} onShow={onShow}
          action={from && to && editor.canEdit ? (change) => (
            <DiscardButton
              change={change} live={from} draft={to} isDisabled={isDisabled}
              isOutdated={isOutdated} onDiscard={discard}
            />
          ) : undefined}
        />
      )}
    </div>
  );
}

const buttonsIn = (list: HTMLElement | null): HTMLElement[] =>
  [...list?.querySelectorAll<HTMLElement>(".discard-change") ?? []];

/** Pressing the button while the change is used elsewhere explains why it is disabled. */
function DiscardButton({ change, live, draft, isDisabled, isOutdated, onDiscard }: {
  change: Change; live: FlowDocument; draft: FlowDocument; isDisabled: boolean;
  isOutdated: boolean;
  onDiscard(button: HTMLElement, document: FlowDocument): void;
}) {
  const result = useMemo(() => discardChange(live, draft, change), [live, draft, change]);
  if (!result) return null;
  const reason = isOutdated ? t("publish.why-newer-release")
    : "usedBy" in result ? sentenceOfUse(result.usedBy) : undefined;
  return (
    <Button
      kind="quiet" size="small" className="discard-change" title={reason}
      aria-label={t("publish.discard-label", { change: changeSentence(change) })}
      aria-disabled={isDisabled || reason !== undefined}
      onClick={({ currentTarget }) => {
        if (reason !== undefined) toast({ text: reason });
        else if ("document" in result) onDiscard(currentTarget, result.document);
      }}
    >
      {t("publish.discard")}
    </Button>
  );
}

/** Says which part of the draft uses one that was added. */
function sentenceOfUse(part: UsingPart): string {
  return "screen" in part ? t("publish.discard-used-screen", { name: part.screen })
    : t("publish.discard-used-step", { name: part.step });
}
