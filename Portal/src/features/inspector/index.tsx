export { StepPanel } from "./StepPanel";
export { attributesOf, attributeText, valueText } from "./rules/attributes";
export { nameProblem, namedValues, codeNamed } from "./rules/names";
export { conditionSentence } from "./rules/ruleText";
export { problemOf } from "./rules/values";
export { InspectorProvider, useInspectorOf } from "./context";
export { RuleBuilder } from "./rules/RuleBuilder";
export { initialTest } from "./rules/choices";
export { RawJSON } from "./RawJSON";
export {
  addLocale, uniqueKey, languageText, localesOf, setString, stringOf,
} from "./content/strings";
