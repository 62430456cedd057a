export { StepPanel } from "./StepPanel";
export { attributeText, valueText } from "./rules/attributes";
export { nameProblem, namedValues, valueNamed } from "./rules/names";
export { conditionSentence } from "./rules/ruleText";
export { problemOf } from "./rules/values";
