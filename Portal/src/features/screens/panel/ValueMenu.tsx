import { useState } from "react";
import { Button, Menu, type MenuContent } from "../../../ui";
import { t } from "../../../localization";
import { valuesFor, type BindableValue } from "./values";
import type { PropertyProps } from "./property";

/** The menu of insertable values, those that always exist first. */
export function ValueMenu({ model, path, onValue }: PropertyProps & {
  onValue(path: string): void;
}) {
  const [values, setValues] = useState<BindableValue[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = () => {
    setFailed(false);
    valuesFor(model, path).then(setValues, () => setFailed(true));
  };
  const section = (title: string, isIncluded: (value: BindableValue) => boolean): MenuContent => {
    const included = (values ?? []).filter(isIncluded);
    return included.length === 0 ? [] : [title, ...included.map((value) => ({
      text: value.text, onChoose: () => onValue(value.path),
      ...(value.detail ? { detail: value.detail } : {}),
    }))];
  };
  const items = [
    ...section(t("screens.values-certain"), (value) => value.isCertain),
    ...section(t("screens.values-uncertain"), (value) => !value.isCertain),
  ];
  return (
    <Menu
      label={t("screens.insert-value")}
      items={hasFailed ? [t("screens.values-failed")] : values === null ? [t("app.loading")]
        : items.length > 0 ? items : [t("screens.no-values")]}
      trigger={(props) => (
        <Button
          {...props} size="small" kind="quiet" icon="add"
          onClick={() => {
            if (!props["aria-expanded"]) load();
            props.onClick();
          }}
        >
          {t("screens.insert-value")}
        </Button>
      )}
    />
  );
}
