import { useEffect, useState } from "react";
import type { Choice, Conflict } from "../../document";
import { diff } from "../../engine";
import type { EditorModel } from "../../model/editor";
import { changeSentence } from "../../model/sentences";
import { useStore } from "../../model/store";
import { Button, Callout, Dialog, failureText, Icon, Loading, toast } from "../../ui";
import { t } from "../../localization";
import { lastOtherAuthor } from "./authorLabel";

interface Sides {
  key: string;
  mine: string[];
  theirs: string[];
}

/** Returns both sides' changes at a conflict, in sentences. */
function useConflictSides(editor: EditorModel, conflict: Conflict | undefined): Sides | null {
  const [sides, setSides] = useState<Sides | null>(null);
  const document = useStore(editor.draft.document);
  const key = conflict?.key;
  useEffect(() => {
    if (key === undefined) return;
    let isCurrent = true;
    const { base, mine, theirs } = editor.draft.sides(key);
    Promise.all([diff(base, mine), diff(base, theirs)]).then(
      (both) => {
        const [ours = [], others = []] = both.map((changes) => changes.map(changeSentence));
        if (isCurrent) setSides({ key, mine: ours, theirs: others });
      },
      (error: unknown) => {
        const failure = [failureText(error)];
        if (isCurrent) setSides({ key, mine: failure, theirs: failure });
      });
    return () => {
      isCurrent = false;
    };
  }, [key, document]);
  return sides?.key === key ? sides : null;
}

/**
 * Resolves conflicts one by one, starting with the one whose key is `first`.
 */
export function ConflictDialog({ editor, first, onClose }: {
  editor: EditorModel; first: string; onClose(): void;
}) {
  const conflicts = useStore(editor.draft.state).conflicts;
  const [at, setAt] = useState(Math.max(0, conflicts.findIndex(({ key }) => key === first)));
  const [total] = useState(conflicts.length);
  const index = Math.min(at, conflicts.length - 1);
  const conflict = conflicts[index];
  const sides = useConflictSides(editor, conflict);
  const [who] = useState(() => lastOtherAuthor(editor));
  useEffect(() => {
    if (conflicts.length > 0) return;
    onClose();
    toast({ kind: "good", text: t("conflict.done") });
  }, [conflicts.length]);
  if (!conflict) return null;
  const choose = (choice: Choice) => {
    editor.draft.resolve(new Map([[conflict.key, choice]]));
  };
  const done = Math.max(0, total - conflicts.length);
  return (
    <Dialog
      title={t("conflict.title", { count: conflicts.length })} onClose={onClose}
      closesOnOutsideClick={false}
      footer={
        <>
          {conflicts.length > 1 && (
            <Button onClick={() => setAt((index + 1) % conflicts.length)}>
              {t("conflict.next")}
            </Button>
          )}
          <Button onClick={onClose}>{t("conflict.later")}</Button>
        </>
      }
    >
      <p className="muted">{t("conflict.text")}</p>
      {done > 0 && (
        <p className="small-text" role="status">
          {t("conflict.progress", { done: String(done), total: String(total) })}
        </p>
      )}
      <h3 className="conflict-place"><Icon name="branch" size={16} /> {locationText(conflict)}</h3>
      {sides ? <Choices conflict={conflict} who={who} sides={sides} onChoose={choose} />
        : <Loading text={t("app.loading")} />}
      {conflict.kind === "removed" && (
        <Callout kind="warn">
          {t(conflict.mine === undefined ? "conflict.removed-here" : "conflict.removed-there")}
        </Callout>
      )}
    </Dialog>
  );
}

function Choices({ conflict, who, sides, onChoose }: {
  conflict: Conflict; who: string; sides: Sides; onChoose(choice: Choice): void;
}) {
  return (
    <div className="conflict-choices">
      {(["mine", "theirs"] as const).map((side) => (
        <button
          key={side} type="button" className={`conflict-choice ${side}`}
          onClick={() => onChoose(side)}
        >
          <strong>{side === "mine" ? t("conflict.mine") : who}</strong>
          <span className="conflict-changes">
            {sides[side].length === 0
              ? <span>{t("conflict.as-before")}</span>
              : sides[side].map((sentence, index) => <span key={index}>{sentence}</span>)}
          </span>
          <span className="conflict-action">{t(`conflict.keep-${side}`)}</span>
        </button>
      ))}
      {conflict.canKeepBoth && (
        <Button icon="add" onClick={() => onChoose("both")}>{t("conflict.keep-both")}</Button>
      )}
    </div>
  );
}

function locationText({ flow, step, port, screen, member, kind }: Conflict): string {
  const parts = [
    ...(flow === undefined ? [screen ?? t("publish.everywhere")] : [flow]),
    ...(step === undefined ? [] : [step]),
    ...(port === undefined ? [] : [t("conflict.port", { port })]),
    ...(kind === "order" ? [t("conflict.order")] : []),
    ...(kind === "changed" && port === undefined && member !== undefined ? [member] : []),
  ];
  return parts.join(" › ");
}
