import { useRef, useState } from "react";
import { isIdentifier, suggestId } from "../../model/identifiers";
import { Button, IconButton, TextField } from "../../ui";
import { t } from "../../localization";

/** The maximum number of environments that the server accepts for a new application. */
const MAX_NAMES = 20;

/** The environments of a new application, in the order in which releases are promoted. */
export function EnvironmentNames(
  { names, onNames }: { names: string[]; onNames(names: string[]): void },
) {
  const [name, setName] = useState("");
  const legend = useRef<HTMLLegendElement>(null);
  const id = suggestId(name);
  const error = name.trim() === "" ? undefined
    : !isIdentifier(id) ? t("organization.id-rule")
      : names.includes(id) ? t("connect.environment-taken") : undefined;
  const add = () => {
    if (id === "" || error) return;
    onNames([...names, id]);
    setName("");
  };
  return (
    <fieldset className="connect-environments">
      <legend ref={legend} tabIndex={-1}>{t("connect.environments")}</legend>
      <p className="field-hint">{t("connect.environments-hint")}</p>
      <ol>
        {names.map((environment) => (
          <li key={environment}>
            <code>{environment}</code>
            <IconButton
              icon="close" size="small" disabled={names.length === 1}
              label={t("connect.environment-remove", { name: environment })}
              onClick={() => {
                onNames(names.filter((other) => other !== environment));
                // The button is removed with its name, so the focus moves to the list.
                legend.current?.focus();
              }}
            />
          </li>
        ))}
      </ol>
      {names.length < MAX_NAMES && (
        <div className="connect-add">
          <TextField
            label={t("connect.environment-add")} isLabelHidden value={name} onValue={setName}
            error={error} placeholder={t("connect.environment-example")} maxLength={63}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              add();
            }}
          />
          <Button icon="add" disabled={id === "" || error !== undefined} onClick={add}>
            {t("connect.environment-add")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
