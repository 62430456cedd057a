import type { ReactNode } from "react";
import { isObject, type JsonObject } from "../../../document";
import { Select } from "../../../ui";
import { t } from "../../../localization";
import { RawJSON } from "../../inspector";
import type { ScreenModel } from "../screenModel";

interface OutcomeProps {
  action: JsonObject; label: string; onChange(next: JsonObject, merges?: boolean): void;
}

/** The called action, and what happens after each of its outcomes. */
export function CallFields({ model, declared, action, onChange, outcome }: {
  model: ScreenModel; action: JsonObject; onChange(next: JsonObject, merges?: boolean): void;
  /** The declared actions with their outcomes. */
  declared: Map<string, string[]>;
  /** Renders the field for the action after an outcome, which is empty if there is none. */
  outcome(props: OutcomeProps): ReactNode;
}) {
  const isDisabled = !model.editor.canEdit;
  const name = String(action["call"]);
  const then = isObject(action["then"]) ? action["then"] : {};
  const outcomes = [...new Set([...declared.get(name) ?? [], ...Object.keys(then)])];
  const names = [...new Set([...declared.keys(), name])];
  const following = (outcomeName: string): JsonObject => {
    const next = then[outcomeName];
    return isObject(next) ? next : {};
  };
  return (
    <>
      <Select
        label={t("screens.act-call-name")} value={name} disabled={isDisabled}
        hint={declared.has(name) ? undefined : t("screens.act-call-unknown")}
        options={names.map((option) => ({ value: option, text: option }))}
        onValue={(call) => onChange({ ...action, call, then: {} })}
      />
      {outcomes.map((outcomeName) => outcome({
        action: following(outcomeName), label: t("screens.act-after", { outcome: outcomeName }),
        onChange: (next, merges) => {
          const { [outcomeName]: _, ...others } = then;
          const isNothing = Object.keys(next).length === 0;
          onChange(
            { ...action, then: isNothing ? others : { ...then, [outcomeName]: next } }, merges);
        },
      }))}
      <details>
        <summary>{t("rules.as-json")}</summary>
        <RawJSON
          label={t("screens.act-call")} value={action} isDisabled={isDisabled}
          onValue={(next) => isObject(next) && onChange(next)}
        />
      </details>
    </>
  );
}
