import { useState } from "react";
import {
  isNever, isObject, readGroup, writeRule, type Condition, type Json, type JsonObject,
  type RuleGroup,
} from "../../../document";
import { explain } from "../../../engine";
import { Button, Icon } from "../../../ui";
import { findingTexts, t } from "../../../localization";
import { useInspector } from "../context";
import { RawJSON, type RawProblem } from "../RawJSON";
import { RuleGroupEditor } from "./RuleGroupEditor";
import { conditionSentence } from "./ruleText";
import "./rules.css";

/** A condition, in words or as JSON. */
export function RuleBuilder({ label, when, onChange }: {
  label: string;
  when: Condition | undefined;
  /** `mergeKey` is set while typing, to merge the undo steps. */
  onChange(when: Condition, mergeKey?: string): void;
}) {
  const { canEdit, document } = useInspector();
  const [isRaw, setRaw] = useState(isNever(when));
  const group = readGroup(when);
  if (!canEdit) return <p className="rule-sentence">{conditionSentence(when)}</p>;
  const problems = async (condition: Json): Promise<RawProblem[]> => {
    const { issues } = await explain(condition as JsonObject, {}, document.segments);
    return issues.map((issue) => ({
      pointer: issue.pointer, message: findingTexts(issue)?.text ?? issue.kind,
    }));
  };
  return (
    <div className="rule-builder" role="group" aria-label={label}>
      {isRaw ? (
        <>
          <p className="rule-sentence">{conditionSentence(when)}</p>
          <RawJSON
            label={t("rules.json-label")} value={when === undefined ? {} : when}
            check={checkObject} explain={problems}
            onValue={(value) => onChange(value as Condition, "json")}
          />
        </>
      ) : (
        <RuleGroupEditor
          group={group} depth={0}
          onChange={(rule: RuleGroup, mergeKey) => onChange(writeRule(rule), mergeKey)}
        />
      )}
      <Button size="small" kind="quiet" className="rule-mode" onClick={() => setRaw(!isRaw)}>
        <Icon name={isRaw ? "edit" : "content"} size={16} />
        {t(isRaw ? "rules.as-text" : "rules.as-json")}
      </Button>
    </div>
  );
}

function checkObject(value: Json): RawProblem | null {
  return isObject(value) ? null : { message: t("rules.json-object"), pointer: "" };
}
