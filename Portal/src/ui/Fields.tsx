import {
  useId, type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react";

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** The problem with the value, and how to fix it. */
  error?: string;
  /** Whether the label is only for screen readers. */
  isLabelHidden?: boolean;
  className?: string;
  children(props: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }): ReactNode;
}

/** A field with a label, a hint and an error. */
export function Field(
  { label, hint, error, isLabelHidden = false, className = "", children }: FieldProps,
) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={`field ${error ? "wrong" : ""} ${className}`}>
      <label htmlFor={id} className={isLabelHidden ? "visually-hidden" : undefined}>{label}</label>
      {children({
        id, ...(described ? { "aria-describedby": described } : {}),
        ...(error ? { "aria-invalid": true as const } : {}),
      })}
      {hint && <p className="field-hint" id={`${id}-hint`}>{hint}</p>}
      {error && <p className="field-error" id={`${id}-error`} role="alert">{error}</p>}
    </div>
  );
}

type BaseProps = Pick<FieldProps, "label" | "hint" | "error" | "isLabelHidden" | "className">;

export function TextField(
  { label, hint, error, isLabelHidden, className, onValue, ...rest }: BaseProps & {
    onValue?(value: string): void;
  } & InputHTMLAttributes<HTMLInputElement>,
) {
  return (
    <Field {...{ label, hint, error, isLabelHidden, className }}>
      {(props) => (
        <input
          type="text" autoComplete="off" spellCheck={false} {...rest} {...props}
          className="input" onChange={(event) => onValue?.(event.target.value)}
        />
      )}
    </Field>
  );
}

export function TextArea(
  { label, hint, error, isLabelHidden, className, onValue, ...rest }: BaseProps & {
    onValue?(value: string): void;
  } & TextareaHTMLAttributes<HTMLTextAreaElement>,
) {
  return (
    <Field {...{ label, hint, error, isLabelHidden, className }}>
      {(props) => (
        <textarea
          rows={3} {...rest} {...props} className="input"
          onChange={(event) => onValue?.(event.target.value)}
        />
      )}
    </Field>
  );
}

export interface Option<Value extends string = string> {
  value: Value;
  text: string;
  isDisabled?: boolean;
}

/** A native select. */
export function Select<Value extends string>(
  { label, hint, error, isLabelHidden, className, options, value, onValue, ...rest }: BaseProps & {
    options: Option<Value>[];
    value: Value;
    onValue(value: Value): void;
  } & Omit<SelectHTMLAttributes<HTMLSelectElement>, "value">,
) {
  return (
    <Field {...{ label, hint, error, isLabelHidden, className }}>
      {(props) => (
        <select
          {...rest} {...props} className="input select" value={value}
          onChange={(event) => onValue(event.target.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A switch. */
export function Switch(
  { label, hint, isOn, onChange, isDisabled = false }: {
    label: string; hint?: string; isOn: boolean; isDisabled?: boolean;
    onChange(isOn: boolean): void;
  },
) {
  const id = useId();
  return (
    <div className="switch-row">
      <input
        type="checkbox" role="switch" id={id} className="switch" checked={isOn}
        disabled={isDisabled} aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {hint && <p className="field-hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}

/** A segmented control with two to four options. */
export function Segmented<Value extends string>(
  { label, options, value, onValue }: {
    label: string; options: (Option<Value> & { icon?: ReactNode })[]; value: Value;
    onValue(value: Value): void;
  },
) {
  const name = useId();
  return (
    <div className="segmented" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={option.value === value ? "on" : undefined}>
          <input
            type="radio" className="visually-hidden" name={name} value={option.value}
            checked={option.value === value} disabled={option.isDisabled}
            onChange={() => onValue(option.value)}
          />
          {option.icon}
          <span>{option.text}</span>
        </label>
      ))}
    </div>
  );
}
