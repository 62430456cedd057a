import { useState } from "react";
import type { FlowDocument } from "../../../document";
import { Button, Callout, Chip, Dialog } from "../../../ui";
import { formatList, formatNumber, t } from "../../../localization";
import { nameOfLanguage } from "../LanguageList";
import type { Rejection, RejectionReason } from "./file";
import { rejectionsOf, type Review, type TextChange } from "./review";

/** The number of rows rendered at first, and for each press of “Show more”. */
const PAGE_SIZE = 100;

/** Shows the changes of an import for confirmation. */
export function ImportReview({ name, review, document, onClose, onImport }: {
  name: string; review: Review; document: FlowDocument; onClose(): void;
  onImport(withAdditions: boolean): void;
}) {
  const [withAdditions, setWithAdditions] = useState(false);
  const changes = withAdditions ? [...review.changes, ...review.additions] : review.changes;
  const rejections = rejectionsOf(review, withAdditions);
  const count = changes.length;
  return (
    <Dialog
      title={t("settings.review-title", { name })} width="wide" onClose={onClose}
      closesOnOutsideClick={false}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" disabled={count === 0} onClick={() => onImport(withAdditions)}>
            {t("settings.review-import", { count })}
          </Button>
        </>
      }
    >
      <div className="review">
        <p role="status">
          {t("settings.review-changes", { count })} {t("settings.review-same", {
            count: review.unchanged,
          })}
        </p>
        {review.newLanguages.length > 0 && (
          <Callout>
            {t("settings.review-languages", {
              languages: formatList(review.newLanguages.map(nameOfLanguage)),
            })}
          </Callout>
        )}
        {rejections.length > 0 && <Rejections rejections={rejections} />}
        {review.additions.length > 0 && (
          <label className="review-additions">
            <input
              type="checkbox" checked={withAdditions}
              onChange={(event) => setWithAdditions(event.target.checked)}
            />
            <span>{t("settings.review-additions", { count: keyCount(review.additions) })}</span>
          </label>
        )}
        {count > 0 && <Changes changes={changes} document={document} />}
      </div>
    </Dialog>
  );
}

const keyCount = (changes: TextChange[]) => new Set(changes.map((change) => change.key)).size;

function Changes({ changes, document }: { changes: TextChange[]; document: FlowDocument }) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  return (
    <>
      <div
        className="review-table" role="region" tabIndex={0}
        aria-label={t("settings.review-differences")}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t("settings.text-key")}</th>
              <th scope="col">{t("settings.review-before")}</th>
              <th scope="col">{t("settings.review-after")}</th>
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, limit).map(({ key, locale, before, after }) => (
              <tr key={JSON.stringify([key, locale])}>
                <th scope="row">
                  <code>{key}</code>
                  <small>{nameOfLanguage(locale)}</small>
                </th>
                <td lang={locale}>
                  {before === undefined
                    ? <Chip>{t(isKnown(document, key) ? "settings.text-missing"
                      : "settings.review-new")}</Chip>
                    : before}
                </td>
                <td lang={locale}>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {changes.length > limit && (
        <Button size="small" onClick={() => setLimit(limit + PAGE_SIZE)}>
          {t("settings.texts-more", { count: changes.length - limit })}
        </Button>
      )}
    </>
  );
}

const isKnown = (document: FlowDocument, key: string) =>
  Object.values(document.strings ?? {}).some((table) => Object.hasOwn(table, key));

function Rejections({ rejections }: { rejections: Rejection[] }) {
  const [limit, setLimit] = useState(PAGE_SIZE);
  return (
    <section className="review-rejections" aria-label={t("settings.review-rejected-label")}>
      <Callout kind="warn">
        {t("settings.review-rejected", { count: rejections.length })}
      </Callout>
      <ul>
        {rejections.slice(0, limit).map(({ line, reason }, index) => (
          <li key={index}>
            <b>{t("settings.review-line", { line: formatNumber(line) })}</b>
            {" "}
            {reasonText(reason)}
          </li>
        ))}
      </ul>
      {rejections.length > limit && (
        <Button size="small" onClick={() => setLimit(limit + PAGE_SIZE)}>
          {t("settings.texts-more", { count: rejections.length - limit })}
        </Button>
      )}
    </section>
  );
}

/** The reason why a text is rejected, and what to do. */
function reasonText(reason: RejectionReason): string {
  switch (reason.kind) {
    case "unknown-key": return t("settings.rejected-key", { key: reason.key });
    case "no-source":
      return t("settings.rejected-no-source", {
        key: reason.key, language: nameOfLanguage(reason.locale),
      });
    case "source":
      return t("settings.rejected-source", { ...reason });
    case "placeholders":
      return reason.unknown.length > 0
        ? t("settings.rejected-unknown", {
          key: reason.key, language: nameOfLanguage(reason.locale),
          names: formatList(reason.unknown),
        })
        : t("settings.rejected-missing", {
          key: reason.key, language: nameOfLanguage(reason.locale),
          names: formatList(reason.missing),
        });
    case "duplicate":
      return t("settings.rejected-duplicate", {
        key: reason.key, language: nameOfLanguage(reason.locale),
      });
    case "inline":
      return t("settings.rejected-inline", { key: reason.key, name: reason.name });
  }
}
