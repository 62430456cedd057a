import { useId } from "react";
import type { Finding } from "../../document";
import { findingSentence } from "../../model/sentences";
import { Button, Callout, TextField } from "../../ui";
import { t } from "../../localization";
import { findingKey } from "./useUpdate";

/** What keeps the flow from being updated. */
export function Errors(
  { findings, onShow }: { findings: Finding[]; onShow(finding: Finding): void },
) {
  if (findings.length === 0) return null;
  return (
    <section className="sheet-part">
      <h3>{t("findings.errors", { count: findings.length })}</h3>
      {findings.map((one) => (
        <Callout
          key={findingKey(one)} kind="danger"
          action={
            <Button size="small" onClick={() => onShow(one)}>{t("publish.show")}</Button>
          }
        >
          {findingSentence(one)}
        </Callout>
      ))}
    </section>
  );
}

/** What may be meant so: each is accepted by itself. */
export function Warnings({ findings, accepted, reasons, onAccept, onReason, onShow }: {
  findings: Finding[]; accepted: ReadonlySet<string>; reasons: ReadonlyMap<string, string>;
  onAccept(key: string, isAccepted: boolean): void;
  /** Not there for who may not change the draft, which keeps reasons. */
  onReason?(key: string, reason: string): void;
  onShow(finding: Finding): void;
}) {
  const id = useId();
  if (findings.length === 0) return null;
  return (
    <section className="sheet-part">
      <h3>{t("findings.warnings", { count: findings.length })}</h3>
      <p className="soft small-text">{t("publish.accept-text")}</p>
      {findings.map((one, index) => {
        const key = findingKey(one);
        return (
          <div key={key} className="warning">
            <input
              type="checkbox" id={`${id}-${index}`} checked={accepted.has(key)}
              onChange={(event) => onAccept(key, event.target.checked)}
            />
            <label htmlFor={`${id}-${index}`}>{findingSentence(one)}</label>
            <Button size="small" kind="quiet" onClick={() => onShow(one)}>
              {t("publish.show")}
            </Button>
            {accepted.has(key) && onReason && (
              <TextField
                label={t("findings.reason")} hint={t("publish.reason-hint")} maxLength={300}
                value={reasons.get(key) ?? ""} onValue={(reason) => onReason(key, reason)}
              />
            )}
          </div>
        );
      })}
    </section>
  );
}
