import { useEffect, useId, useRef, useState } from "react";
import type { Json } from "../../document";
import { locale, t } from "../../localization";

interface NumberInputProps {
  label?: string;
  id?: string;
  value: Json | undefined;
  onNumber(value: number): void;
  /**
   * Called when the field is emptied; without it, an empty field is reported as a missing number.
   */
  onEmpty?(): void;
  isInteger?: boolean;
  minimum?: number;
  maximum?: number;
  placeholder?: string;
  unit?: string;
  className?: string;
  isDisabled?: boolean;
  describedBy?: string;
  /** Whether leaving the field restores the last number in place of invalid text. */
  restoresOnBlur?: boolean;
}

/** A number field; invalid numbers are reported at the field and not passed on. */
export function NumberInput(props: NumberInputProps) {
  const { label, value, onNumber, onEmpty, className = "" } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const shown = typeof value === "number" ? localized(value) : value == null ? "" : String(value);
  const result = typed === null ? { number: 0 } : readNumber(typed, props);
  const problem = "problem" in result ? result.problem : null;
  useEffect(() => {
    // A change by someone else replaces invalid input.
    setTyped(null);
  }, [value]);
  return (
    <span className={`number-input ${className}`}>
      <span className="number-line">
        <input
          className="input" id={props.id} inputMode="decimal" autoComplete="off"
          aria-label={label} value={typed ?? shown} placeholder={props.placeholder}
          disabled={props.isDisabled} aria-invalid={problem !== null || undefined}
          aria-describedby={problem ? id : props.describedBy}
          onChange={(event) => {
            const text = event.target.value;
            setTyped(text);
            const read = readNumber(text, props);
            if ("number" in read) onNumber(read.number);
            else if (text.trim() === "" && onEmpty) onEmpty();
          }}
          onBlur={() => (problem === null || props.restoresOnBlur) && setTyped(null)}
        />
        {props.unit && <span className="number-unit" aria-hidden="true">{props.unit}</span>}
      </span>
      {problem !== null && !(typed?.trim() === "" && onEmpty) && (
        <span className="field-error" id={id} role="alert">{problem}</span>
      )}
    </span>
  );
}

const localized = (value: number) => {
  const separator = (1.5).toLocaleString(locale).charAt(1);
  const text = String(value);
  return text.includes("e") ? text : text.replace(".", separator);
};

type Bounds = Pick<NumberInputProps, "isInteger" | "minimum" | "maximum">;

/** Parses a number with a point or a comma; returns the problem if it is invalid. */
export function readNumber(text: string, bounds: Bounds): { number: number } | { problem: string } {
  const trimmed = text.trim().replace(",", ".");
  const number = Number(trimmed);
  if (trimmed === "" || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)
    || !Number.isFinite(number)) return { problem: t("content.no-number") };
  if (bounds.isInteger && !Number.isInteger(number)) return { problem: t("content.no-whole") };
  if (bounds.minimum !== undefined && number < bounds.minimum) {
    return { problem: t("content.at-least", { number: bounds.minimum }) };
  }
  if (bounds.maximum !== undefined && number > bounds.maximum) {
    return { problem: t("content.at-most", { number: bounds.maximum }) };
  }
  return { number };
}

/** A text field that reports changes while typing, or with `commitsOnBlur` when editing ends. */
export function TypedInput({ label, value, onText, commitsOnBlur = false, isCode = false }: {
  label: string; value: string; onText(text: string): void; commitsOnBlur?: boolean;
  isCode?: boolean;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const isDiscarded = useRef(false);
  const finish = () => {
    if (typed !== null && commitsOnBlur && typed !== value && !isDiscarded.current) onText(typed);
    setTyped(null);
  };
  return (
    <input
      type="text" className={`input ${isCode ? "code-input" : ""}`} aria-label={label}
      autoComplete="off" spellCheck={false} value={typed ?? value} onBlur={finish}
      onChange={(event) => {
        isDiscarded.current = false;
        if (commitsOnBlur) setTyped(event.target.value);
        else onText(event.target.value);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") finish();
        if (event.key === "Escape" && typed !== null) {
          event.stopPropagation();
          isDiscarded.current = true;
          setTyped(null);
        }
      }}
    />
  );
}
