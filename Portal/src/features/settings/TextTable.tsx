import { memo, useMemo, useState } from "react";
import { showUndoToast } from "../../model/undoable";
import {
  Button, Chip, EmptyState, IconButton, Segmented, TextField,
} from "../../ui";
import { t } from "../../localization";
import { useDraft } from "./DraftProvider";
import { removeText, renameText, setText } from "./edits";
import { nameOfLanguage } from "./LanguageList";
import { filterRows, type RowFilter, type TextRow } from "./texts";

/** The number of rows rendered at first, and for each press of “Show more”. */
const PAGE_SIZE = 100;

/** The editable table of all texts in all languages. */
export function TextTable({ rows, locales }: { rows: TextRow[]; locales: string[] }) {
  const { draft, document, canEdit } = useDraft();
  const first = document.defaultLocale ?? locales[0] ?? "en";
  const [query, setQuery] = useState("");
  const [filter, setFilter] = useState<RowFilter>("all");
  const [limit, setLimit] = useState(PAGE_SIZE);
  const matches = useMemo(() => filterRows(rows, query, filter), [rows, query, filter]);
  // The same set while the keys are the same, for `sameRow`.
  const keys = useMemo(() => JSON.stringify(rows.map((row) => row.key)), [rows]);
  const taken = useMemo(() => new Set(JSON.parse(keys) as string[]), [keys]);
  return (
    <>
      <div className="settings-texts-tools">
        <TextField
          label={t("settings.texts-search")} isLabelHidden type="search" value={query}
          placeholder={t("settings.texts-search")} onValue={setQuery}
        />
        <Segmented<RowFilter>
          label={t("settings.texts-show")} value={filter} onValue={setFilter}
          options={(["all", "missing", "unused"] as const).map((option) => ({
            value: option, text: t(`settings.texts-${option}`),
          }))}
        />
        <span className="muted small-text" role="status">
          {t("settings.texts-count", { count: matches.length })}
        </span>
      </div>
      {matches.length === 0 ? (
        <EmptyState icon="text" title={t("settings.texts-none")}>
          <p>{t(rows.length === 0 ? "settings.texts-none-text" : "settings.texts-not-found")}</p>
        </EmptyState>
      ) : (
        <div
          className="card settings-table" role="region" tabIndex={0}
          aria-label={t("settings.texts")}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">{t("settings.text-key")}</th>
                {locales.map((locale) => (
                  <th key={locale} scope="col">{nameOfLanguage(locale)}</th>
                ))}
                {canEdit && <td />}
              </tr>
            </thead>
            <tbody>
              {matches.slice(0, limit).map((row) => (
                <TableRow
                  key={row.key} row={row} locales={locales} canEdit={canEdit} taken={taken}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {matches.length > limit && (
        <div className="audit-more">
          <Button onClick={() => setLimit(limit + PAGE_SIZE)}>
            {t("settings.texts-more", { count: matches.length - limit })}
          </Button>
        </div>
      )}
      {canEdit && (
        <AddText
          taken={taken} locale={first}
          onAdd={(key, text) => {
            draft.apply(t("settings.text-add"), setText(first, key, text));
            setQuery(key);
            setFilter("all");
          }}
        />
      )}
    </>
  );
}

/** The uses of a text: the first ones, and the number of others. */
function usageText(uses: string[]): string {
  const more = uses.length - 2;
  return more > 1
    ? t("settings.text-places", { names: uses.slice(0, 2).join(", "), count: more })
    : uses.join(", ");
}

function sameRow(
  a: { row: TextRow; locales: string[]; canEdit: boolean; taken: Set<string> },
  b: typeof a,
): boolean {
  return a.canEdit === b.canEdit && a.locales.join() === b.locales.join()
    && a.taken === b.taken && a.row.isPluralForm === b.row.isPluralForm
    && a.row.uses.join() === b.row.uses.join()
    && a.locales.every((locale) => a.row.texts[locale] === b.row.texts[locale]);
}

const TableRow = memo(function TableRow({ row, locales, canEdit, taken }: {
  row: TextRow; locales: string[]; canEdit: boolean; taken: Set<string>;
}) {
  const { draft } = useDraft();
  const remove = () => {
    const label = t("settings.text-remove", { key: row.key });
    draft.apply(label, removeText(row.key));
    showUndoToast(draft, { text: label });
  };
  return (
    <tr>
      <th scope="row">
        {canEdit && !row.isPluralForm
          ? <KeyField row={row} taken={taken} /> : <code>{row.key}</code>}
        {row.uses.length === 0
          ? <Chip>{t("settings.text-unused")}</Chip>
          : <small className="settings-usage">{usageText(row.uses)}</small>}
      </th>
      {locales.map((locale) => {
        const text = row.texts[locale];
        return (
          <td key={locale} className={text === undefined ? "missing" : undefined}>
            <textarea
              className="input" rows={1} lang={locale} value={text ?? ""} readOnly={!canEdit}
              placeholder={t("settings.text-missing")}
              aria-label={t("settings.text-of", { key: row.key, name: nameOfLanguage(locale) })}
              onChange={(event) => draft.apply(
                t("settings.text-change", { key: row.key }),
                setText(locale, row.key, event.target.value), `text ${locale} ${row.key}`)}
            />
          </td>
        );
      })}
      {canEdit && (
        <td>
          <IconButton
            icon="trash" size="small" label={t("settings.text-remove", { key: row.key })}
            onClick={remove}
          />
        </td>
      )}
    </tr>
  );
}, sameRow);

/** The key, which is changed on blur, because the row would otherwise jump while typing. */
function KeyField({ row, taken }: { row: TextRow; taken: Set<string> }) {
  const { draft } = useDraft();
  const [text, setKey] = useState(row.key);
  const preferred = text.trim();
  const isInvalid = preferred === "" || (preferred !== row.key && taken.has(preferred));
  const rename = () => {
    if (isInvalid) setKey(row.key);
    else if (preferred !== row.key) {
      draft.apply(t("settings.text-rename", { key: row.key }), renameText(row.key, preferred));
    }
  };
  return (
    <input
      className="input settings-key" value={text} spellCheck={false}
      aria-invalid={isInvalid || undefined} title={isInvalid ? t("settings.text-taken") : row.key}
      aria-label={t("settings.text-rename", { key: row.key })}
      onChange={(event) => setKey(event.target.value)} onBlur={rename}
      onKeyDown={(event) => {
        if (event.key === "Enter") rename();
        if (event.key === "Escape") setKey(row.key);
      }}
    />
  );
}

function AddText({ taken, locale, onAdd }: {
  taken: Set<string>; locale: string; onAdd(key: string, text: string): void;
}) {
  const [key, setKey] = useState("");
  const [text, setNewText] = useState("");
  const trimmed = key.trim();
  const problem = taken.has(trimmed) ? t("settings.text-taken") : undefined;
  const isReady = trimmed !== "" && text !== "" && !problem;
  return (
    <form
      className="card panel"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        onAdd(trimmed, text);
        setKey("");
        setNewText("");
      }}
    >
      <h2>{t("settings.text-add")}</h2>
      <p className="muted">{t("settings.text-hint")}</p>
      <div className="settings-inline wide">
        <TextField
          label={t("settings.text-key")} placeholder="welcome.title" value={key} onValue={setKey}
          error={problem} maxLength={200}
        />
        <TextField label={nameOfLanguage(locale)} value={text} onValue={setNewText} lang={locale} />
        <Button type="submit" icon="add" disabled={!isReady}>{t("settings.add")}</Button>
      </div>
    </form>
  );
}
