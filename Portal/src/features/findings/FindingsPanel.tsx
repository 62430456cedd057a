import { Fragment, useMemo, useState } from "react";
import { stepKey, type Finding } from "../../document";
import { useEditor, type EditorModel } from "../../model/editor";
import { useKeptFocus } from "../../model/focus";
import { repeatsOf } from "../../model/repeats";
import { useStore } from "../../model/store";
import { Button, Callout, EmptyState, Segmented } from "../../ui";
import { formatList, t } from "../../localization";
import { AcceptedFindings } from "./Accepting";
import { FindingGroups } from "./FindingGroups";
import { RepeatCard } from "./RepeatCard";
import "./findings.css";

type SeverityFilter = "all" | "error" | "warning";

/** The number of findings rendered before a press shows more. */
const PAGE = 60;

/** All findings of the draft, by location, updated while editing. */
export function FindingsPanel() {
  const editor = useEditor();
  const { findings, isCurrent, failure } = useStore(editor.verification.state);
  const [kind, setKind] = useState<SeverityFilter>("all");
  const [limit, setLimit] = useState(PAGE);
  const list = useKeptFocus<HTMLDivElement>();
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const warnings = findings.length - errors;
  const isMixed = errors > 0 && warnings > 0;
  const filtered = isMixed && kind !== "all"
    ? findings.filter((finding) => finding.severity === kind) : findings;
  const parts = useMemo(() => partsOf(filtered), [findings, kind, isMixed]);
  const remaining = parts.reduce((sum, part) => sum + Math.max(0, part.others.length - limit), 0);
  const focusList = () => list.current?.focus();
  if (failure) return <Failed failure={failure} onRetry={() => editor.verification.retry()} />;
  return (
    <div className="findings-list" ref={list} tabIndex={-1} aria-busy={!isCurrent}>
      <p className="visually-hidden" role="status">{isCurrent ? summary(errors, warnings) : ""}</p>
      <Builds />
      {findings.length === 0
        && (isCurrent ? <NoFindings editor={editor} />
          : <p className="muted">{t("findings.checking")}</p>)}
      {isMixed && (
        <Segmented<SeverityFilter>
          label={t("findings.kinds")} value={kind} onValue={setKind}
          options={[
            { value: "all", text: t("findings.all") },
            { value: "error", text: t("findings.errors", { count: errors }) },
            { value: "warning", text: t("findings.warnings", { count: warnings }) },
          ]}
        />
      )}
      {parts.map(({ severity, repeats, others }) => (
        <Fragment key={severity}>
          {repeats.length > 0 && (
            <ul className="finding-repeats">
              {repeats.map((repeat) => (
                <RepeatCard key={repeat.key} repeat={repeat} onFixed={focusList} />
              ))}
            </ul>
          )}
          <FindingGroups findings={others.slice(0, limit)} onFixed={focusList} />
        </Fragment>
      ))}
      {remaining > 0 && (
        <Button onClick={() => setLimit(limit + PAGE)}>
          {t("findings.more", { count: remaining })}
        </Button>
      )}
      <AcceptedFindings />
    </div>
  );
}

/**
 * Groups the findings by severity: repeating ones first, then the others; errors with all findings
 * at their locations.
 */
function partsOf(findings: Finding[]) {
  const { repeats, others } = repeatsOf(findings);
  const errors = others.filter((finding) => finding.severity === "error");
  const withErrors = new Set(errors.map(stepKey));
  return (["error", "warning"] as const).map((severity) => ({
    severity, repeats: repeats.filter(({ merged }) => merged.severity === severity),
    others: others.filter((finding) => (
      withErrors.has(stepKey(finding)) === (severity === "error"))),
  }));
}

function summary(errors: number, warnings: number): string {
  if (errors + warnings === 0) return t("findings.none");
  return formatList([
    ...(errors > 0 ? [t("findings.errors", { count: errors })] : []),
    ...(warnings > 0 ? [t("findings.warnings", { count: warnings })] : []),
  ]);
}

/** The builds that were checked, because findings about screens depend on them. */
function Builds() {
  const editor = useEditor();
  const builds = useStore(editor.application.builds);
  const environment = useStore(editor.application.environment);
  const used = builds?.builds.filter((build) => build.inUse) ?? [];
  if (used.length === 0) {
    return <Callout icon="phone">{t("findings.no-builds", { environment })}</Callout>;
  }
  const names = used.slice(0, 3).map((build) => `${build.version} (${build.platform})`);
  const rest = used.length - names.length;
  const all = rest > 0 ? [...names, t("findings.more-builds", { count: rest })] : names;
  return (
    <p className="findings-builds">
      {t("findings.builds", { count: used.length, builds: formatList(all), environment })}
    </p>
  );
}

function NoFindings({ editor }: { editor: EditorModel }) {
  const isEmpty = useStore(editor.draft.document, (it) => it.flows.length === 0);
  if (isEmpty) {
    return (
      <EmptyState icon="add" title={t("findings.empty")}>
        <p>{t("findings.empty-text")}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="check" title={t("findings.sound")}>
      <p>{t("findings.sound-text")}</p>
    </EmptyState>
  );
}

function Failed({ failure, onRetry }: { failure: string; onRetry(): void }) {
  return (
    <div className="findings-list">
      <Callout
        kind="danger"
        action={<Button size="small" onClick={onRetry}>{t("app.try-again")}</Button>}
      >
        <p><strong>{t("findings.failed-text")}</strong></p>
        <p>{failure}</p>
      </Callout>
    </div>
  );
}
