import { useState } from "react";
import { isObject, type Json, type JsonObject } from "../../../document";
import { Button, TextField } from "../../../ui";
import { t } from "../../../localization";
import { useInspector } from "../context";
import { pointerTo } from "../positions";
import { focusField } from "./focusField";
import { LabeledField, type NestingFieldProps } from "./LabeledField";
import { firstValue, labelOf, shapeOf, type Shape } from "./schema";

/** The members of an object: those that the screen declares, and any others. */
export function ObjectField(props: NestingFieldProps) {
  const { value, shape, pointer, onChange, isRoot, Field } = props;
  const { canEdit } = useInspector();
  const object = isObject(value) ? value : {};
  // Required members first, then the other properties, both in the order of the schema.
  const declared = [...new Set([...shape.required, ...shape.properties.keys()])];
  const present = [
    ...declared.filter((key) => Object.hasOwn(object, key)),
    ...Object.keys(object).filter((key) => !declared.includes(key)),
  ];
  const absent = declared.filter((key) => !Object.hasOwn(object, key));
  const set = (key: string, next: Json, mergeKey?: string) =>
    onChange(withMember(object, key, next), mergeKey);
  const add = (key: string) => {
    set(key, initialMember(shape, key));
    focusField(pointerTo(pointer, key));
  };
  const defaults = isObject(shape.default) ? shape.default : {};
  const canAddMember = shape.additional !== false
    && (shape.properties.size === 0 || isObject(shape.additional as Json));
  const members = (
    <div className={isRoot ? "members" : "members nested"}>
      {present.map((key) => (
        <Field
          key={key} name={key} pointer={pointerTo(pointer, key)} value={object[key] ?? null}
          schema={schemaOf(shape, key)} fallback={defaults[key]}
          isRequired={shape.required.has(key)} isUnknown={isUnknown(shape, key)}
          onChange={(next, mergeKey) => set(key, next, mergeKey)}
          {...(shape.required.has(key) ? {} : { onRemove: () => onChange(without(object, key)) })}
        />
      ))}
      {canEdit && absent.length > 0 && (
        <div className="absent" role="group" aria-label={t("content.add-group")}>
          {absent.map((key) => (
            <Button
              key={key} size="small" icon="add" onClick={() => add(key)}
              className={shape.required.has(key) ? "needed" : ""}
            >
              {shapeOf(shape.properties.get(key)).title ?? labelOf(key)}
            </Button>
          ))}
        </div>
      )}
      {canEdit && canAddMember && (
        <NewMember taken={Object.keys(object)} onName={add} />
      )}
      {present.length === 0 && absent.length === 0 && !canEdit && (
        <p className="muted small-text">{t("content.empty")}</p>
      )}
    </div>
  );
  return isRoot ? members : <LabeledField {...props}>{members}</LabeledField>;
}

function schemaOf(shape: Shape, key: string): Json | undefined {
  const declared = shape.properties.get(key);
  if (declared !== undefined) return declared;
  return typeof shape.additional === "boolean" ? undefined : shape.additional;
}

/** Whether the screen declares its members, and this is not one of them. */
const isUnknown = (shape: Shape, key: string) =>
  !shape.properties.has(key) && typeof shape.additional === "boolean" && shape.properties.size > 0;

function initialMember(shape: Shape, key: string): Json {
  const known = isObject(shape.default) ? shape.default[key] : undefined;
  const schema = schemaOf(shape, key);
  if (known !== undefined && known !== null) return known;
  const first = firstValue(schema);
  if (first !== null) return first;
  // The member may be null, but it is added to be filled in.
  const type = shapeOf(schema).types[0];
  return type ? firstValue({ type }) : "";
}

/** The object with a member set; existing members keep their positions. */
function withMember(object: JsonObject, key: string, value: Json): JsonObject {
  if (!Object.hasOwn(object, key)) {
    return Object.fromEntries([...Object.entries(object), [key, value]]);
  }
  return Object.fromEntries(Object.entries(object).map(([name, old]) =>
    [name, name === key ? value : old]));
}

const without = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

/** A field for a new member with a custom name. */
function NewMember({ taken, onName }: { taken: string[]; onName(name: string): void }) {
  const [name, setName] = useState<string | null>(null);
  if (name === null) {
    return (
      <Button size="small" kind="quiet" icon="add" onClick={() => setName("")}>
        {t("content.new-member")}
      </Button>
    );
  }
  const trimmed = name.trim();
  const error = taken.includes(trimmed) ? t("content.member-taken") : undefined;
  const done = () => {
    if (trimmed === "" || error) return;
    setName(null);
    onName(trimmed);
  };
  return (
    <div className="new-member">
      <TextField
        label={t("content.member-name")} value={name} error={error} autoFocus maxLength={200}
        onValue={setName}
        onKeyDown={(event) => {
          if (event.key === "Enter") done();
          if (event.key === "Escape") setName(null);
        }}
      />
      <Button size="small" disabled={trimmed === "" || error !== undefined} onClick={done}>
        {t("content.add")}
      </Button>
      <Button size="small" kind="quiet" onClick={() => setName(null)}>{t("action.cancel")}</Button>
    </div>
  );
}
