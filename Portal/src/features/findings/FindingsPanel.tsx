import { useMemo, useState } from "react";
import { useEditor } from "../../model/editor";
import { useKeptFocus } from "../../model/keyboard";
import { useStore } from "../../model/store";
import { Button, Callout, EmptyState, Segmented } from "../../ui";
import { formatList, t } from "../../localization";
import { AcceptedFindings } from "./Accepting";
import { FindingCard } from "./FindingCard";
import { findingKey, groupsOf, type FindingGroup } from "./groups";
import "./findings.css";

type Kind = "all" | "error" | "warning";

/** How many findings are drawn before one asks for more. */
const PAGE = 60;

/** All findings of the draft, by place; what is said changes as one works. */
export function FindingsPanel() {
  const editor = useEditor();
  const { findings, isCurrent, failure } = useStore(editor.verification.state);
  const [kind, setKind] = useState<Kind>("all");
  const [most, setMost] = useState(PAGE);
  const list = useKeptFocus<HTMLDivElement>();
  const errors = findings.filter((one) => one.severity === "error").length;
  const warnings = findings.length - errors;
  const isMixed = errors > 0 && warnings > 0;
  const wanted = isMixed && kind !== "all"
    ? findings.filter((one) => one.severity === kind) : findings;
  const groups = useMemo(() => groupsOf(wanted.slice(0, most)), [findings, kind, most, isMixed]);
  if (failure) return <Failed failure={failure} onAgain={() => editor.verification.again()} />;
  return (
    <div className="findings-list" ref={list} tabIndex={-1} aria-busy={!isCurrent}>
      <p className="unseen" role="status">{isCurrent ? summary(errors, warnings) : ""}</p>
      <Builds />
      {findings.length === 0
        && (isCurrent ? <NoFindings /> : <p className="soft">{t("findings.checking")}</p>)}
      {isMixed && (
        <Segmented<Kind>
          label={t("findings.kinds")} value={kind} onValue={setKind}
          options={[
            { value: "all", text: t("findings.all") },
            { value: "error", text: t("findings.errors", { count: errors }) },
            { value: "warning", text: t("findings.warnings", { count: warnings }) },
          ]}
        />
      )}
      {groups.map((group) => (
        <Group key={group.key} group={group} onFixed={() => list.current?.focus()} />
      ))}
      {wanted.length > most && (
        <Button onClick={() => setMost(most + PAGE)}>
          {t("findings.more", { count: wanted.length - most })}
        </Button>
      )}
      <AcceptedFindings />
    </div>
  );
}

function summary(errors: number, warnings: number): string {
  if (errors + warnings === 0) return t("findings.none");
  return formatList([
    ...(errors > 0 ? [t("findings.errors", { count: errors })] : []),
    ...(warnings > 0 ? [t("findings.warnings", { count: warnings })] : []),
  ]);
}

function Group({ group, onFixed }: { group: FindingGroup; onFixed(): void }) {
  const editor = useEditor();
  const current = useStore(editor.flow);
  const { flow, step } = group;
  const name = step !== undefined ? step || t("findings.nameless")
    : flow !== undefined ? t("findings.flow", { flow }) : t("findings.document");
  return (
    <section className="finding-group">
      <h3>
        {flow !== undefined && step !== undefined ? (
          <button
            type="button" className="finding-place"
            onClick={() => editor.command({ kind: "reveal", flow, step, isChosen: true })}
          >
            {name}
          </button>
        ) : name}
        {flow !== undefined && step !== undefined && flow !== current && (
          <span className="finding-flow">{flow}</span>
        )}
      </h3>
      <ul>
        {group.findings.map((finding, index) => (
          <FindingCard key={`${findingKey(finding)}${index}`} finding={finding} onFixed={onFixed} />
        ))}
      </ul>
    </section>
  );
}

/** For whom it was checked: what is said about screens depends on it. */
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

function NoFindings() {
  return (
    <EmptyState icon="check" title={t("findings.sound")}>
      <p>{t("findings.sound-text")}</p>
    </EmptyState>
  );
}

function Failed({ failure, onAgain }: { failure: string; onAgain(): void }) {
  return (
    <div className="findings-list">
      <Callout
        kind="danger"
        action={<Button size="small" onClick={onAgain}>{t("app.try-again")}</Button>}
      >
        <p><strong>{t("findings.failed-text")}</strong></p>
        <p>{failure}</p>
      </Callout>
    </div>
  );
}
