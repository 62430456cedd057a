import { useId } from "react";
import { IconButton } from "../../../ui";
import { t } from "../../../localization";
import { useInspector } from "../context";
import { LabeledField, type ShapedFieldProps } from "./LabeledField";
import { isTextReference, type Shape } from "./schema";
import { uniqueKey, translateText } from "./strings";
import { TextInput } from "./TextInput";
import { TranslatedText } from "./TranslatedText";

/** A text: written here, or in every language in the string tables. */
export function StringField(props: ShapedFieldProps) {
  const { value, onChange, pointer, shape } = props;
  const { apply, document, flow, step } = useInspector();
  const id = useId();
  if (isTextReference(value)) {
    return (
      <LabeledField {...props}>
        <TranslatedText textKey={value.$text} onChange={onChange} />
      </LabeledField>
    );
  }
  const text = typeof value === "string" ? value : "";
  const translate = () => {
    const key = uniqueKey(document, step.id, pointer);
    apply(t("content.undo-translate"), translateText({ flow, step: step.id, pointer, key, text }));
  };
  return (
    <LabeledField
      {...props} htmlFor={id} hint={lengthText(shape, text)}
      action={(
        <IconButton
          icon="globe" size="small" label={t("content.translate")} onClick={translate}
        />
      )}
    >
      <TextInput
        id={id} value={text} shape={shape}
        placeholder={typeof props.fallback === "string" ? props.fallback : undefined}
        onText={(next) => onChange(next, pointer)}
      />
    </LabeledField>
  );
}

function lengthText(shape: Shape, text: string): string | undefined {
  if (shape.maxLength === undefined) return undefined;
  return t("content.letters", { count: [...text].length, max: shape.maxLength });
}
