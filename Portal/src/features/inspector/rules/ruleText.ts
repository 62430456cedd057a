// Conditions as whole sentences, in the reader's language.

import {
  isNever, readGroup, type Json, type Rule, type RuleGroup, type RuleTest,
} from "../../../document";
import { formatList, t, tIfExists } from "../../../localization";
import { attributeText, valueText } from "./attributes";
import { choiceOf, ignoresCase, innerChoice, textOf, type Choice } from "./choices";

/** A condition in words, to follow “if”. */
export function conditionSentence(condition: Json | undefined): string {
  return isNever(condition) ? t("rules.say-never") : groupSentence(readGroup(condition), true);
}

/** A rule in words. */
export function ruleSentence(rule: Rule): string {
  switch (rule.kind) {
    case "group": return groupSentence(rule, false);
    case "test": return testSentence(rule);
    case "raw": return t("rules.say-raw", { json: JSON.stringify(rule.json) });
    case "entries": return t("rules.say-entries", {
      attribute: attributeText(rule.attribute),
      rule: groupSentence({ kind: "group", mode: "all", rules: rule.rules }, true),
    });
  }
}

function groupSentence(group: RuleGroup, isOutermost: boolean): string {
  const parts = group.rules.map(ruleSentence);
  const isAll = group.mode === "all" || group.mode === "notAll";
  if (parts.length === 0) {
    return group.mode === "notAll" ? t("rules.say-never") : t("rules.say-always");
  }
  // NB: a nested list needs parentheses to be unambiguous.
  const joined = formatList(parts, !isAll);
  if (group.mode === "none" || group.mode === "notAll") return t("rules.say-not", { rule: joined });
  return parts.length > 1 && !isOutermost ? `(${joined})` : joined;
}

function testSentence(test: RuleTest): string {
  const subject = attributeText(test.attribute);
  const chosen = choiceOf(test);
  if (chosen.id === "not") {
    const inner = { ...test, operator: test.operator.replace(/^\$not\./, "") };
    return t("rules.say-not", { rule: `${subject} ${predicate(innerChoice(test), inner)}` });
  }
  return `${subject} ${predicate(chosen, test)}`;
}

function predicate(chosen: Choice, test: RuleTest): string {
  const operatorName = operatorText(chosen, isDateText(test));
  const operand = operandText(chosen, test);
  const ending = ignoresCase(test.operator) ? ` ${t("rules.say-any-case")}` : "";
  return (operand === "" ? operatorName : `${operatorName} ${operand}`) + ending;
}

const isDateText = (test: RuleTest) =>
  typeof test.value === "string" && /^\d{4}-\d\d-\d\d/.test(test.value);

/** An operator in words; for dates, after and before instead of more and less. */
export function operatorText(chosen: Choice, isDate = false): string {
  const dated = isDate ? tIfExists(`rules.date.${chosen.id}`) : undefined;
  return dated ?? tIfExists(`rules.op.${chosen.id}`) ?? chosen.operator;
}

function operandText(chosen: Choice, test: RuleTest): string {
  const { value, attribute } = test;
  switch (chosen.editor) {
    case "none": return "";
    case "list": {
      if (!Array.isArray(value) || value.length === 0) return t("rules.say-nothing");
      const isAll = chosen.id.startsWith("has");
      return formatList(value.map((element) => valueText(attribute, element)), !isAll);
    }
    case "text":
      return t("app.quoted", { text: textOf(String(value), chosen.anchor ?? "free") });
    case "segment": return t("app.quoted", { text: String(value) });
    case "type": return tIfExists(`rules.type.${String(value)}`) ?? String(value);
    default: return valueText(attribute, value);
  }
}
