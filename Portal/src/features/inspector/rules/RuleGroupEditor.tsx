import { useRef } from "react";
import type { Json, Mode, Rule, RuleEntries, RuleGroup } from "../../../document";
import { Button, IconButton } from "../../../ui";
import { t } from "../../../localization";
import { useInspector } from "../context";
import { RawJSON } from "../RawJSON";
import { initialTest } from "./choices";
import { RuleTestRow } from "./RuleTestRow";
import { ruleSentence } from "./ruleText";

const modes: Mode[] = ["all", "any", "none", "notAll"];

/** A group of rules, and which of them must be true. */
export function RuleGroupEditor({ group, depth, onChange, onRemove }: {
  group: RuleGroup; depth: number;
  onChange(group: RuleGroup, mergeKey?: string): void; onRemove?(): void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const showsMode = depth > 0 || group.rules.length > 1 || group.mode !== "all";
  return (
    <div ref={box} className={depth > 0 ? "rule-group nested" : "rule-group"}>
      {showsMode && (
        <div className="rule-group-head">
          <select
            className="input select rule-group-mode" aria-label={t("rules.mode")}
            value={group.mode}
            onChange={(event) => onChange({ ...group, mode: event.target.value as Mode })}
          >
            {modes.map((mode) => (
              <option key={mode} value={mode}>{t(`rules.mode-${mode}`)}</option>
            ))}
          </select>
          {onRemove && (
            <IconButton
              icon="trash" size="small" label={t("rules.remove-group")} onClick={onRemove}
            />
          )}
        </div>
      )}
      <RuleList
        rules={group.rules} depth={depth}
        onChange={(rules, mergeKey) => onChange({ ...group, rules }, mergeKey)}
      />
    </div>
  );
}

/** The list of rules, and the buttons to add more. */
function RuleList({ rules, depth, onChange, isOfEntries = false, isPlain = false }: {
  rules: Rule[]; depth: number; isOfEntries?: boolean; isPlain?: boolean;
  onChange(rules: Rule[], mergeKey?: string): void;
}) {
  const { attributes } = useInspector();
  const list = useRef<HTMLUListElement>(null);
  const newTest = () => {
    // An unused attribute, so that the new test can be in one object with the others.
    const isNew = (name: string) =>
      !rules.some((rule) => rule.kind === "test" && rule.attribute === name);
    const first = isOfEntries ? undefined
      : attributes.find((attribute) => isNew(attribute.name)) ?? attributes[0];
    return initialTest(isPlain ? "" : first?.name ?? "name", first?.types ?? []);
  };
  const add = (rule: Rule) => {
    onChange([...rules, rule]);
    // The new row exists after the next render; its first field gets the focus.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(":scope > li:last-child input")?.focus());
  };
  const remove = (index: number) => {
    onChange(rules.filter((_, at) => at !== index));
    requestAnimationFrame(() => {
      const inputs = list.current?.querySelectorAll<HTMLElement>(":scope > li input");
      (inputs?.[0] ?? list.current?.parentElement?.querySelector<HTMLElement>("button"))?.focus();
    });
  };
  return (
    <>
      <ul ref={list} className="rule-list">
        {rules.map((rule, index) => (
          <li key={index}>
            <RuleEditor
              rule={rule} depth={depth} isOfEntries={isOfEntries} isPlain={isPlain}
              onRemove={() => remove(index)}
              onChange={(changed, mergeKey) => onChange(
                rules.map((old, at) => (at === index ? changed : old)),
                mergeKey && `${mergeKey}/${depth}.${index}`)}
            />
          </li>
        ))}
      </ul>
      <div className="rule-adds">
        <Button size="small" kind="quiet" icon="add" onClick={() => add(newTest())}>
          {t("rules.add")}
        </Button>
        {depth < 3 && !isOfEntries && (
          <Button
            size="small" kind="quiet" icon="branch"
            onClick={() => add({ kind: "group", mode: "any", rules: [newTest()] })}
          >
            {t("rules.add-group")}
          </Button>
        )}
      </div>
    </>
  );
}

function RuleEditor({ rule, depth, isOfEntries, isPlain, onChange, onRemove }: {
  rule: Rule; depth: number; isOfEntries: boolean; isPlain: boolean;
  onChange(rule: Rule, mergeKey?: string): void; onRemove(): void;
}) {
  switch (rule.kind) {
    case "group":
      return (
        <RuleGroupEditor
          group={{ ...rule, isList: true }} depth={depth + 1} onChange={onChange}
          onRemove={onRemove}
        />
      );
    case "raw": return <RawPart rule={rule.json} onChange={onChange} onRemove={onRemove} />;
    case "entries":
      return <EntriesEditor rule={rule} depth={depth} onChange={onChange} onRemove={onRemove} />;
    case "test":
      return (
        <RuleTestRow
          test={rule} isOfEntries={isOfEntries} isPlain={isPlain} onChange={onChange}
          onRemove={onRemove}
        />
      );
  }
}

/** “items has an entry where …”. */
function EntriesEditor({ rule, depth, onChange, onRemove }: {
  rule: RuleEntries; depth: number; onChange(rule: Rule, mergeKey?: string): void; onRemove(): void;
}) {
  const setPlain = (isPlain: boolean) => onChange({
    ...rule, isPlain, rules: [initialTest(isPlain ? "" : "name", [])],
  });
  return (
    <div className="rule-entries">
      <RuleTestRow
        test={{ kind: "test", attribute: rule.attribute, operator: "$elemMatch", value: null }}
        isOfEntries={false} isPlain={false} onRemove={onRemove}
        onChange={(next, mergeKey) => {
          const isSame = next.kind === "entries"
            || (next.kind === "test" && next.operator === "$elemMatch");
          onChange(isSame ? { ...rule, attribute: next.attribute } : next, mergeKey);
        }}
      />
      <div className="rule-group nested">
        <select
          className="input select" aria-label={t("rules.entry-kind")}
          value={rule.isPlain ? "plain" : "members"}
          onChange={(event) => setPlain(event.target.value === "plain")}
        >
          <option value="plain">{t("rules.entry-plain")}</option>
          <option value="members">{t("rules.entry-members")}</option>
        </select>
        <RuleList
          rules={rule.rules} depth={depth + 1} isOfEntries isPlain={rule.isPlain}
          onChange={(rules, mergeKey) => onChange({ ...rule, rules }, mergeKey)}
        />
      </div>
    </div>
  );
}

/** A part that the editor cannot express, with its description and JSON. */
function RawPart({ rule, onChange, onRemove }: {
  rule: { [key: string]: Json }; onChange(rule: Rule, mergeKey?: string): void; onRemove(): void;
}) {
  return (
    <div className="rule-raw">
      <div className="rule-raw-head">
        <p className="rule-sentence">{ruleSentence({ kind: "raw", json: rule })}</p>
        <IconButton icon="close" size="small" label={t("rules.remove")} onClick={onRemove} />
      </div>
      <RawJSON
        label={t("rules.json-part")} value={rule}
        check={(value) => (typeof value === "object" && value !== null && !Array.isArray(value)
          ? null : { message: t("rules.json-object"), pointer: "" })}
        onValue={(json) => onChange({ kind: "raw", json: json as { [key: string]: Json } }, "raw")}
      />
    </div>
  );
}
