import { memo } from "react";
import { isObject, type Json } from "../../../document";
import { drawnScreenOf, valueAt } from "../../../document/blocks";
import { Field, Select, Switch, TextField, type Option } from "../../../ui";
import { t } from "../../../localization";
import { RawJSON } from "../../inspector";
import { valueName } from "../naming";
import { isOfPicture, PictureField } from "../pictures/PictureField";
import { Actions } from "./Actions";
import { Alternative } from "./Alternative";
import { declaredBy } from "./declared";
import { MarkedField } from "./FieldFindings";
import { ObjectList } from "./ObjectList";
import {
  useDocumentPart, useProperty, type PropertyLocation, type PropertyProps,
} from "./property";
import { TextProperty } from "./TextProperty";
import { ValueMenu } from "./ValueMenu";

/**
 * The field for a property, according to its kind. It reads its value itself, so that only changed
 * fields are re-rendered.
 */
export const PropertyField = memo(function PropertyField(props: PropertyLocation) {
  const { model, ownerPath, rule: { key, kind } } = props;
  const value = useDocumentPart(
    model, (document) => valueAt(drawnScreenOf(document, model.name), `${ownerPath}/${key}`));
  return (
    <MarkedField
      pointer={`${ownerPath}/${key}`} label={useProperty(props).label}
      hasInner={kind === "objects" || kind === "options"}
    >
      <FieldByKind {...props} value={value} />
    </MarkedField>
  );
});

function FieldByKind(props: PropertyProps) {
  switch (props.rule.kind) {
    case "text": case "shownText": return <TextProperty {...props} />;
    case "boolean": return <BooleanProperty {...props} />;
    case "booleanOrCondition": return <BooleanProperty {...props} />;
    case "enumeration": case "icon": return <EnumerationProperty {...props} />;
    case "integer": case "number": return <NumberProperty {...props} />;
    case "value": return <ValueProperty {...props} />;
    case "alternative": return <Alternative {...props} />;
    case "captions": return <Alternative {...props} />;
    case "actions": return <Actions {...props} />;
    case "objects": case "options":
      return <ObjectList {...props} field={(location) => <PropertyField {...location} />} />;
    case "names": return <NamesProperty {...props} />;
    case "json": return <JSONProperty {...props} />;
    case "asset":
      return (
        <>
          {isOfPicture(props) && <PictureField {...props} />}
          <NameProperty {...props} />
        </>
      );
    default: return <NameProperty {...props} />;
  }
}

function BooleanProperty(props: PropertyProps) {
  const { label, hint, isDisabled, set } = useProperty(props);
  const { value } = props;
  const isOnByDefault = props.rule.key === "submits";
  return (
    <Switch
      label={label} isDisabled={isDisabled}
      hint={isObject(value) ? t("screens.by-rule") : hint}
      isOn={value === undefined ? isOnByDefault : value !== false}
      onChange={(isOn) => set(isOn === isOnByDefault ? undefined : isOn)}
    />
  );
}

function EnumerationProperty(props: PropertyProps) {
  const { label, hint, isDisabled, set } = useProperty(props);
  const { rule, value } = props;
  const current = typeof value === "string" ? value : "";
  const options: Option[] = [
    ...(rule.isRequired && current !== "" ? [] : [{ value: "", text: t("screens.standard") }]),
    ...[...new Set([...rule.values ?? [], ...(current ? [current] : [])])].map((name) => (
      { value: name, text: valueName(rule.key, name) })),
  ];
  return (
    <Select
      label={label} hint={hint} value={current} options={options} disabled={isDisabled}
      onValue={(next) => set(next === "" ? undefined : next)}
    />
  );
}

function NumberProperty(props: PropertyProps) {
  const { label, hint, isDisabled, set } = useProperty(props);
  const { rule, value } = props;
  const [min, max] = rule.bounds ?? [];
  return (
    <TextField
      label={label} hint={hint} type="number" min={min} max={max} disabled={isDisabled}
      step={rule.bounds ? 1 : "any"} value={typeof value === "number" ? String(value) : ""}
      placeholder={rule.isRequired ? undefined : t("screens.standard")}
      onValue={(text) => set(text === "" ? undefined : Number(text), true)}
    />
  );
}

/** A field for a value, or for its binding in braces, as in texts. */
function ValueProperty(props: PropertyProps) {
  const { label, hint, isDisabled, set } = useProperty(props);
  const { rule, value } = props;
  const bound = isObject(value) && typeof value["$"] === "string" ? `{${value["$"]}}` : null;
  const shown = bound ?? (value === undefined ? "" : String(value));
  return (
    <div className="text-property">
      <TextField
        label={label} hint={hint ?? t("screens.hint-value")} value={shown} disabled={isDisabled}
        onValue={(text) => set(valueOf(text, rule.type ?? "any"), true)}
      />
      {!isDisabled && rule.kind === "value" && (
        <span className="text-tools">
          <ValueMenu {...props} onValue={(path) => set({ $: path })} />
        </span>
      )}
    </div>
  );
}

function valueOf(text: string, type: string): Json | undefined {
  const path = /^\{(.*?)\}?$/.exec(text)?.[1];
  if (path !== undefined) return { $: path };
  if (text === "") return undefined;
  if (type === "boolean") return text === "true";
  return type === "number" && text.trim() !== "" && !Number.isNaN(Number(text))
    ? Number(text) : text;
}

/** A field for names, such as those of products, separated by commas. */
function NamesProperty(props: PropertyProps) {
  const { label, hint, isDisabled, set } = useProperty(props);
  const { value } = props;
  const names = Array.isArray(value) ? value.map(String) : [];
  return (
    <TextField
      label={label} hint={hint} value={names.join(", ")} disabled={isDisabled}
      onValue={(text) => set(text.split(/,\s*/).slice(0, props.rule.max), true)}
    />
  );
}

function JSONProperty(props: PropertyProps) {
  const { label, isDisabled, set } = useProperty(props);
  if (["value", "default"].includes(props.rule.key)) return <ValueProperty {...props} />;
  return (
    <Field label={label}>
      {() => (
        <RawJSON label={label} value={props.value} onValue={set} isDisabled={isDisabled} />
      )}
    </Field>
  );
}

/** A field for a name, path or URL, with suggestions from the document and the builds. */
function NameProperty(props: PropertyProps) {
  const { label, hint, isDisabled, set } = useProperty(props);
  const { model, rule, value } = props;
  const id = `known-${props.ownerPath}-${rule.key}`;
  const known = suggestions(props);
  return (
    <>
      <TextField
        label={label} hint={hint} value={typeof value === "string" ? value : ""}
        disabled={isDisabled || !model.editor.canEdit} list={known.length > 0 ? id : undefined}
        onValue={(text) => set(text === "" && !rule.isRequired ? undefined : text, true)}
      />
      {known.length > 0 && (
        <datalist id={id}>{known.map((name) => <option key={name} value={name} />)}</datalist>
      )}
    </>
  );
}

function suggestions({ model, rule }: PropertyProps): string[] {
  const document = model.editor.draft.document.get();
  const { screen } = model;
  if (rule.kind === "asset") return Object.keys(document.assets ?? {});
  if (rule.key === "from") {
    return [...declaredBy(model, "data").keys()].map((name) => `data.${name}`);
  }
  const state = screen?.["state"];
  if (rule.kind === "stateKey") return Object.keys(isObject(state) ? state : {});
  if (rule.kind !== "target") return [];
  return document.flows.flatMap(({ steps }) => steps.map(({ id }) => id));
}
