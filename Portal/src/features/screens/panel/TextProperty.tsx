import { useRef } from "react";
import { isObject } from "../../../document";
import { changeScreen, withValue } from "../../../document/blocks";
import { Button, TextArea } from "../../../ui";
import { t } from "../../../localization";
import { addLocale, uniqueKey, languageText, localesOf, setString } from "../../inspector";
import { keyOfText, textOf } from "../naming";
import { writeText } from "../texts";
import { useProperty, useDocumentPart, type PropertyProps } from "./property";
import { ValueMenu } from "./ValueMenu";

/** A text field with insertable values, in one of the document's languages. */
export function TextProperty(props: PropertyProps) {
  const { label, hint, isDisabled, set } = useProperty(props);
  const { model, ownerPath, rule, value, locale } = props;
  const { document } = model.editor.draft;
  const field = useRef<HTMLDivElement>(null);
  const pointer = `${ownerPath}/${rule.key}`;
  const key = keyOfText(value);
  const text = useDocumentPart(model, (current) => textOf(value, current, locale));
  const isBound = isObject(value) && "$" in value;
  const languages = localesOf(document.get());
  const write = (newText: string) => {
    if (isBound || newText === "" && value === undefined) return set(newText, true);
    if (newText === "" && !rule.isRequired && key === undefined) return set(undefined);
    writeText(model, pointer, newText, locale);
  };
  return (
    <div className="text-property" ref={field}>
      <TextArea
        label={label} rows={Math.min(6, Math.max(1, Math.ceil(text.length / 36)))} value={text}
        disabled={isDisabled} onValue={write} maxLength={2000}
        hint={key === undefined ? hint
          : t("screens.text-in", { locale: languageText(locale), count: languages.length })}
      />
      {!isDisabled && (
        <span className="text-tools">
          <ValueMenu
            {...props}
            onValue={(path) => {
              const area = field.current?.querySelector("textarea");
              const at = area?.selectionStart ?? text.length;
              const before = isBound ? "" : text;
              write(`${before.slice(0, at)}{${path}}${before.slice(at)}`);
            }}
          />
          {key === undefined && !isBound && text !== "" && languages.length > 0 && (
            <Button
              size="small" kind="quiet" icon="globe" onClick={() => translate(props, text)}
            >
              {t("screens.translate")}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

/** Moves a text into the string tables, where it can be translated. */
function translate({ model, ownerPath, rule }: PropertyProps, text: string): void {
  const { draft } = model.editor;
  const document = draft.document.get();
  const locale = localesOf(document)[0] ?? "en";
  const key = uniqueKey(document, model.name, `/${rule.key}`);
  draft.apply(t("screens.translate"), (before) => {
    const moved = changeScreen(
      model.name,
      (screen) => withValue(screen, `${ownerPath}/${rule.key}`, { $text: key }))(before);
    return setString(locale, key, text)(addLocale(locale)(moved));
  });
}
