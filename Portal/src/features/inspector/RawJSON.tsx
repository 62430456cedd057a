import { useEffect, useId, useRef, useState } from "react";
import { sameJSON, type Json } from "../../document";
import { checkJSON } from "../../engine";
import { Button } from "../../ui";
import { t } from "../../localization";
import { positionOfPointer } from "./positions";

/** A problem in the JSON text. */
export interface RawProblem {
  message: string;
  /** The location within the value, if the text can be parsed. */
  pointer?: string;
  line?: number;
  column?: number;
}

interface RawJSONProps {
  label: string;
  value: Json | undefined;
  /** Called with each valid value; not called for invalid text. */
  onValue(value: Json): void;
  /** An additional check; a value with a problem is not passed on. */
  check?(value: Json): RawProblem | null;
  /** Returns the engine's remarks about the value. */
  explain?(value: Json): Promise<RawProblem[]>;
  isDisabled?: boolean;
}

const formatted = (value: Json | undefined) =>
  (value === undefined ? "" : JSON.stringify(value, null, 2));

/** An editor for a value as JSON. */
export function RawJSON(props: RawJSONProps) {
  const { label, value, onValue, check, explain, isDisabled } = props;
  const [text, setText] = useState(() => formatted(value));
  const [problems, setProblems] = useState<RawProblem[]>([]);
  const [isUnsaved, setUnsaved] = useState(false);
  const latest = useRef(text);
  const id = useId();
  const lastValue = useRef<Json | undefined>(value);
  useEffect(() => {
    // The value was changed by someone else or by undo, so the text is updated.
    if (sameJSON(lastValue.current, value)) return;
    lastValue.current = value;
    showText(formatted(value));
    setProblems([]);
    setUnsaved(false);
  }, [value]);
  const showText = (next: string) => {
    latest.current = next;
    setText(next);
  };
  const update = async (next: string) => {
    showText(next);
    const parsed = await readJSON(next, check);
    if (latest.current !== next) return;
    setUnsaved("problem" in parsed);
    if ("problem" in parsed) return setProblems([parsed.problem]);
    lastValue.current = parsed.value;
    if (!sameJSON(parsed.value, value)) onValue(parsed.value);
    const remarks = explain ? await explain(parsed.value) : [];
    if (latest.current === next) setProblems(remarks);
  };
  return (
    <div className="raw">
      <textarea
        className="input raw-text" aria-label={label} value={text} spellCheck={false}
        rows={Math.min(18, Math.max(3, text.split("\n").length))} disabled={isDisabled}
        aria-invalid={isUnsaved || undefined} aria-describedby={id}
        onChange={(event) => void update(event.target.value)}
      />
      <div id={id} role="status">
        {problems.map((problem, index) => (
          <p key={index} className="field-error">{problemText(problem, text)}</p>
        ))}
        {isUnsaved && <p className="field-hint">{t("rules.json-unsaved")}</p>}
      </div>
      {isUnsaved && (
        <Button
          size="small" icon="undo"
          onClick={() => {
            showText(formatted(value));
            setProblems([]);
            setUnsaved(false);
          }}
        >
          {t("rules.json-back")}
        </Button>
      )}
    </div>
  );
}

function problemText(problem: RawProblem, text: string): string {
  const position = problem.line === undefined && problem.pointer !== undefined
    ? positionOfPointer(text, problem.pointer) : problem;
  if (position?.line === undefined) return problem.message;
  const lines = text.split("\n");
  const line = Math.min(position.line, lines.length);
  const column = line < position.line ? (lines.at(-1)?.length ?? 0) + 1 : position.column ?? 1;
  return t("rules.json-at", { line, column, message: problem.message });
}

async function readJSON(
  text: string, check: RawJSONProps["check"],
): Promise<{ value: Json } | { problem: RawProblem }> {
  const syntaxProblem = await checkJSON(text);
  if (syntaxProblem) return { problem: syntaxProblem };
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return { problem: { message: t("rules.json-end") } };
  }
  const problem = check?.(value);
  return problem ? { problem } : { value };
}
