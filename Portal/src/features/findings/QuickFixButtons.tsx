import { useMemo } from "react";
import type { Finding, FlowDocument, Manifest } from "../../document";
import { useEditor, type EditorModel } from "../../model/editor";
import { useStore } from "../../model/store";
import { showUndoToast } from "../../model/undoable";
import { Button, Icon, Menu } from "../../ui";
import { t } from "../../localization";
import { quickFixesFor, type QuickFix } from "./fixes";

/** Returns the quick fixes of findings, while the findings are those of the current document. */
export function useFixes<T>(
  subject: T, fixesOf: (subject: T, document: FlowDocument, manifests: Manifest[]) => QuickFix[],
): QuickFix[] {
  const editor = useEditor();
  const document = useStore(editor.draft.document);
  const builds = useStore(editor.application.builds);
  const { isCurrent } = useStore(editor.verification.state);
  return useMemo(() => {
    if (!isCurrent || !editor.canEdit) return [];
    const used = (builds?.builds ?? []).filter((build) => build.inUse);
    return fixesOf(subject, document, used.map((build) => build.manifest));
  }, [subject, fixesOf, document, builds, isCurrent, editor]);
}

/** Applies a fix as one edit that can be undone. */
export function applyFix(editor: EditorModel, fix: QuickFix): void {
  if (!fix.edit) return;
  editor.draft.apply(fix.label, fix.edit);
  editor.spotlight.set(null);
  showUndoToast(editor.draft, { kind: "good", text: t("findings.fixed", { what: fix.label }) });
}

/** The quick fixes of a finding, which are applied when they are chosen. */
export function QuickFixButtons({ finding, onFixed }: { finding: Finding; onFixed?(): void }) {
  const editor = useEditor();
  const fixes = useFixes(finding, quickFixesFor);
  return (
    <FixButtons
      fixes={fixes}
      onChoose={(fix) => {
        applyFix(editor, fix);
        onFixed?.();
      }}
    />
  );
}

/** Fixes as buttons, and choices as menus; `naming` changes the labels of both. */
export function FixButtons({ fixes, onChoose, naming = (label) => label }: {
  fixes: QuickFix[]; onChoose(fix: QuickFix): void; naming?(label: string): string;
}) {
  return (
    <>
      {fixes.map((fix, index) => (fix.choices ? (
        <Menu
          key={fix.label} label={naming(fix.label)}
          items={fix.choices.map((choice) => (
            { text: choice.label, onChoose: () => onChoose(choice) }))}
          trigger={(props) => (
            <button {...props} type="button" className="button plain small finding-fix">
              {naming(fix.label)}
              <Icon name="down" size={14} />
            </button>
          )}
        />
      ) : (
        <Button
          key={fix.label} size="small" className="finding-fix"
          icon={index === 0 ? "sparkle" : undefined} onClick={() => onChoose(fix)}
        >
          {naming(fix.label)}
        </Button>
      )))}
    </>
  );
}
