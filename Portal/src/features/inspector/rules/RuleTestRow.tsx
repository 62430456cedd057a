import type { Rule, RuleTest, ValueType } from "../../../document";
import { Combobox, IconButton, type Suggestion } from "../../../ui";
import { t } from "../../../localization";
import { useInspector } from "../context";
import { attributeText, newAttribute, type AttributeInfo } from "./attributes";
import { choiceOf, choicesFor, choose, initialTest, innerChoice, type Choice } from "./choices";
import { operatorText } from "./ruleText";
import { OperandEditor } from "./OperandEditor";

/** One comparison: attribute, operator and operand. */
export function RuleTestRow({ test, isOfEntries, isPlain, onChange, onRemove }: {
  test: RuleTest; isOfEntries: boolean; isPlain: boolean;
  onChange(rule: Rule, mergeKey?: string): void; onRemove(): void;
}) {
  const { attributes, segments } = useInspector();
  const info = isOfEntries ? undefined : attributes.find(({ name }) => name === test.attribute);
  const types = info?.types ?? [];
  const chosen = choiceOf(test);
  const operators = operatorOptions(test, chosen, types, segments.length > 0);
  const setAttribute = (name: string) => onChange(withAttribute(
    test, name, types, attributes.find((attribute) => attribute.name === name)?.types ?? []));
  return (
    <div className="rule-test">
      {!isPlain && (
        <Combobox
          label={t("rules.attribute")} className="rule-attribute"
          value={isOfEntries ? test.attribute : attributeText(test.attribute)}
          suggestions={isOfEntries ? [] : attributeSuggestions(attributes)}
          placeholder={t("rules.attribute")} onChoose={setAttribute} onText={setAttribute}
          createLabel={isOfEntries ? undefined : newAttribute}
        />
      )}
      <select
        className="input select rule-operator" aria-label={t("rules.operator")}
        value={chosen.id}
        onChange={(event) => onChange(choose(test, event.target.value, types))}
      >
        {operators.map(({ id, text }) => <option key={id} value={id}>{text}</option>)}
      </select>
      <OperandEditor
        test={test} choice={chosen.id === "not" ? innerChoice(test) : chosen} types={types}
        values={info?.values ?? []} onChange={onChange}
      />
      <IconButton
        icon="close" size="small" label={t("rules.remove")} className="rule-remove"
        onClick={onRemove}
      />
    </div>
  );
}

/** The test of another attribute; reset if the type differs. */
function withAttribute(
  test: RuleTest, name: string, old: ValueType[], types: ValueType[],
): RuleTest {
  const isEmpty = Array.isArray(test.value) && test.value.length === 0;
  const fits = choicesFor(types, true).includes(choiceOf(test).id) && !isEmpty;
  const isSameType = types.length === 0 || types.some((type) => old.includes(type));
  const hasNoOperand = choiceOf(test).editor === "none";
  return fits && (isSameType || hasNoOperand)
    ? { ...test, attribute: name } : initialTest(name, types);
}

function operatorOptions(
  test: RuleTest, chosen: Choice, types: ValueType[], hasSegments: boolean,
) {
  const ids = choicesFor(types, hasSegments);
  const isDate = types[0] === "date";
  const all = ids.includes(chosen.id) ? ids : [chosen.id, ...ids];
  return all.map((id) => {
    if (id !== "not") {
      return { id, text: operatorText({ id, operator: id, editor: "none" }, isDate) };
    }
    const inner = operatorText(innerChoice(test), isDate);
    return { id, text: t("rules.say-not", { rule: inner }) };
  });
}

function attributeSuggestions(attributes: AttributeInfo[]): Suggestion[] {
  return attributes.map((attribute) => ({
    value: attribute.name, text: attribute.text, group: t(`rules.group-${attribute.group}`),
    ...(attribute.detail ? { detail: attribute.detail } : {}),
  }));
}
