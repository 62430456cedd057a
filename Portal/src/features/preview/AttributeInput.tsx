import { useEffect, useId, useState } from "react";
import type { Json } from "../../document";
import { t } from "../../localization";
import { nameProblem, namedValues, problemOf, codeNamed, valueText } from "../inspector";
import { humanized } from "../screen";
import { parseValue, displayValue, type AttributeField } from "./user";

interface AttributeInputProps {
  field: AttributeField;
  value: Json | undefined;
  onValue(value: Json | undefined): void;
}

/** One attribute of the user; countries and languages can be entered by name. */
export function AttributeInput(props: AttributeInputProps) {
  return props.field.type === "boolean" ? <BooleanInput {...props} /> : <TypedInput {...props} />;
}

function BooleanInput({ field, value, onValue }: AttributeInputProps) {
  const id = useId();
  return (
    <div className="user-row">
      <label htmlFor={id}>{humanized(field.name)}</label>
      <select
        id={id} className="input select" value={displayValue(value)}
        onChange={(event) => onValue(parseValue(event.target.value, "boolean"))}
      >
        <option value="">{t("preview.unknown")}</option>
        <option value="true">{t("preview.yes")}</option>
        <option value="false">{t("preview.no")}</option>
      </select>
    </div>
  );
}

function TypedInput({ field, value, onValue }: AttributeInputProps) {
  const id = useId();
  const [text, setText] = useState<string | null>(null);
  const [rejection, setRejection] = useState<string | null>(null);
  useEffect(() => {
    // The value was committed, or another user was chosen.
    setText(null);
    setRejection(null);
  }, [value]);
  // The text becomes the attribute's value when the field loses focus, so that intermediate texts
  // are not simulated.
  const commit = () => {
    if (text === null) return;
    const result = readAttribute(text, field);
    if ("problem" in result) return setRejection(result.problem);
    setText(null);
    if (result.value !== value) onValue(result.value);
  };
  const problem = rejection ?? (text === null ? nameProblem(field.name, value) : null);
  return (
    <div className="user-row">
      <label htmlFor={id}>{humanized(field.name)}</label>
      <input
        id={id} className="input" value={text ?? displayAttribute(field.name, value)}
        list={`${id}-list`} autoComplete="off" spellCheck={false}
        placeholder={t("preview.unknown")} aria-invalid={problem !== null || undefined}
        aria-describedby={problem !== null ? `${id}-problem` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          setRejection(null);
        }}
        onBlur={commit} onKeyDown={(event) => event.key === "Enter" && commit()}
      />
      {problem !== null && (
        <p className="field-error" id={`${id}-problem`} role="alert">{problem}</p>
      )}
      <Suggestions id={`${id}-list`} field={field} />
    </div>
  );
}

/** Converts a text to the attribute's value: the code for a name, or a value of its type. */
export function readAttribute(
  text: string, { name, type, suggestions }: AttributeField,
): { value: Json | undefined } | { problem: string } {
  if (text.trim() === "") return { value: undefined };
  const code = codeNamed(name, text, suggestions.map(displayValue));
  if (code !== undefined) return { value: code };
  const problem = problemOf(text, type);
  return problem === null ? { value: parseValue(text, type) } : { problem };
}

/** The display text of a value, such as a country's name. */
export function displayAttribute(name: string, value: Json | undefined): string {
  return typeof value === "string" && namedValues(name) ? valueText(name, value)
    : displayValue(value);
}

const commonValues: { [name: string]: string[] } = {
  platform: ["ios", "android", "web", "macos", "terminal"],
};

function Suggestions({ id, field }: { id: string; field: AttributeField }) {
  const values = new Set([
    ...field.suggestions.map(displayValue),
    ...namedValues(field.name) ?? commonValues[field.name] ?? [],
  ]);
  return (
    <datalist id={id}>
      {[...values].map((value) => {
        const name = displayAttribute(field.name, value);
        return <option key={value} value={name}>{name === value ? undefined : value}</option>;
      })}
    </datalist>
  );
}
