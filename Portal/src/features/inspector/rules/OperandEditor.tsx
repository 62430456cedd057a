import { useEffect, useId, useState } from "react";
import type { Json, Rule, RuleTest, ValueType } from "../../../document";
import { Combobox, Segmented } from "../../../ui";
import { t, tIfExists } from "../../../localization";
import { NumberInput, TypedInput } from "../Inputs";
import { useInspector } from "../context";
import { valueText, type KnownValue } from "./attributes";
import { ignoresCase, patternOf, textOf, withCase, type Choice } from "./choices";
import { nameProblem } from "./names";
import { problemOf } from "./values";
import { ValueList } from "./ValueList";

const jsonTypes = ["string", "number", "boolean", "array", "object", "null"];

const newSegment = (name: string) => t("rules.new-segment", { name });

/** The operand of a test, in a field for its type. */
export function OperandEditor({ test, choice, types, values, onChange }: {
  test: RuleTest; choice: Choice; types: ValueType[]; values: KnownValue[];
  onChange(rule: Rule, mergeKey?: string): void;
}) {
  const { segments } = useInspector();
  const set = (value: Json, mergeKey?: string) => onChange({ ...test, value }, mergeKey);
  const name = t("rules.value");
  switch (choice.editor) {
    case "none": return null;
    case "list":
      return (
        <CaseSensitiveField test={test} onChange={onChange}>
          <ValueList
            attribute={test.attribute} types={types} known={values} onChange={set}
            values={Array.isArray(test.value) ? test.value : []}
          />
        </CaseSensitiveField>
      );
    case "text": {
      const anchor = choice.anchor ?? "free";
      return (
        <CaseSensitiveField test={test} onChange={onChange}>
          <TypedInput
            label={name} value={textOf(String(test.value), anchor)}
            commitsOnBlur={anchor === "free"}
            isCode={anchor === "free"} onText={(text) => set(patternOf(text, anchor), "text")}
          />
        </CaseSensitiveField>
      );
    }
    case "segment":
      return (
        <Combobox
          label={name} value={String(test.value)} className="rule-operand"
          placeholder={t("rules.segment")} onChoose={set} onText={set}
          createLabel={newSegment}
          suggestions={segments.map((segment) => ({ value: segment, text: segment }))}
        />
      );
    case "type":
      return (
        <select
          className="input select rule-operand" aria-label={name} value={String(test.value)}
          onChange={(event) => set(event.target.value)}
        >
          {jsonTypes.map((type) => (
            <option key={type} value={type}>{tIfExists(`rules.type.${type}`) ?? type}</option>
          ))}
        </select>
      );
    case "count":
      return (
        <NumberInput
          label={name} value={test.value} isInteger minimum={0} className="rule-operand"
          onNumber={(number) => set(number, "number")}
        />
      );
    default:
      return (
        <SingleValue
          test={test} type={choice.editor === "version" ? "version" : types[0] ?? "any"}
          values={values} onChange={set}
        />
      );
  }
}

function SingleValue({ test, type, values, onChange }: {
  test: RuleTest; type: ValueType; values: KnownValue[];
  onChange(value: Json, mergeKey?: string): void;
}) {
  const { value, attribute } = test;
  const name = t("rules.value");
  if (typeof value === "boolean" || type === "boolean") {
    return (
      <div className="rule-operand">
        <Segmented
          label={name} value={value === false ? "no" : "yes"}
          options={[{ value: "yes", text: t("rules.yes") }, { value: "no", text: t("rules.no") }]}
          onValue={(text) => onChange(text === "yes")}
        />
      </div>
    );
  }
  if (type === "number" || type === "integer") {
    return (
      <NumberInput
        label={name} value={value} isInteger={type === "integer"} className="rule-operand"
        onNumber={(number) => onChange(number, "number")}
      />
    );
  }
  if (type === "date" && (value === "" || /^\d{4}-\d\d-\d\d$/.test(String(value)))) {
    return (
      <input
        type="date" className="input rule-operand" aria-label={name} value={String(value)}
        onChange={(event) => event.target.value && onChange(event.target.value, "date")}
      />
    );
  }
  return <CheckedValue {...{ attribute, value, type, values, onChange }} />;
}

/** A value field with suggestions; an invalid value is shown with its problem and not passed on. */
function CheckedValue({ attribute, value, type, values, onChange }: {
  attribute: string; value: Json; type: ValueType; values: KnownValue[];
  onChange(value: Json): void;
}) {
  const [rejected, setRejected] = useState<string | null>(null);
  const id = useId();
  useEffect(() => {
    // A change by someone else, or of the comparison, replaces invalid input.
    setRejected(null);
  }, [value, type, attribute]);
  const problem = rejected !== null ? problemOf(rejected, type)
    : value === "" ? null : problemOf(String(value), type) ?? nameProblem(attribute, value);
  const commit = (text: string) => {
    const next = parsed(text, value, values);
    const isRejected = problemOf(String(next), type) !== null;
    setRejected(isRejected ? text : null);
    if (!isRejected) onChange(next);
  };
  return (
    <div className="rule-operand">
      <Combobox
        label={t("rules.value")} placeholder={t("rules.value")}
        value={rejected ?? (value === "" ? "" : valueText(attribute, value))}
        isInvalid={problem !== null} describedBy={problem !== null ? id : undefined}
        suggestions={values.map((known) => ({
          value: String(known.value), text: known.text,
          ...(known.detail ? { detail: known.detail } : {}),
        }))}
        onChoose={commit} onText={commit}
      />
      {problem !== null && <p className="field-error" id={id} role="alert">{problem}</p>}
    </div>
  );
}

/** Converts a text to a value: a known one, or a number if the old value was a number. */
function parsed(text: string, old: Json, values: KnownValue[]): Json {
  const known = values.find((candidate) => (
    String(candidate.value) === text || candidate.text === text));
  if (known) return known.value;
  const isNumber = typeof old === "number" && text.trim() !== "" && Number.isFinite(Number(text));
  return isNumber ? Number(text) : text;
}

/** A field with a switch for matching case. */
function CaseSensitiveField({ test, onChange, children }: {
  test: RuleTest; onChange(rule: Rule): void; children: React.ReactNode;
}) {
  const isOff = ignoresCase(test.operator);
  const other = withCase(test.operator, !isOff);
  return (
    <div className="rule-operand cased">
      {children}
      {other !== undefined && (
        <button
          type="button" className="icon-button small case-button" aria-pressed={!isOff}
          aria-label={t("rules.case")} title={t(isOff ? "rules.case-off" : "rules.case-on")}
          onClick={() => onChange({ ...test, operator: other })}
        >
          <span aria-hidden="true">Aa</span>
        </button>
      )}
    </div>
  );
}
