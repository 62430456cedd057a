import { useState } from "react";
import type { Json } from "../../../document";
import { Button, Icon, IconButton } from "../../../ui";
import { t } from "../../../localization";
import { useInspector } from "../context";
import { pointerTo } from "../positions";
import { useReorder } from "../useReorder";
import { focusField } from "./focusField";
import { LabeledField, labelText, type NestingFieldProps } from "./LabeledField";
import { firstValue, typeOf, type Shape } from "./schema";

/** A list whose entries can be added, removed and reordered. */
export function ListField(props: NestingFieldProps) {
  const { value, shape, pointer, onChange, Field } = props;
  const { canEdit } = useInspector();
  const [announcement, setAnnouncement] = useState("");
  const entries = Array.isArray(value) ? value : [];
  const name = labelText(props);
  const reorder = useReorder(entries.length, (from, to) => {
    const rest = entries.filter((_, index) => index !== from);
    const moved = entries[from] ?? null;
    onChange([...rest.slice(0, to), moved, ...rest.slice(to)]);
    setAnnouncement(t("content.moved", { place: to + 1, count: entries.length }));
  });
  const focus = (index: number) => focusField(pointerTo(pointer, index));
  const add = () => {
    onChange([...entries, newEntry(shape, entries)]);
    focus(entries.length);
  };
  const remove = (index: number) => {
    onChange(entries.filter((_, at) => at !== index));
    focus(Math.max(0, Math.min(index, entries.length - 2)));
  };
  return (
    <LabeledField {...props}>
      <ol ref={reorder.list} className="entries" aria-label={name}>
        {entries.map((entry, index) => (
          <li
            key={index} {...reorder.item(index)}
            className={isFlat(entry) ? "entry flat" : "entry"}
          >
            {canEdit && entries.length > 1 && (
              <button
                type="button" className="route-handle" {...reorder.handle(index)}
                title={t("routes.handle-title")}
                aria-label={t("content.handle", { place: index + 1, count: entries.length })}
              >
                <Icon name="drag" size={16} />
              </button>
            )}
            <Field
              name={String(index)} label={t("content.entry", { name, number: index + 1 })}
              pointer={pointerTo(pointer, index)} value={entry} schema={shape.items} isRequired
              onChange={(next, mergeKey) => onChange(
                entries.map((old, at) => (at === index ? next : old)), mergeKey)}
            />
            {canEdit && (
              <IconButton
                icon="close" size="small" onClick={() => remove(index)}
                label={t("content.remove", {
                  name: t("content.entry", { name, number: index + 1 }),
                })}
              />
            )}
          </li>
        ))}
      </ol>
      {entries.length === 0 && <p className="muted small-text">{t("content.empty")}</p>}
      {canEdit && (
        <Button size="small" kind="quiet" icon="add" onClick={add}>
          {t("content.add-entry", { name })}
        </Button>
      )}
      <span className="visually-hidden" role="status">{announcement}</span>
    </LabeledField>
  );
}

const isFlat = (entry: Json) => typeof entry !== "object" || entry === null;

/** A new entry: according to the schema, otherwise of the last entry's type. */
function newEntry(shape: Shape, entries: Json[]): Json {
  if (shape.items !== undefined && shape.items !== true) return firstValue(shape.items);
  const last = entries.at(-1);
  return last === undefined ? "" : firstValue({ type: typeOf(last) });
}
