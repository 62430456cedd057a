import { useMemo } from "react";
import { showUndoToast } from "../../model/undoable";
import { Button, Callout, Sections } from "../../ui";
import { t } from "../../localization";
import { DraftStatus, useDraft } from "./DraftProvider";
import { languagesOf } from "./edits";
import { ExchangeTools } from "./exchange/ExchangeTools";
import { LanguageList } from "./LanguageList";
import { literalCount, makeTranslatable } from "./literals";
import type { SettingsFrame } from "./frame";
import { TextTable } from "./TextTable";
import { rowsOf } from "./texts";

/** The application's languages, and its texts in each. */
export function Languages({ frame }: { frame: SettingsFrame }) {
  const { document } = useDraft();
  const rows = useMemo(() => rowsOf(document), [document]);
  const locales = languagesOf(document);
  return (
    <Sections {...frame} action={<DraftStatus />}>
      <LanguageList locales={locales} rows={rows} />
      <Literals />
      {locales.length > 0 && (
        <>
          <div className="settings-texts-head">
            <h2>{t("settings.texts")}</h2>
            <span className="settings-spread" />
            <ExchangeTools isEmpty={rows.length === 0} />
          </div>
          <TextTable rows={rows} locales={locales} />
        </>
      )}
    </Sections>
  );
}

/** Literal texts on drawn screens, which cannot be translated. */
function Literals() {
  const { draft, document, canEdit } = useDraft();
  const count = useMemo(() => literalCount(document), [document.screens]);
  if (count === 0) return null;
  const label = t("settings.make-translatable");
  const move = () => {
    draft.apply(label, makeTranslatable);
    showUndoToast(draft, { text: t("settings.made-translatable", { count }), kind: "good" });
  };
  return (
    <div className="settings-literals">
      <Callout
        kind="warn" action={canEdit && <Button size="small" onClick={move}>{label}</Button>}
      >
        {t("settings.literals", { count })}
      </Callout>
    </div>
  );
}
