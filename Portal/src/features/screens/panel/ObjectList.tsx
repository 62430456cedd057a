import { Fragment, useId, type ReactNode } from "react";
import { isObject, type Json, type JsonObject } from "../../../document";
import { Button, IconButton } from "../../../ui";
import { t } from "../../../localization";
import { RawJSON } from "../../inspector";
import { useProperty, type PropertyLocation, type PropertyProps } from "./property";

/** Choices, bullets, facts or tabs: each with its texts, in an order that can be changed. */
export function ObjectList({ field, value, ...location }: PropertyProps & {
  field(location: PropertyLocation): ReactNode;
}) {
  const { label, hint, isDisabled, set } = useProperty(location);
  const { type, ownerPath, rule } = location;
  const id = useId();
  if (isObject(value)) {
    return <RawJSON label={label} value={value} onValue={set} isDisabled={isDisabled} />;
  }
  const items = (Array.isArray(value) ? value : []).filter(isObject);
  // A value for code, such as a choice's, comes last.
  const rules = (rule.rules ?? []).filter(({ kind }) => kind !== "blocks" && kind !== "asset")
    .sort((a, b) => Number(a.kind === "json") - Number(b.kind === "json"));
  const move = (index: number, by: number) => {
    const next = [...items];
    const [item] = next.splice(index, 1);
    if (item) next.splice(index + by, 0, item);
    set(next);
  };
  return (
    <fieldset className="objects" aria-describedby={hint && id}>
      <legend>{label}</legend>
      {hint && <p id={id} className="field-hint">{hint}</p>}
      <ol>
        {items.map((_, index) => (
          <li key={index} aria-label={t("screens.item", { number: index + 1 })}>
            <div className="object-fields">
              {rules.map((propertyRule) => (
                <Fragment key={propertyRule.key}>
                  {field({
                    ...location, rule: propertyRule, ownerPath: `${ownerPath}/${rule.key}/${index}`,
                  })}
                </Fragment>
              ))}
            </div>
            {!isDisabled && (
              <span className="object-tools">
                <IconButton
                  icon="up" size="small" disabled={index === 0}
                  label={t("screens.item-up", { number: index + 1 })}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  icon="down" size="small" disabled={index === items.length - 1}
                  label={t("screens.item-down", { number: index + 1 })}
                  onClick={() => move(index, 1)}
                />
                <IconButton
                  icon="close" size="small" label={t("screens.item-remove", { number: index + 1 })}
                  onClick={() => set(items.filter((_, at) => at !== index))}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {!isDisabled && items.length < (rule.max ?? 20) && (
        <Button
          size="small" icon="add" onClick={() => set([...items, newItem(type, items)])}
        >
          {t("screens.item-add")}
        </Button>
      )}
    </fieldset>
  );
}

function newItem(type: string, items: JsonObject[]): Json {
  const number = items.length + 1;
  if (type === "choice") {
    const taken = new Set(items.map((item) => item["value"]));
    let value = number;
    while (taken.has(`option${value}`)) value += 1;
    return { value: `option${value}`, title: t("screens.placeholder-option", { number }) };
  }
  if (type === "facts") {
    return {
      name: t("screens.placeholder-fact", { number }),
      value: t("screens.placeholder-value", { number }),
    };
  }
  if (type === "tabs") return { title: t("screens.placeholder-tab", { number }), children: [] };
  return { title: t("screens.placeholder-reason", { number }) };
}
