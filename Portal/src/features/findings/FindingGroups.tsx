import { useMemo } from "react";
import type { Finding } from "../../document";
import { useEditor } from "../../model/editor";
import { useStore } from "../../model/store";
import { t } from "../../localization";
import { FindingCard } from "./FindingCard";
import { findingKey, groupsOf, type FindingGroup } from "./groups";

/** Findings by location, each with its fixes. */
export function FindingGroups({ findings, onFixed }: { findings: Finding[]; onFixed(): void }) {
  const groups = useMemo(() => groupsOf(findings), [findings]);
  return <>{groups.map((group) => <Group key={group.key} group={group} onFixed={onFixed} />)}</>;
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
            onClick={() => editor.command({ kind: "reveal", flow, step, isSelected: true })}
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
