import { useId } from "react";
import { t } from "../../localization";
import { humanized, type DrawnField } from "../screen";

/** An input field in the preview, by type. */
export function PhoneField({ field, value, onValue }: {
  field: DrawnField; value: string; onValue(text: string): void;
}) {
  const id = useId();
  const name = field.key === undefined ? field.label || t("preview.answer") : humanized(field.key);
  if (field.type === "boolean") {
    return (
      <label className="phone-field toggle">
        <span>{name}</span>
        <input
          type="checkbox" role="switch" className="switch" checked={value === "true"}
          onChange={(event) => onValue(String(event.target.checked))}
        />
      </label>
    );
  }
  return (
    <div className="phone-field">
      <label htmlFor={id} className={name === field.placeholder ? "visually-hidden" : undefined}>
        {name}
      </label>
      {field.options ? (
        <select
          id={id} className="input select" value={value}
          onChange={(event) => onValue(event.target.value)}
        >
          {field.options.map((option) => (
            <option key={String(option.value)} value={String(option.value)}>{option.text}</option>
          ))}
        </select>
      ) : (
        <input
          id={id} className="input" type={inputType(field)} value={value} autoComplete="off"
          inputMode={isNumber(field) ? "decimal" : undefined} spellCheck={false}
          placeholder={field.placeholder} onChange={(event) => onValue(event.target.value)}
        />
      )}
    </div>
  );
}

const isNumber = (field: DrawnField) => field.type === "number" || field.type === "integer";
const inputType = (field: DrawnField) => (field.type === "date" ? "date" : "text");
