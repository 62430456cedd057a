import { useMemo, useState } from "react";
import { download, parseCSV, toCSV } from "../../model/csv";
import { useApplication } from "../../model/application";
import { showUndoToast } from "../../model/undoable";
import { Button, Callout, Sections } from "../../ui";
import { formatList, t } from "../../localization";
import { DraftState, useDraft } from "./DraftProvider";
import { languagesOf } from "./edits";
import { FileButton } from "./FileButton";
import { LanguageList } from "./LanguageList";
import type { SettingsFrame } from "./frame";
import { TextTable } from "./TextTable";
import { readTable, rowsOf, tableOf } from "./texts";

/** The languages that the application speaks, and what it says in each. */
export function Languages({ frame }: { frame: SettingsFrame }) {
  const application = useApplication();
  const { draft, document, canEdit } = useDraft();
  const [failure, setFailure] = useState("");
  const rows = useMemo(() => rowsOf(document), [document]);
  const locales = languagesOf(document);
  const take = (text: string) => {
    setFailure("");
    const read = readTable(parseCSV(text));
    if ("wrong" in read) {
      setFailure(read.wrong === "no-head"
        ? t("settings.import-no-head") : t("settings.import-language", { name: read.wrong }));
      return;
    }
    const label = t("settings.texts-imported", {
      count: read.texts, languages: formatList(read.locales),
    });
    draft.apply(t("settings.texts-import"), read.edit);
    showUndoToast(draft, { text: label, kind: "good" });
  };
  return (
    <Sections {...frame} action={<DraftState />}>
      <LanguageList locales={locales} rows={rows} />
      {locales.length > 0 && (
        <>
          <div className="settings-texts-head">
            <h2>{t("settings.texts")}</h2>
            <span className="settings-spread" />
            {canEdit && (
              <FileButton
                text={t("settings.texts-import")} accept=".csv,text/csv" onText={take}
              />
            )}
            <Button
              size="small" icon="download" disabled={rows.length === 0}
              onClick={() => download(`${application.id}-texts.csv`, toCSV(tableOf(document)))}
            >
              {t("settings.texts-export")}
            </Button>
          </div>
          {failure && <div role="alert"><Callout kind="danger">{failure}</Callout></div>}
          <TextTable rows={rows} locales={locales} />
        </>
      )}
    </Sections>
  );
}
