import type { BlockPath } from "../../document/blocks";
import { showUndoToast } from "../../model/undoable";
import { Button, Icon } from "../../ui";
import { t } from "../../localization";
import type { BlockFindings } from "./findings";
import { fixesFor, type BlockFix } from "./fixes";
import { fieldOf, keyOf, type LocatedFinding } from "./locatedFinding";
import type { ScreenModel } from "./screenModel";

/** The findings of a block, with their fixes. */
export function FindingsAt({ model, findings, path }: {
  model: ScreenModel; findings: BlockFindings; path: BlockPath;
}) {
  const located = findings.at(path);
  if (located.length === 0) return null;
  return (
    <ul className="block-findings" aria-label={t("screens.findings-here")}>
      {located.map((finding) => (
        <FindingCard key={keyOf(finding)} model={model} finding={finding} />
      ))}
    </ul>
  );
}

/** The icon of a severity, in addition to its color. */
export const severityIcon = (severity: LocatedFinding["severity"]) =>
  (severity === "advice" ? "info" : "alert");

function FindingCard({ model, finding }: { model: ScreenModel; finding: LocatedFinding }) {
  const { severity, text, fix } = finding;
  const { screen, editor } = model;
  const fixes = screen && editor.canEdit
    ? fixesFor({ finding, screen, document: editor.draft.document.get() }) : [];
  // “Show” is redundant with a fix that only focuses the field.
  const canShow = (fieldOf(finding) !== null || finding.display !== undefined)
    && !fixes.some(({ edit }) => !edit);
  return (
    <li className={`block-finding ${severity}`} data-finding={keyOf(finding)} tabIndex={-1}>
      <Icon name={severityIcon(severity)} size={16} />
      <div>
        <p>
          <span className="visually-hidden">{t(`screens.severity-${severity}`)}: </span>
          {text}
        </p>
        <p className="muted small-text">{fix}</p>
        <p className="finding-actions">
          {canShow && (
            <Button size="small" kind="quiet" icon="eye" onClick={() => model.show(finding)}>
              {t("screens.show-me")}
            </Button>
          )}
          {fixes.map((blockFix, index) => (
            <Button
              key={blockFix.label} size="small" icon={index === 0 ? "sparkle" : undefined}
              onClick={() => applyFix(model, blockFix)}
            >
              {blockFix.label}
            </Button>
          ))}
        </p>
      </div>
    </li>
  );
}

/** Applies a fix as one edit that can be undone, and focuses the field to fill in. */
function applyFix(model: ScreenModel, { label, edit, focus }: BlockFix): void {
  const { draft } = model.editor;
  if (edit) {
    draft.apply(label, edit);
    showUndoToast(draft, { kind: "good", text: t("findings.fixed", { what: label }) });
  }
  if (focus !== undefined) model.focus(focus);
  else model.revealed.set({ pointer: null, key: null, display: {} });
}
