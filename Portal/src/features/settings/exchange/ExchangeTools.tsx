import { useState } from "react";
import type { FlowDocument } from "../../../document";
import { useApplication } from "../../../model/application";
import { download } from "../../../model/csv";
import { showUndoToast } from "../../../model/undoable";
import { Button, Callout, Menu } from "../../../ui";
import { t } from "../../../localization";
import { useDraft } from "../DraftProvider";
import { languagesOf } from "../edits";
import { FileButton } from "../FileButton";
import { nameOfLanguage } from "../LanguageList";
import { sourceLanguage } from "../texts";
import { FileError, type FileProblem } from "./file";
import { ImportReview } from "./ImportReview";
import { importOf, reviewOf, type Review } from "./review";
import { readTable, toTable } from "./table";
import { readXLIFF, toXLIFF } from "./xliff";

/** Export of texts for translation, and import with a review of the changes. */
export function ExchangeTools({ isEmpty }: { isEmpty: boolean }) {
  const { draft, document, canEdit } = useDraft();
  const [problem, setProblem] = useState("");
  const [file, setFile] = useState<{ name: string; review: Review } | null>(null);
  const openFile = (text: string, name: string) => {
    setProblem("");
    try {
      setFile({ name, review: reviewOf(read(text, document), document) });
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      setProblem(problemText(error.problem));
    }
  };
  const applyImport = (review: Review, withAdditions: boolean) => {
    const count = review.changes.length + (withAdditions ? review.additions.length : 0);
    setFile(null);
    draft.apply(t("settings.texts-import"), importOf(review, withAdditions));
    showUndoToast(draft, { text: t("settings.texts-imported", { count }), kind: "good" });
  };
  return (
    <>
      {canEdit && (
        <FileButton
          text={t("settings.texts-import")} onText={openFile}
          accept=".csv,.xlf,.xliff,text/csv,application/xliff+xml"
        />
      )}
      <ExportMenu isEmpty={isEmpty} />
      {problem && (
        <div className="settings-problem" role="alert">
          <Callout kind="danger">{problem}</Callout>
        </div>
      )}
      {file && (
        <ImportReview
          name={file.name} review={file.review} document={document} onClose={() => setFile(null)}
          onImport={(withAdditions) => applyImport(file.review, withAdditions)}
        />
      )}
    </>
  );
}

function ExportMenu({ isEmpty }: { isEmpty: boolean }) {
  const application = useApplication();
  const { document } = useDraft();
  const source = sourceLanguage(document);
  const targets = languagesOf(document).filter((language) => language !== source);
  const label = t("settings.texts-export");
  return (
    <Menu
      label={label} align="end"
      items={[
        {
          text: t("settings.export-csv"), icon: "list",
          detail: t("settings.export-csv-text"),
          onChoose: () => download(`${application.id}-texts.csv`, toTable(document)),
        },
        null,
        ...(targets.length > 0 ? [t("settings.export-xliff")] : []),
        ...targets.map((locale) => ({
          text: nameOfLanguage(locale), icon: "globe" as const,
          onChoose: () => download(
            `${application.id}-${locale}.xlf`, toXLIFF(document, locale, application.id),
            "application/xliff+xml"),
        })),
      ]}
      trigger={(props) => (
        <Button {...props} size="small" icon="download" disabled={isEmpty}>{label}</Button>
      )}
    />
  );
}

/** The format is detected from the content, because file names are unreliable. */
const read = (text: string, document: FlowDocument) => (
  /^\uFEFF?\s*</.test(text) ? readXLIFF(text, document) : readTable(text, document));

/** The reason why a file cannot be read, and what to do. */
function problemText(problem: FileProblem): string {
  switch (problem.kind) {
    case "no-header": return t("settings.import-no-header");
    case "language": return t("settings.import-language", { name: problem.name });
    case "quote": return t("settings.import-quote", { line: problem.line });
    case "xml": return t("settings.import-xml", { line: problem.line });
    case "doctype": return t("settings.import-doctype", { line: problem.line });
    case "version": return t("settings.import-version");
    case "no-language": return t("settings.import-no-language");
    case "source-language": return t("settings.import-source-language", {
      file: nameOfLanguage(problem.file), document: nameOfLanguage(problem.document),
    });
  }
}
