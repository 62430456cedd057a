import { useEffect, useMemo, useRef } from "react";
import type { Change, FlowDocument } from "../../document";
import { discardChange } from "../../document/discarding";
import type { EditorModel } from "../../model/editor";
import { changeSentence } from "../../model/sentences";
import { showUndoToast } from "../../model/undoable";
import { Button, toast } from "../../ui";
import { t } from "../../localization";
import { ChangeList } from "./ChangeList";
import type { Differences } from "./differences";

/** The changes of the draft to the live release, each with a button to discard it. */
export function DraftChanges({ editor, differences, isBusy, onShow }: {
  editor: EditorModel; differences: Differences; isBusy: boolean; onShow(change: Change): void;
}) {
  const { changes, from, to, isCurrent } = differences;
  const list = useRef<HTMLDivElement>(null);
  /** The position of the discarded change until the others are listed. */
  const discarded = useRef<number | null>(null);
  useEffect(() => {
    if (discarded.current === null) return;
    const buttons = buttonsIn(list.current);
    const next = buttons[Math.min(discarded.current, buttons.length - 1)];
    discarded.current = null;
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
    <div ref={list}>
      {changes && (
        <ChangeList
          changes={changes} before={from} document={to} onShow={onShow}
          action={from && to && editor.canEdit ? (change) => (
            <DiscardButton
              change={change} live={from} draft={to} isDisabled={isDisabled} onDiscard={discard}
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
function DiscardButton({ change, live, draft, isDisabled, onDiscard }: {
  change: Change; live: FlowDocument; draft: FlowDocument; isDisabled: boolean;
  onDiscard(button: HTMLElement, document: FlowDocument): void;
}) {
  const result = useMemo(() => discardChange(live, draft, change), [live, draft, change]);
  if (!result) return null;
  const reason = "usedBy" in result
    ? t("publish.discard-used", { name: result.usedBy }) : undefined;
  return (
    <Button
      kind="quiet" size="small" className="discard-change" title={reason}
      aria-label={t("publish.discard-label", { change: changeSentence(change) })}
      aria-disabled={isDisabled || reason !== undefined}
      onClick={({ currentTarget }) => {
        if ("document" in result) onDiscard(currentTarget, result.document);
        else if (reason !== undefined) toast({ text: reason });
      }}
    >
      {t("publish.discard")}
    </Button>
  );
}
