import { useState } from "react";
import { sameJSON, type Json, type ValueType } from "../../../document";
import { Button, Combobox, Dialog, Icon, IconButton, TextArea } from "../../../ui";
import { t } from "../../../words";
import { valueText, type KnownValue } from "./attributes";

/** Many values as chips; more by choosing, typing or pasting. */
export function ValueList({ attribute, types, values, known, onChange }: {
  attribute: string; types: ValueType[]; values: Json[]; known: KnownValue[];
  onChange(values: Json[]): void;
}) {
  const [isPasting, setPasting] = useState(false);
  const add = (texts: string[]) => {
    const more = texts.map((text) => readValue(text, types, known));
    onChange(more.reduce<Json[]>((all, one) =>
      (all.some((value) => sameJSON(value, one)) ? all : [...all, one]), values));
  };
  const left = known.filter((one) => !values.some((value) => sameJSON(value, one.value)));
  const remove = (index: number) => onChange(values.filter((_, at) => at !== index));
  return (
    <div className="value-list">
      {values.map((value, index) => {
        const text = valueText(attribute, value);
        return (
          <span key={JSON.stringify(value)} className="value-chip">
            <span>{text}</span>
            <button
              type="button" aria-label={t("rules.remove-value", { value: text })}
              onClick={() => remove(index)}
            >
              <Icon name="close" size={12} />
            </button>
          </span>
        );
      })}
      <Combobox
        label={t("rules.add-value")} value="" keepsTyping
        placeholder={values.length === 0 ? t("rules.add-value") : t("rules.add-more")}
        suggestions={left.map((one) => ({
          value: String(one.value), text: one.text, ...(one.detail ? { detail: one.detail } : {}),
        }))}
        onChoose={(text) => add([text])} onText={(text) => add(splitTexts(text))}
        onBackspace={() => values.length > 0 && remove(values.length - 1)}
        onPaste={(text) => {
          const many = splitTexts(text);
          if (many.length > 1) add(many);
          return many.length > 1;
        }}
      />
      <IconButton
        icon="paste" size="small" label={t("rules.paste-many")} onClick={() => setPasting(true)}
      />
      {isPasting && (
        <PasteDialog onClose={() => setPasting(false)} onValues={(all) => {
          add(all);
          setPasting(false);
        }} />
      )}
    </div>
  );
}

function PasteDialog({ onValues, onClose }: {
  onValues(values: string[]): void; onClose(): void;
}) {
  const [text, setText] = useState("");
  const values = splitTexts(text);
  return (
    <Dialog
      title={t("rules.paste-many")} width="narrow" isLight={false} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" disabled={values.length === 0} onClick={() => onValues(values)}>
            {t("rules.paste-add", { count: values.length })}
          </Button>
        </>
      }
    >
      <TextArea
        label={t("rules.values")} hint={t("rules.paste-hint")} rows={8} value={text}
        onValue={setText} autoFocus
      />
    </Dialog>
  );
}

/** Values that stand on lines of their own, or between commas, semicolons or tabs. */
export function splitTexts(text: string): string[] {
  const separator = /\n/.test(text) ? /[\n\t]+/ : /[,;\t]+/;
  return text.split(separator).map((one) => one.trim().replace(/^"(.*)"$/, "$1"))
    .filter((one) => one !== "");
}

function readValue(text: string, types: ValueType[], known: KnownValue[]): Json {
  const wanted = text.toLocaleLowerCase();
  const found = known.find((one) => String(one.value) === text)
    ?? known.find((one) => one.text.toLocaleLowerCase() === wanted);
  if (found) return found.value;
  const number = Number(text);
  const isNumber = types.includes("number") || types.includes("integer");
  return isNumber && Number.isFinite(number) ? number : text;
}
