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

function whomText({ locale, dark }: PictureUse): string {
  if (locale === undefined) return t(dark ? "screens.use-dark" : "screens.use-all");
  return t(dark ? "screens.use-locale-dark" : "screens.use-locale", {
    locale: languageText(locale),
  });
}

/** Asks for the use of a picture: everyone, dark mode, or a language. */
export function UseField({ locales, use, onUse }: {
  locales: string[]; use: PictureUse; onUse(use: PictureUse): void;
}) {
  const languages: PictureUse[] = (locales.length > 1 ? locales : []).flatMap((locale) => (
    [{ locale }, { locale, dark: true }]));
  const uses: PictureUse[] = [{}, { dark: true }, ...languages];
  const keyOf = (one: PictureUse) => `${one.locale ?? ""} ${one.dark ? "dark" : ""}`;
  return (
    <Select
      label={t("screens.use")} hint={t("screens.use-hint")} value={keyOf(use)}
      options={uses.map((pictureUse) => ({ value: keyOf(pictureUse), text: whomText(pictureUse) }))}
      onValue={(key) => onUse(uses.find((pictureUse) => keyOf(pictureUse) === key) ?? {})}
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
    model.announcement.set(t("screens.announce-variant-removed", { name: whomText(use) }));
  };
  return (
    <ul className="picture-variants" aria-label={t("screens.variants")}>
      {variants.map(({ use, entry }) => (
        <li key={whomText(use)}>
          <img src={assetPath(entry, model.editor.application.id, 100)} alt="" loading="lazy" />
          <span className="small-text">{whomText(use)}</span>
          {!isDisabled && (
            <IconButton
              icon="trash" size="small" onClick={() => remove(use)}
              label={t("screens.variant-remove", { name: whomText(use) })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
