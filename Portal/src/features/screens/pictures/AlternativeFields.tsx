import type { FlowDocument } from "../../../document";
import { isObject } from "../../../document";
import { changeScreen, valueAt, withValue } from "../../../document/blocks";
import { Switch, TextField } from "../../../ui";
import { t } from "../../../localization";
import { addLocale, uniqueKey, languageText, setString, stringOf } from "../../inspector";
import { keyOfText, textOf } from "../naming";
import type { PropertyProps } from "../panel/property";

/** The alternative text of a picture, by language; null if the block has none. */
export type Alt = { isDecorative: boolean; texts: Record<string, string> } | null;

/** The key of the text in a document without languages. */
const PLAIN = "";
const MAX_TEXT_LENGTH = 500;
const languagesOf = (locales: string[]) => (locales.length > 0 ? locales : [PLAIN]);

/** The current alternative of the block; a new picture is not decorative by default. */
export function altOf({ type, path, model }: PropertyProps, locales: string[]): Alt {
  if (type !== "image") return null;
  const value = valueAt(model.screen, `${path}/alt`);
  const document = model.editor.draft.document.get();
  const hasText = value !== undefined && !(isObject(value) && value["decorative"] === true);
  const key = keyOfText(value);
  const text = (locale: string) => {
    if (!hasText) return "";
    return key === undefined ? textOf(value) : stringOf(document, locale, key) ?? "";
  };
  return {
    isDecorative: false,
    texts: Object.fromEntries(languagesOf(locales).map((locale) => [locale, text(locale)])),
  };
}

/**
 * Returns what to do before the picture can be added, if it has no text in the default language.
 * Other languages can follow: until then, their users get that text, and the draft a finding.
 */
export function missingAlt(alt: Alt): string | null {
  if (!alt || alt.isDecorative) return null;
  const [locale = PLAIN, text = ""] = Object.entries(alt.texts)[0] ?? [];
  if (text.trim() !== "") return null;
  return locale === PLAIN ? t("screens.alt-missing")
    : t("screens.alt-missing-in", { locale: languageText(locale) });
}

/** The edit that sets an alternative text, in the block or in the string tables. */
export function altEdit({ model, path }: PropertyProps, alt: Alt) {
  return (before: FlowDocument): FlowDocument => {
    if (!alt) return before;
    const pointer = `${path}/alt`;
    const set = (value: Parameters<typeof withValue>[2]) =>
      changeScreen(model.name, (screen) => withValue(screen, pointer, value))(before);
    if (alt.isDecorative) return set({ decorative: true });
    const texts = Object.entries(alt.texts);
    const known = keyOfText(valueAt(model.screen, pointer));
    if (known === undefined && texts.length === 1) return set(texts[0]?.[1].trim() ?? "");
    const key = known ?? uniqueKey(before, model.name, "/alt");
    return texts.reduce(
      (document, [locale, text]) =>
        setString(locale, key, text.trim() || undefined)(addLocale(locale)(document)),
      set({ $text: key }));
  };
}

/** Fields for a picture's description in each language, or for marking it as decorative. */
export function AlternativeFields({ alt, locales, onAlt }: {
  alt: NonNullable<Alt>; locales: string[]; onAlt(alt: Alt): void;
}) {
  return (
    <fieldset className="picture-alt">
      <legend>{t("screens.alt-title")}</legend>
      <Switch
        label={t("screens.decorative")} isOn={alt.isDecorative}
        onChange={(isDecorative) => onAlt({ ...alt, isDecorative })}
      />
      {!alt.isDecorative && languagesOf(locales).map((locale) => (
        <TextField
          key={locale} value={alt.texts[locale] ?? ""} maxLength={MAX_TEXT_LENGTH}
          label={locale === PLAIN ? t("screens.alt-plain")
            : t("screens.alt-in", { locale: languageText(locale) })}
          onValue={(text) => onAlt({ ...alt, texts: { ...alt.texts, [locale]: text } })}
        />
      ))}
      {!alt.isDecorative && <p className="field-hint">{t("screens.alt-hint")}</p>}
    </fieldset>
  );
}
