import { useEffect, useId, useState } from "react";
import { IconButton } from "../../../ui";
import { t } from "../../../localization";
import { useInspector } from "../context";
import { Labelled, type ContentFieldProps } from "./ContentField";
import { isText, type Shape } from "./schema";
import { freeKey, translateText } from "./strings";
import { TranslatedText } from "./TranslatedText";

/** A text: written here, or in every language in the string tables. */
export function StringField(props: ContentFieldProps & { shape: Shape }) {
  const { value, onChange, pointer, shape } = props;
  const { apply, document, flow, step } = useInspector();
  const id = useId();
  if (isText(value)) {
    return (
      <Labelled {...props}>
        <TranslatedText textKey={value.$text} onChange={onChange} />
      </Labelled>
    );
  }
  const text = typeof value === "string" ? value : "";
  const translate = () => {
    const key = freeKey(document, step.id, pointer);
    apply(t("content.undo-translate"), translateText({ flow, step: step.id, pointer, key, text }));
  };
  return (
    <Labelled
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
    </Labelled>
  );
}

function lengthText(shape: Shape, text: string): string | undefined {
  if (shape.maxLength === undefined) return undefined;
  return t("content.letters", { count: [...text].length, most: shape.maxLength });
}

/** A line, or several where there is much to say. What is not allowed is said, and not written. */
export function TextInput({ id, label, lang, value, shape, placeholder, onText }: {
  id?: string; label?: string; lang?: string; value: string; shape?: Shape; placeholder?: string;
  onText(text: string): void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const errorId = useId();
  useEffect(() => setTyped(null), [value]);
  const shown = typed ?? value;
  const problem = shape ? textProblem(shape, shown) : undefined;
  const rows = shown.split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 40)), 0);
  return (
    <>
      <textarea
        id={id} aria-label={label} lang={lang} className="input content-text" value={shown}
        rows={Math.min(8, rows)} placeholder={placeholder}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem ? errorId : undefined}
        onChange={(event) => {
          const next = event.target.value;
          if (shape && textProblem(shape, next) !== undefined) return setTyped(next);
          setTyped(null);
          onText(next);
        }}
      />
      {problem && <span className="field-error" id={errorId} role="alert">{problem}</span>}
    </>
  );
}

/** What a text breaks of what the screen says; letters are counted as the engine does. */
function textProblem(shape: Shape, text: string): string | undefined {
  const length = [...text].length;
  if (shape.minLength !== undefined && length < shape.minLength) {
    return t("content.too-short", { count: shape.minLength });
  }
  if (shape.maxLength !== undefined && length > shape.maxLength) {
    return t("content.too-long", { count: shape.maxLength });
  }
  if (shape.pattern === undefined) return undefined;
  try {
    const isMatch = new RegExp(shape.pattern, "u").test(text);
    return isMatch ? undefined : t("content.no-match", { pattern: shape.pattern });
  } catch {
    return undefined;
  }
}
