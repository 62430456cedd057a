import { useId } from "react";
import type { Json } from "../../../document";
import { Button, Combobox, Menu } from "../../../ui";
import { t } from "../../../localization";
import { useInspector } from "../context";
import {
  addLocale, allKeys, languageText, localesOf, setString, stringOf, usesOf,
} from "./strings";
import { TextInput } from "./TextInput";

const commonLocales = ["en", "de", "fr", "es", "it", "nl", "pl", "pt", "tr", "uk", "ja", "zh"];

/** A text in each of the application's languages. */
export function TranslatedText({ textKey, onChange }: {
  textKey: string; onChange(value: Json): void;
}) {
  const { apply, canEdit, document } = useInspector();
  const id = useId();
  const locales = localesOf(document);
  const uses = usesOf(document, textKey);
  const first = locales.map((locale) => stringOf(document, locale, textKey))
    .find((text) => text !== undefined);
  return (
    <div className="translated" role="group" aria-label={t("content.translations")}>
      {locales.map((locale) => {
        const text = stringOf(document, locale, textKey);
        return (
          <div key={locale} className="translation">
            <label htmlFor={`${id}-${locale}`} title={locale}>{languageText(locale)}</label>
            <TextInput
              id={`${id}-${locale}`} lang={locale} value={text ?? ""}
              placeholder={text === undefined ? t("content.missing") : undefined}
              onText={(next) => apply(
                t("content.undo-text"), setString(locale, textKey, next === "" ? undefined : next),
                `text:${textKey}/${locale}`)}
            />
          </div>
        );
      })}
      {uses > 1 && <p className="field-hint">{t("content.uses", { count: uses - 1 })}</p>}
      {canEdit && (
        <div className="translated-actions">
          <Combobox
            label={t("content.text-key")} value={textKey} icon="key" className="text-key"
            suggestions={allKeys(document).map((key) => ({
              value: key, text: key, ...detail(locales.map((it) => stringOf(document, it, key))),
            }))}
            onChoose={(key) => onChange({ $text: key })} onText={(key) => onChange({ $text: key })}
          />
          <AddLanguage locales={locales} />
          <Button
            size="small" kind="quiet" icon="text"
            onClick={() => onChange(first ?? "")}
          >
            {t("content.one-text")}
          </Button>
        </div>
      )}
    </div>
  );
}

const detail = (texts: (string | undefined)[]) => {
  const text = texts.find((it) => it !== undefined);
  return text === undefined ? {} : { detail: text };
};

function AddLanguage({ locales }: { locales: string[] }) {
  const { apply } = useInspector();
  const addable = commonLocales.filter((locale) => !locales.includes(locale));
  return (
    <Menu
      label={t("content.add-language")}
      items={addable.map((locale) => ({
        text: languageText(locale),
        onChoose: () => apply(t("content.undo-language"), addLocale(locale)),
      }))}
      trigger={(props) => (
        <Button {...props} size="small" kind="quiet" icon="globe">
          {t("content.add-language")}
        </Button>
      )}
    />
  );
}
