import { useEffect, useMemo, useState } from "react";
import type { ReportedAttribute } from "../../api";
import { setAttribute, type ValueType } from "../../document";
import { useApplication } from "../../model/application";
import { useStore } from "../../model/store";
import {
  RelativeTime, Button, Chip, EmptyState, IconButton, Sections, Select, TextField,
} from "../../ui";
import { formatNumber, t, tIfExists } from "../../localization";
import { DraftStatus, useDraft } from "./DraftProvider";
import type { SettingsFrame } from "./frame";
import { UseList } from "./UseList";
import { attributeUses, isReservedName } from "./uses";

const types: ValueType[] = [
  "string", "number", "integer", "boolean", "date", "version", "array", "object", "any",
];

/** The interval at which the reported attributes are loaded again, in milliseconds. */
const REFRESH_INTERVAL = 5000;

/** The attributes that rules can use: from the draft, from builds, and as reported by apps. */
export function Attributes({ frame }: { frame: SettingsFrame }) {
  const application = useApplication();
  const { document, canEdit } = useDraft();
  const reported = useStore(application.attributes);
  useEffect(() => {
    // Apps report attributes when sessions start, which the change stream does not announce.
    const refresh = () => !window.document.hidden && void application.refreshAttributes();
    refresh();
    const timer = setInterval(refresh, REFRESH_INTERVAL);
    return () => clearInterval(timer);
  }, [application]);
  const names = useMemo(() => {
    const own = Object.keys(document.attributes ?? {});
    const all = new Set([...own, ...reported.map((attribute) => attribute.name)]);
    return [...all].sort((a, b) => a.localeCompare(b));
  }, [document.attributes, reported]);
  return (
    <Sections {...frame} action={<DraftStatus />}>
      {names.length === 0 ? (
        <EmptyState icon="user" title={t("settings.no-attributes")}>
          <p>{t("settings.no-attributes-text")}</p>
        </EmptyState>
      ) : (
        <ul className="card rows" aria-label={frame.title}>
          {names.map((name) => (
            <AttributeRow
              key={name} name={name}
              reported={reported.find((attribute) => attribute.name === name)}
            />
          ))}
        </ul>
      )}
      {canEdit && <AddAttribute names={Object.keys(document.attributes ?? {})} />}
    </Sections>
  );
}

function AttributeRow({ name, reported }: { name: string; reported?: ReportedAttribute }) {
  const { draft, document, canEdit } = useDraft();
  const type = document.attributes?.[name];
  const uses = useMemo(() => attributeUses(document, name), [document, name]);
  return (
    <li className="settings-attribute">
      <div className="settings-attribute-head">
        <div className="row-text">
          <p className="row-title"><code>{name}</code></p>
          <div className="settings-chips">
            {reported?.declared && <Chip icon="phone">{t("settings.attribute-declared")}</Chip>}
            {reported?.seen ? (
              <Chip kind="good" icon="check">
                {t("settings.attribute-seen")}
                {reported.lastSeen && <>{" "}<RelativeTime at={reported.lastSeen} /></>}
              </Chip>
            ) : <Chip>{t("settings.attribute-unseen")}</Chip>}
          </div>
        </div>
        <Select
          label={t("settings.type-of", { name })} isLabelHidden disabled={!canEdit}
          value={type ?? ""}
          options={[
            ...(type ? [] : [{ value: "", text: typesOf(reported) }]),
            ...types.map((option) => (
              { value: option as string, text: t(`settings.type-${option}`) })),
          ]}
          onValue={(newType) => draft.apply(
            t("settings.attribute-typed", { name }), setAttribute(name, newType as ValueType))}
        />
        {type && canEdit && (
          <IconButton
            icon="trash" label={t("settings.attribute-remove", { name })}
            onClick={() => draft.apply(
              t("settings.attribute-remove", { name }), setAttribute(name, null))}
          />
        )}
      </div>
      {reported && reported.values.length > 0 && (
        <p className="settings-values">
          {reported.values.slice(0, 8).map(({ value, sessions }) => (
            <span key={JSON.stringify(value)}>
              {typeof value === "string" ? value : JSON.stringify(value)}
              <small>{formatNumber(sessions)}</small>
            </span>
          ))}
          {reported.values.length > 8 && (
            <span>{t("settings.more-values", { count: reported.values.length - 8 })}</span>
          )}
        </p>
      )}
      <UseList uses={uses} />
    </li>
  );
}

/** The types that builds declare or that were sent, in words. */
function typesOf(reported?: ReportedAttribute): string {
  const names = (reported?.types ?? []).map((type) => tIfExists(`settings.type-${type}`) ?? type);
  return names.join(", ") || t("settings.no-type");
}

function AddAttribute({ names }: { names: string[] }) {
  const { draft } = useDraft();
  const [name, setName] = useState("");
  const [type, setType] = useState<ValueType>("string");
  const trimmed = name.trim();
  const problem = names.includes(trimmed) ? t("settings.attribute-taken")
    : isReservedName(trimmed) ? t("settings.attribute-rule") : undefined;
  return (
    <form
      className="card panel"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed === "" || problem) return;
        draft.apply(t("settings.attribute-add"), setAttribute(trimmed, type));
        setName("");
      }}
    >
      <h2>{t("settings.attribute-add")}</h2>
      <p className="muted">{t("settings.attribute-add-text")}</p>
      <div className="settings-inline">
        <TextField
          label={t("settings.name")} placeholder="country" value={name} onValue={setName}
          error={problem} maxLength={100}
        />
        <Select<ValueType>
          label={t("settings.type")} value={type} onValue={setType}
          options={types.map((option) => ({ value: option, text: t(`settings.type-${option}`) }))}
        />
        <Button
          kind="primary" type="submit" disabled={trimmed === "" || problem !== undefined}
        >
          {t("settings.add")}
        </Button>
      </div>
    </form>
  );
}
