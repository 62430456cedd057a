import { useEffect, useId, useState } from "react";
import { t } from "../../../localization";
import type { Shape } from "./schema";

/** A text area that grows with its text. An invalid text is explained and not passed on. */
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

/** Returns the violated constraint of the schema; it counts characters as the engine does. */
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
