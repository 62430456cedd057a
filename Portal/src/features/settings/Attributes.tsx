import { useEffect, useMemo, useState } from "react";
import type { ReportedAttribute } from "../../api";
import { setAttribute, type ValueType } from "../../document";
import { useApplication } from "../../model/application";
import { useStore } from "../../model/store";
import {
  Ago, Button, Chip, EmptyState, IconButton, Sections, Select, TextField,
} from "../../ui";
import { formatNumber, t, tIfExists } from "../../localization";
import { DraftState, useDraft } from "./DraftProvider";
import type { SettingsFrame } from "./frame";
import { UseList } from "./UseList";
import { attributeUses } from "./uses";

const types: ValueType[] = [
  "string", "number", "integer", "boolean", "date", "version", "array", "object", "any",
];

/** The interval at which the reported attributes are loaded again, in milliseconds. */
const REFRESH = 5000;

/** The attributes that rules can use: from the draft, from builds, and as reported by apps. */
export function Attributes({ frame }: { frame: SettingsFrame }) {
  const application = useApplication();
  const { document, canEdit } = useDraft();
  const seen = useStore(application.attributes);
  useEffect(() => {
    // Apps report attributes when sessions start, which the change stream does not announce.
    const refresh = () => !window.document.hidden && void application.refreshAttributes();
    refresh();
    const timer = setInterval(refresh, REFRESH);
    return () => clearInterval(timer);
  }, [application]);
  const names = useMemo(() => {
    const own = Object.keys(document.attributes ?? {});
    const all = new Set([...own, ...seen.map((attribute) => attribute.name)]);
    return [...all].sort((a, b) => a.localeCompare(b));
  }, [document.attributes, seen]);
  return (
    <Sections {...frame} action={<DraftState />}>
      {names.length === 0 ? (
        <EmptyState icon="user" title={t("settings.no-attributes")}>
          <p>{t("settings.no-attributes-text")}</p>
        </EmptyState>
      ) : (
        <ul className="card rows" aria-label={frame.title}>
          {names.map((name) => (
            <AttributeRow key={name} name={name} seen={seen.find((one) => one.name === name)} />
          ))}
        </ul>
      )}
      {canEdit && <AddAttribute names={Object.keys(document.attributes ?? {})} />}
    </Sections>
  );
}

function AttributeRow({ name, seen }: { name: string; seen?: ReportedAttribute }) {
  const { draft, document, canEdit } = useDraft();
  const own = document.attributes?.[name];
  const uses = useMemo(() => attributeUses(document, name), [document, name]);
  return (
    <li className="settings-attribute">
      <div className="settings-attribute-head">
        <div className="row-text">
          <p className="row-title"><code>{name}</code></p>
          <div className="settings-chips">
            {seen?.declared && <Chip icon="phone">{t("settings.attribute-declared")}</Chip>}
            {seen?.seen ? (
              <Chip kind="good" icon="check">
                {t("settings.attribute-seen")}
                {seen.lastSeen && <>{" "}<Ago at={seen.lastSeen} /></>}
              </Chip>
            ) : <Chip>{t("settings.attribute-unseen")}</Chip>}
          </div>
        </div>
        <Select
          label={t("settings.type-of", { name })} isLabelHidden disabled={!canEdit}
          value={own ?? ""}
          options={[
            ...(own ? [] : [{
              value: "", text: typesOf(seen),
            }]),
            ...types.map((type) => ({ value: type as string, text: t(`settings.type-${type}`) })),
          ]}
          onValue={(type) => draft.apply(
            t("settings.attribute-typed", { name }), setAttribute(name, type as ValueType))}
        />
        {own && canEdit && (
          <IconButton
            icon="trash" label={t("settings.attribute-remove", { name })}
            onClick={() => draft.apply(
              t("settings.attribute-remove", { name }), setAttribute(name, null))}
          />
        )}
      </div>
      {seen && seen.values.length > 0 && (
        <p className="settings-values">
          {seen.values.slice(0, 8).map((one) => (
            <span key={JSON.stringify(one.value)}>
              {typeof one.value === "string" ? one.value : JSON.stringify(one.value)}
              <small>{formatNumber(one.sessions)}</small>
            </span>
          ))}
          {seen.values.length > 8 && (
            <span>{t("settings.more-values", { count: seen.values.length - 8 })}</span>
          )}
        </p>
      )}
      <UseList uses={uses} />
    </li>
  );
}

/** The types that builds declare or that were sent, in words. */
function typesOf(seen?: ReportedAttribute): string {
  const names = (seen?.types ?? []).map((type) => tIfExists(`settings.type-${type}`) ?? type);
  return names.join(", ") || t("settings.no-type");
}

function AddAttribute({ names }: { names: string[] }) {
  const { draft } = useDraft();
  const [name, setName] = useState("");
  const [type, setType] = useState<ValueType>("string");
  const trimmed = name.trim();
  const wrong = names.includes(trimmed) ? t("settings.attribute-taken")
    : trimmed.startsWith("$") || trimmed.startsWith("output.") ? t("settings.attribute-rule")
      : undefined;
  return (
    <form
      className="card panel"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed === "" || wrong) return;
        draft.apply(t("settings.attribute-add"), setAttribute(trimmed, type));
        setName("");
      }}
    >
      <h2>{t("settings.attribute-add")}</h2>
      <p className="soft">{t("settings.attribute-add-text")}</p>
      <div className="settings-inline">
        <TextField
          label={t("settings.name")} placeholder="country" value={name} onValue={setName}
          error={wrong} maxLength={100}
        />
        <Select<ValueType>
          label={t("settings.type")} value={type} onValue={setType}
          options={types.map((one) => ({ value: one, text: t(`settings.type-${one}`) }))}
        />
        <Button
          kind="primary" type="submit" disabled={trimmed === "" || wrong !== undefined}
        >
          {t("settings.add")}
        </Button>
      </div>
    </form>
  );
}
