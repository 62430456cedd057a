import { useState } from "react";
import { useEditor } from "../../model/editor";
import type { Repeat } from "../../model/repeats";
import { findingFix, repeatSentence } from "../../model/sentences";
import { showUndoToast } from "../../model/undoable";
import { Button, Icon } from "../../ui";
import { t } from "../../localization";
import { AcceptButton } from "./Accepting";
import { FindingGroups } from "./FindingGroups";
import { fixesForAll } from "./fixes/all";
import type { QuickFix } from "./fixes";
import { FixButtons, useFixes } from "./QuickFixButtons";

/** The number of findings listed before a press shows more. */
const PAGE = 30;

/** The same finding at many locations: one card, with one fix for all if there is one. */
export function RepeatCard({ repeat, onFixed }: { repeat: Repeat; onFixed(): void }) {
  const editor = useEditor();
  const [isOpen, setOpen] = useState(false);
  const [limit, setLimit] = useState(PAGE);
  const { findings, merged } = repeat;
  const fixes = useFixes(findings, fixesForAll);
  const count = findings.length;
  const apply = (fix: QuickFix) => {
    if (!fix.edit) return;
    const label = t("findings.fix-all", { count, what: fix.label });
    editor.draft.apply(label, fix.edit);
    editor.spotlight.set(null);
    onFixed();
    showUndoToast(editor.draft, { kind: "good", text: t("findings.fixed", { what: label }) });
  };
  return (
    <li className={`finding-card repeat ${merged.severity}`}>
      <Icon name="alert" size={18} />
      <div className="finding-text">
        <p>
          <span className="visually-hidden">{t(`findings.${merged.severity}`)}: </span>
          {repeatSentence(repeat)}
        </p>
        <p className="finding-advice">{findingFix(merged)}</p>
        <div className="finding-actions">
          <FixButtons
            fixes={fixes} onChoose={apply}
            naming={(label) => t("findings.fix-all", { count, what: label })}
          />
          <AcceptButton findings={findings} onAccepted={onFixed} />
        </div>
        <details onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t("findings.one-by-one", { count })}</summary>
          {isOpen && (
            <>
              <FindingGroups findings={findings.slice(0, limit)} onFixed={onFixed} />
              {count > limit && (
                <Button size="small" onClick={() => setLimit(limit + PAGE)}>
                  {t("findings.more", { count: count - limit })}
                </Button>
              )}
            </>
          )}
        </details>
      </div>
    </li>
  );
}
