import { useEffect, useId, useState } from "react";
import { sameJSON, type Json, type ValueType } from "../../../document";
import { Button, Combobox, Dialog, Icon, IconButton, TextArea } from "../../../ui";
import { t } from "../../../localization";
import { valueText, type KnownValue } from "./attributes";
import { nameProblem } from "./names";
import { problemOfAll } from "./values";

/** A list of values as chips, to which values are added by choosing, typing or pasting. */
export function ValueList({ attribute, types, values, known, onChange }: {
  attribute: string; types: ValueType[]; values: Json[]; known: KnownValue[];
  onChange(values: Json[]): void;
}) {
  const [isPasting, setPasting] = useState(false);
  const [rejected, setRejected] = useState<string[]>([]);
  const add = (texts: string[]) => {
    const read = texts.map((text) => ({ text, value: readValue(text, types, known) }));
    const isWrong = ({ value }: { value: Json }) => problemOfAll(value, types) !== null;
    const valid = read.filter((entry) => !isWrong(entry)).map(({ value }) => value);
    setRejected(read.filter(isWrong).map(({ text }) => text));
    if (valid.length > 0) onChange(valid.reduce<Json[]>((all, added) =>
      (all.some((value) => sameJSON(value, added)) ? all : [...all, added]), values));
  };
  useEffect(() => setRejected([]), [attribute]);
  const suggested = known.filter(
    (candidate) => !values.some((value) => sameJSON(value, candidate.value)));
  const remove = (index: number) => onChange(values.filter((_, at) => at !== index));
  const problems = [
    ...rejected.map((text) => t("rules.not-taken", {
      text, problem: problemOfAll(text, types) ?? "",
    })),
    ...values.flatMap((value) => nameProblem(attribute, value) ?? []),
  ];
  const id = useId();
  return (
    <div className="values">
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
          label={t("rules.add-value")} value="" clearsOnChoose
          isInvalid={rejected.length > 0} describedBy={problems.length > 0 ? id : undefined}
          placeholder={values.length === 0 ? t("rules.add-value") : t("rules.add-more")}
          suggestions={suggested.map(({ value, text, detail }) => ({
            value: String(value), text, ...(detail ? { detail } : {}),
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
      {problems.length > 0 && (
        <ul className="value-problems" id={id} role="alert">
          {problems.map((problem) => <li key={problem} className="field-error">{problem}</li>)}
        </ul>
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
      title={t("rules.paste-many")} width="narrow" closesOnOutsideClick={false} onClose={onClose}
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

/** Splits values on separate lines, or separated by commas, semicolons or tabs. */
export function splitTexts(text: string): string[] {
  const separator = /\n/.test(text) ? /[\n\t]+/ : /[,;\t]+/;
  return text.split(separator).map((part) => part.trim().replace(/^"(.*)"$/, "$1"))
    .filter((part) => part !== "");
}

function readValue(text: string, types: ValueType[], known: KnownValue[]): Json {
  const name = text.toLocaleLowerCase();
  const match = known.find((knownValue) => String(knownValue.value) === text)
    ?? known.find((value) => value.text.toLocaleLowerCase() === name);
  if (match) return match.value;
  const number = Number(text);
  const isNumber = types.includes("number") || types.includes("integer");
  return isNumber && Number.isFinite(number) ? number : text;
}
