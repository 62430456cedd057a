import { useState } from "react";
import {
  Button, Chip, Confirm, EmptyState, IconButton, Menu, Row, Rows, TextField,
} from "../../ui";
import { language, t } from "../../localization";
import { useDraft } from "./DraftProvider";
import { addLanguage, removeLanguage, setDefaultLanguage } from "./edits";
import { canonicalTag, type TextRow } from "./texts";

const names = new Intl.DisplayNames([language], { type: "language" });

/** The name of a language, in the reader's language. */
export function nameOfLanguage(tag: string): string {
  try {
    return names.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The application's languages; one of them is the fallback. */
export function LanguageList({ locales, rows }: { locales: string[]; rows: TextRow[] }) {
  const { draft, document, canEdit } = useDraft();
  const [removing, setRemoving] = useState<string | null>(null);
  return (
    <>
      {locales.length === 0 ? (
        <EmptyState icon="globe" title={t("settings.no-languages")}>
          <p>{t("settings.no-languages-text")}</p>
        </EmptyState>
      ) : (
        <Rows label={t("settings.languages")}>
          {locales.map((locale) => {
            const missing = rows.filter((row) => row.texts[locale] === undefined).length;
            const isDefault = document.defaultLocale === locale;
            const label = t("settings.language-actions", { name: nameOfLanguage(locale) });
            return (
              <Row
                key={locale} title={nameOfLanguage(locale)} text={<code>{locale}</code>}
                chips={
                  <>
                    {isDefault && <Chip kind="accent">{t("settings.language-default")}</Chip>}
                    {missing > 0
                      ? <Chip kind="warn">{t("settings.missing", { count: missing })}</Chip>
                      : rows.length > 0 && (
                        <Chip kind="good" icon="check">{t("settings.complete")}</Chip>
                      )}
                  </>
                }
                actions={canEdit && (
                  <Menu
                    label={label} align="end"
                    items={[
                      {
                        text: t("settings.language-make-default"), icon: "flag",
                        isDisabled: isDefault,
                        onChoose: () => draft.apply(
                          t("settings.language-make-default"), setDefaultLanguage(locale)),
                      },
                      null,
                      {
                        text: t("settings.remove"), icon: "trash", isDangerous: true,
                        onChoose: () => setRemoving(locale),
                      },
                    ]}
                    trigger={(props) => <IconButton {...props} icon="more" label={label} />}
                  />
                )}
              />
            );
          })}
        </Rows>
      )}
      {canEdit && <AddLanguage locales={locales} />}
      {removing !== null && (
        <Confirm
          title={t("settings.language-remove-title", { name: nameOfLanguage(removing) })}
          text={t("settings.language-remove-text", {
            count: rows.filter((row) => row.texts[removing] !== undefined).length,
          })}
          action={t("settings.remove")} isDangerous onClose={() => setRemoving(null)}
          onConfirm={() => {
            draft.apply(
              t("settings.language-remove", { name: nameOfLanguage(removing) }),
              removeLanguage(removing));
            setRemoving(null);
          }}
        />
      )}
    </>
  );
}

function AddLanguage({ locales }: { locales: string[] }) {
  const { draft } = useDraft();
  const [text, setText] = useState("");
  const tag = canonicalTag(text);
  const problem = text.trim() === "" ? undefined
    : !tag ? t("settings.language-rule")
      : locales.includes(tag) ? t("settings.language-taken") : undefined;
  return (
    <form
      className="settings-inline"
      onSubmit={(event) => {
        event.preventDefault();
        if (!tag || problem) return;
        draft.apply(t("settings.language-add"), addLanguage(tag));
        setText("");
      }}
    >
      <TextField
        label={t("settings.language-add")} placeholder="de-AT" value={text} onValue={setText}
        error={problem} hint={tag && !problem ? nameOfLanguage(tag) : t("settings.language-hint")}
        maxLength={35}
      />
      <Button type="submit" icon="add" disabled={!tag || problem !== undefined}>
        {t("settings.add")}
      </Button>
    </form>
  );
}
