import { useId } from "react";
import type { Finding } from "../../document";
import { repeatsOf, type Repeat } from "../../model/repeats";
import { findingSentence, repeatSentence } from "../../model/sentences";
import { Button, Callout, TextField } from "../../ui";
import { t } from "../../localization";
import { findingKey } from "./useReview";

/** The errors that block publishing; without `onShow`, they cannot be shown on the canvas. */
export function Errors(
  { findings, onShow }: { findings: Finding[]; onShow?(finding: Finding): void },
) {
  if (findings.length === 0) return null;
  const { repeats, others } = repeatsOf(findings);
  const error = (finding: Finding) => (
    <Callout
      key={findingKey(finding)} kind="danger"
      action={onShow && (
        <Button size="small" onClick={() => onShow(finding)}>{t("publish.show")}</Button>
      )}
    >
      {findingSentence(finding)}
    </Callout>
  );
  return (
    <section className="sheet-part">
      <h3>{t("findings.errors", { count: findings.length })}</h3>
      {repeats.map((repeat) => (
        <Callout key={repeat.key} kind="danger">
          <p>{repeatSentence(repeat)}</p>
          <details>
            <summary>{t("findings.one-by-one", { count: repeat.findings.length })}</summary>
            {repeat.findings.slice(0, MAX_FINDINGS).map(error)}
          </details>
        </Callout>
      ))}
      {others.map(error)}
    </section>
  );
}

/** The maximum number of findings that are listed for a repeated one. */
const MAX_FINDINGS = 50;

interface WarningsProps {
  findings: Finding[]; accepted: ReadonlySet<string>; reasons: ReadonlyMap<string, string>;
  onAccept(key: string, isAccepted: boolean): void;
  /** Undefined for members who may not change the draft, which stores reasons. */
  onReason?(key: string, reason: string): void;
  /** Undefined if there is no canvas to show them on. */
  onShow?(finding: Finding): void;
}

/** The warnings: each is accepted individually, repeated ones together. */
export function Warnings(props: WarningsProps) {
  const { findings } = props;
  if (findings.length === 0) return null;
  const { repeats, others } = repeatsOf(findings);
  return (
    <section className="sheet-part">
      <h3>{t("findings.warnings", { count: findings.length })}</h3>
      <p className="muted small-text">
        {t("publish.accept-text")}{props.onReason && <> {t("publish.accept-reason")}</>}
      </p>
      {repeats.map((repeat) => <RepeatedWarning key={repeat.key} {...props} repeat={repeat} />)}
      {others.map((finding) => (
        <Warning
          key={findingKey(finding)} {...props} findings={[finding]} text={findingSentence(finding)}
        />
      ))}
    </section>
  );
}

function RepeatedWarning({ repeat, ...props }: WarningsProps & { repeat: Repeat }) {
  return (
    <div className="warning-repeat">
      <Warning {...props} findings={repeat.findings} text={repeatSentence(repeat)} />
      <details>
        <summary>{t("findings.one-by-one", { count: repeat.findings.length })}</summary>
        {repeat.findings.slice(0, MAX_FINDINGS).map((finding) => (
          <Warning
            key={findingKey(finding)} {...props} findings={[finding]}
            text={findingSentence(finding)}
          />
        ))}
      </details>
    </div>
  );
}

/** One warning, or a repeated one, with one checkbox and one reason. */
function Warning({ findings, text, accepted, reasons, onAccept, onReason, onShow }: (
  WarningsProps & { text: string })) {
  const id = useId();
  const keys = findings.map(findingKey);
  const [first = ""] = keys;
  const acceptedCount = keys.filter((key) => accepted.has(key)).length;
  const [only] = findings;
  return (
    <div className="warning">
      <input
        type="checkbox" id={id} checked={acceptedCount === keys.length}
        ref={(box) => {
          if (box) box.indeterminate = acceptedCount > 0 && acceptedCount < keys.length;
        }}
        onChange={(event) => keys.forEach((key) => onAccept(key, event.target.checked))}
      />
      <label htmlFor={id}>{text}</label>
      {findings.length === 1 && only && onShow && (
        <Button size="small" kind="quiet" onClick={() => onShow(only)}>{t("publish.show")}</Button>
      )}
      {acceptedCount === keys.length && onReason && (
        <TextField
          label={t("findings.reason")} hint={t("publish.reason-hint")} maxLength={300}
          value={reasons.get(first) ?? ""}
          onValue={(reason) => keys.forEach((key) => onReason(key, reason))}
        />
      )}
    </div>
  );
}
