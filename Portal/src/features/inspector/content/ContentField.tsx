import { useId } from "react";
import type { Json } from "../../../document";
import { IconButton, Switch } from "../../../ui";
import { t, tIfExists } from "../../../localization";
import { contentCodes } from "../codes";
import { useInspector } from "../context";
import { Findings } from "../Findings";
import { NumberInput } from "../Inputs";
import { RawJSON } from "../RawJSON";
import {
  LabeledField, labelText, type ContentFieldProps, type ShapedFieldProps,
} from "./LabeledField";
import { ListField } from "./ListField";
import { ObjectField } from "./ObjectField";
import {
  alternativesOf, firstValue, matchesType, isTextReference, kindOf, labelOf, shapeOf, type Shape,
} from "./schema";
import { StringField } from "./StringField";

/** A field for one value of the content, of any type. */
export function ContentField(props: ContentFieldProps) {
  const { schema, value, pointer, onChange, isRoot } = props;
  const { findings } = useInspector();
  const alternatives = alternativesOf(schema);
  const chosen = alternatives.find((alternative) => matchesType(alternative, value));
  const shape = shapeOf(chosen ?? schema, value);
  const about = isRoot ? []
    : findings.filter((finding) => (
      finding.pointer === pointer && contentCodes.includes(finding.code)));
  return (
    <div className={isRoot ? "content-root" : "content-field"} data-pointer={pointer}>
      {alternatives.length > 1 && (
        <select
          className="input select" aria-label={t("content.kind", { name: labelText(props) })}
          value={Math.max(0, alternatives.findIndex((alternative) => alternative === chosen))}
          onChange={(event) =>
            onChange(firstValue(alternatives[Number(event.target.value)]))}
        >
          {alternatives.map((alternative, index) => (
            <option key={index} value={index}>{alternativeText(alternative, index)}</option>
          ))}
        </select>
      )}
      <SingleField {...props} schema={chosen ?? schema} shape={shape} />
      <Findings findings={about} />
    </div>
  );
}

function alternativeText(schema: Json, index: number): string {
  const shape = shapeOf(schema);
  if (shape.title) return shape.title;
  const type = shape.types[0];
  return (type && tIfExists(`rules.type.${type}`))
    ?? t("content.alternative", { number: index + 1 });
}

function SingleField(props: ShapedFieldProps) {
  const { value, shape, onChange, pointer, isUnknown, name } = props;
  if (isUnknown && !isTextReference(value)) {
    return (
      <LabeledField {...props}>
        <RawJSON label={labelText(props)} value={value} onValue={(it) => onChange(it, pointer)} />
      </LabeledField>
    );
  }
  if (value === null) return <NullField {...props} />;
  switch (kindOf(shape, value)) {
    case "string": return <StringField {...props} />;
    case "number":
    case "integer": return <NumberField {...props} />;
    case "boolean": return <BooleanField {...props} />;
    case "choice": return <ChoiceField {...props} />;
    case "object": return <ObjectField {...props} Field={ContentField} />;
    case "array": return <ListField {...props} Field={ContentField} />;
    default:
      return (
        <LabeledField {...props}>
          <RawJSON label={labelOf(name)} value={value} onValue={(it) => onChange(it, pointer)} />
        </LabeledField>
      );
  }
}

/** The field of a null value: a button that replaces it with an initial one. */
function NullField(props: ShapedFieldProps) {
  const { onChange, schema } = props;
  const filled = firstValue(typeof schema === "object" && schema !== null && !Array.isArray(schema)
    ? { ...schema, type: props.shape.types[0] ?? "string" } : undefined);
  return (
    <LabeledField {...props}>
      <button
        type="button" className="nothing-button" onClick={() => onChange(filled ?? "")}
      >
        {t("content.nothing")}
      </button>
    </LabeledField>
  );
}

function NumberField(props: ShapedFieldProps) {
  const { value, shape, onChange, pointer, fallback } = props;
  const id = useId();
  const isInteger = shape.types.length === 1 && shape.types[0] === "integer";
  return (
    <LabeledField {...props} htmlFor={id} hint={boundsText(shape)}>
      <NumberInput
        id={id} value={value} isInteger={isInteger} minimum={shape.minimum} maximum={shape.maximum}
        placeholder={typeof fallback === "number" ? String(fallback) : undefined}
        onNumber={(number) => onChange(number, pointer)}
      />
    </LabeledField>
  );
}

function boundsText({ minimum, maximum }: Shape): string | undefined {
  if (minimum !== undefined && maximum !== undefined) {
    return t("content.between", { from: minimum, to: maximum });
  }
  if (minimum !== undefined) return t("content.at-least", { number: minimum });
  return maximum === undefined ? undefined : t("content.at-most", { number: maximum });
}

function BooleanField(props: ShapedFieldProps) {
  const { canEdit } = useInspector();
  const { value, onChange, onRemove, shape } = props;
  const label = shape.title ?? labelText(props);
  return (
    <div className="boolean-field">
      <Switch
        label={label} hint={shape.description} isOn={value === true} onChange={onChange}
        isDisabled={!canEdit}
      />
      {canEdit && onRemove && (
        <IconButton
          icon="close" size="small" label={t("content.remove", { name: label })} onClick={onRemove}
        />
      )}
    </div>
  );
}

function ChoiceField(props: ShapedFieldProps) {
  const { value, shape, onChange } = props;
  const id = useId();
  const values = shape.values ?? [];
  const at = values.findIndex((choice) => JSON.stringify(choice) === JSON.stringify(value));
  const text = (choice: Json) => (typeof choice === "string" ? choice : JSON.stringify(choice));
  return (
    <LabeledField {...props} htmlFor={id}>
      <select
        id={id} className="input select" value={at}
        onChange={(event) => onChange(values[Number(event.target.value)] ?? null)}
      >
        {at < 0 && <option value={-1}>{text(value)}</option>}
        {values.map((choice, index) => (
          <option key={index} value={index}>{text(choice)}</option>
        ))}
      </select>
    </LabeledField>
  );
}
