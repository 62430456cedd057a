import { useId } from "react";
import { isObject } from "../../../document";
import { t } from "../../../localization";
import { Switch, TextField } from "../../../ui";
import { useProperty, type PropertyProps } from "./property";
import { TextProperty } from "./TextProperty";

/** The alternative text of a picture or a sound, or that it is decorative. */
export function Alternative(props: PropertyProps) {
  const { label, hint, isDisabled, set } = useProperty(props);
  const { rule, value } = props;
  const id = useId();
  const flag = rule.kind === "captions" ? "silent" : "decorative";
  const isSilent = isObject(value) && value[flag] === true;
  return (
    <div role="group" aria-labelledby={id} className="alternative">
      <span id={id} className="visually-hidden">{label}</span>
      <Switch
        label={t(`screens.${flag}`)} isOn={isSilent} isDisabled={isDisabled}
        onChange={(isOn) => set(isOn ? { [flag]: true } : "")}
      />
      {!isSilent && (rule.kind === "captions" ? (
        <TextField
          label={label} hint={hint} value={typeof value === "string" ? value : ""}
          disabled={isDisabled} onValue={(text) => set(text, true)}
        />
      ) : <TextProperty {...props} />)}
    </div>
  );
}
