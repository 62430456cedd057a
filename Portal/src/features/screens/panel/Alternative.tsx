import { useId } from "react";
import { isObject } from "../../../document";
import { t } from "../../../localization";
import { Switch, TextField } from "../../../ui";
import { useProperty, type PropertyProps } from "./property";
import { TextProperty } from "./TextProperty";

/** A picture's alternative text or a video's captions, or that it is decorative or silent. */
export function Alternative(props: PropertyProps) {
  const { label, hint, isDisabled, set } = useProperty(props);
  const { rule, value } = props;
  const id = useId();
  const flag = rule.kind === "captions" ? "silent" : "decorative";
  const isFlagged = isObject(value) && value[flag] === true;
  return (
    <div role="group" aria-labelledby={id} className="alternative">
      <span id={id} className="visually-hidden">{label}</span>
      <Switch
        label={t(`screens.${flag}`)} isOn={isFlagged} isDisabled={isDisabled}
        onChange={(isOn) => set(isOn ? { [flag]: true } : "")}
      />
      {!isFlagged && (rule.kind === "captions" ? (
        <TextField
          label={label} hint={hint} value={typeof value === "string" ? value : ""}
          disabled={isDisabled} onValue={(text) => set(text, true)}
        />
      ) : <TextProperty {...props} />)}
    </div>
  );
}
