export { StepPanel } from "./StepPanel";
export { conditionSentence } from "./rules/ruleWords";
