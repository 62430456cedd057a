import { useEffect, useRef } from "react";
import type { Change } from "../../document";
import { changeSentence } from "../../model/sentences";
import { Button, TextArea } from "../../ui";
import { formatList, t } from "../../localization";

/** The note for the history, with a suggestion that summarizes the changes. */
export function NoteField({ changes, note, onNote }: {
  changes: Change[]; note: string; onNote(note: string): void;
}) {
  const suggestion = suggestedNote(changes);
  /** The suggestion that was used; as long as the note is the same, it follows the changes. */
  const used = useRef<string | null>(null);
  useEffect(() => {
    if (suggestion === null || suggestion === used.current || note !== used.current) return;
    used.current = suggestion;
    onNote(suggestion);
  }, [suggestion, note, onNote]);
  const use = (text: string) => {
    used.current = text;
    onNote(text);
  };
  return (
    <section className="sheet-part">
      <TextArea
        label={t("publish.note")} hint={t("publish.note-hint")} value={note} onValue={onNote}
        rows={2} maxLength={500}
      />
      {suggestion && note.trim() === "" && (
        <Button size="small" kind="quiet" className="suggestion" onClick={() => use(suggestion)}>
          {t("publish.suggest", { text: suggestion })}
        </Button>
      )}
    </section>
  );
}

/** A sentence that summarizes the changes; null if there are none. */
export function suggestedNote(changes: Change[]): string | null {
  const [first] = changes;
  if (!first) return null;
  if (changes.length === 1) return changeSentence(first).slice(0, 160);
  const steps = [...new Set(changes.flatMap(({ step }) => (step === undefined ? [] : [step])))];
  const shown = steps.length > 3
    ? [...steps.slice(0, 2), t("publish.more-steps", { count: steps.length - 2 })] : steps;
  const count = t("publish.changes", { count: changes.length });
  return shown.length === 0 ? count : t("publish.suggested", { count, steps: formatList(shown) });
}
