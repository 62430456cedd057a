import { isObject, pictureVariantsOf, type PictureUse } from "../../../document";
import { assetPath } from "../../../model/drawnScreens";
import { useStore } from "../../../model/store";
import { IconButton, Select } from "../../../ui";
import { t } from "../../../localization";
import { languageText } from "../../inspector";
import type { PropertyProps } from "../panel/property";
import { withPictureVariant } from "./assets";

export const isForAll = (use: PictureUse): boolean => !use.dark && use.locale === undefined;

/** Whether the block shows a picture of the document, which may get variants. */
export function hasPicture({ model, value }: PropertyProps): boolean {
  const document = model.editor.draft.document.get();
  return typeof value === "string" && isObject(document.assets?.[value]);
}

function audienceText({ locale, dark }: PictureUse): string {
  if (locale === undefined) return t(dark ? "screens.use-dark" : "screens.use-all");
  return t(dark ? "screens.use-locale-dark" : "screens.use-locale", {
    locale: languageText(locale),
  });
}

/** The choice of when a picture is used: always, in dark mode, or for a language. */
export function UseField({ locales, use, onUse }: {
  locales: string[]; use: PictureUse; onUse(use: PictureUse): void;
}) {
  const languages: PictureUse[] = (locales.length > 1 ? locales : []).flatMap((locale) => (
    [{ locale }, { locale, dark: true }]));
  const uses: PictureUse[] = [{}, { dark: true }, ...languages];
  const keyOf = ({ locale = "", dark }: PictureUse) => `${locale} ${dark ? "dark" : ""}`;
  return (
    <Select
      label={t("screens.use")} hint={t("screens.use-hint")} value={keyOf(use)}
      options={uses.map((option) => ({ value: keyOf(option), text: audienceText(option) }))}
      onValue={(key) => onUse(uses.find((option) => keyOf(option) === key) ?? {})}
    />
  );
}

/** The variants of the block's picture, each with a button to remove it. */
export function PictureVariants({ isDisabled, ...props }: PropertyProps & {
  isDisabled: boolean;
}) {
  const { model, value } = props;
  const document = useStore(model.editor.draft.document);
  const name = typeof value === "string" ? value : "";
  const variants = pictureVariantsOf(document.assets?.[name]);
  if (variants.length === 0) return null;
  const remove = (use: PictureUse) => {
    model.editor.draft.apply(t("screens.do-variant-removed"), withPictureVariant(name, use, null));
    model.announcement.set(t("screens.announce-variant-removed", { name: audienceText(use) }));
  };
  return (
    <ul className="picture-variants" aria-label={t("screens.variants")}>
      {variants.map(({ use, entry }) => (
        <li key={audienceText(use)}>
          <img src={assetPath(entry, model.editor.application.id, 100)} alt="" loading="lazy" />
          <span className="small-text">{audienceText(use)}</span>
          {!isDisabled && (
            <IconButton
              icon="trash" size="small" onClick={() => remove(use)}
              label={t("screens.variant-remove", { name: audienceText(use) })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
