import { useEffect, useId, useState } from "react";
import type { Application } from "../../api";
import { Button, Field, Select, TextField } from "../../ui";
import { t, type MessageKey } from "../../localization";
import { useEnvironments } from "./RightsFields";
import { actionPrefixes } from "./sentences";
import type { AuditDownload } from "./useAuditDownload";

/** The filter of the audit log; an empty text matches everything. */
export interface AuditFilter {
  application: string;
  environment: string;
  actor: string;
  action: string;
  /** Days as `2026-11-21`, both included. */
  since: string;
  until: string;
}

export const noFilter: AuditFilter = {
  application: "", environment: "", actor: "", action: "", since: "", until: "",
};

/** The filters of the audit log. */
export function AuditFilters({
  filter, onFilter, members, applications, environments, download,
}: {
  filter: AuditFilter; onFilter(filter: AuditFilter): void; members: string[];
  /** The options; undefined if the page is about one application. */
  applications?: Application[];
  /** The options; undefined to load those of the filter's application. */
  environments?: string[];
  /** The download of all entries that match; undefined if there are none. */
  download?: AuditDownload;
}) {
  const loaded = useEnvironments(filter.application);
  const set = (change: Partial<AuditFilter>) => onFilter({ ...filter, ...change });
  const shownEnvironments = environments ?? loaded;
  const isFiltered = Object.entries(filter).some(([name, value]) =>
    value !== "" && (name !== "application" || applications !== undefined));
  return (
    <div className="audit-filters" role="search" aria-label={t("organization.audit-filters")}>
      {applications && (
        <Select
          label={t("organization.application")} value={filter.application}
          onValue={(application) => set({ application, environment: "" })}
          options={[
            { value: "", text: t("organization.audit-all") },
            ...applications.map(({ id, name }) => ({ value: id, text: name })),
          ]}
        />
      )}
      <Select
        label={t("organization.environment")} value={filter.environment}
        onValue={(environment) => set({ environment })} disabled={shownEnvironments.length === 0}
        options={[
          { value: "", text: t("organization.audit-all") },
          ...shownEnvironments.map((name) => ({ value: name, text: name })),
        ]}
      />
      <Select
        label={t("organization.audit-kind")} value={filter.action}
        onValue={(action) => set({ action })}
        options={[
          { value: "", text: t("organization.audit-all") },
          ...actionPrefixes.map((prefix) => ({
            value: prefix as string,
            text: t(`organization.kind-${prefix.slice(0, -1)}` as MessageKey),
          })),
        ]}
      />
      <ActorField value={filter.actor} members={members} onValue={(actor) => set({ actor })} />
      <TextField
        label={t("organization.audit-since")} type="date" value={filter.since}
        max={filter.until || undefined} onValue={(since) => set({ since })}
      />
      <TextField
        label={t("organization.audit-until")} type="date" value={filter.until}
        min={filter.since || undefined} onValue={(until) => set({ until })}
      />
      <div className="audit-buttons">
        {isFiltered && (
          <Button
            kind="quiet"
            onClick={() => onFilter({
              ...noFilter, application: applications ? "" : filter.application,
            })}
          >
            {t("organization.audit-clear")}
          </Button>
        )}
        {download && <Download download={download} />}
      </div>
    </div>
  );
}

/** One button, so that it keeps the focus: it starts the download, and then cancels it. */
function Download({ download: { count, start, cancel } }: { download: AuditDownload }) {
  const isRunning = count !== null;
  return (
    <>
      <Button icon={isRunning ? "close" : "download"} onClick={isRunning ? cancel : start}>
        {t(isRunning ? "organization.audit-download-cancel" : "organization.audit-download")}
      </Button>
      <span role="status" className="muted small-text">
        {isRunning && t("organization.audit-downloading", { count })}
      </span>
    </>
  );
}

/** The actor's email address or name; members are suggested, and others can be typed. */
function ActorField(
  { value, members, onValue }: { value: string; members: string[]; onValue(value: string): void },
) {
  const [text, setText] = useState(value);
  const listId = useId();
  useEffect(() => setText(value), [value]);
  const commit = () => {
    if (text.trim() !== value) onValue(text.trim());
  };
  return (
    <Field label={t("organization.audit-actor")}>
      {(props) => (
        <>
          <input
            {...props} type="text" className="input" list={listId} value={text} autoComplete="off"
            placeholder={t("organization.audit-everyone")} onBlur={commit}
            onChange={(event) => {
              setText(event.target.value);
              // Selected from the list, or cleared, so typing is finished.
              if (event.target.value === "" || members.includes(event.target.value)) {
                onValue(event.target.value);
              }
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter") commit();
            }}
          />
          <datalist id={listId}>
            {members.map((member) => <option key={member} value={member} />)}
          </datalist>
        </>
      )}
    </Field>
  );
}
