import { useId } from "react";
import { isObject, type Json, type JsonObject } from "../../../document";
import { portsIn } from "../../../document/blocks";
import { Button, IconButton, lazy, Select, TextField } from "../../../ui";
import { t, type MessageKey } from "../../../localization";
import type { ScreenModel } from "../screenModel";
import { declaredBy } from "./declared";
import { LeadsTo } from "./LeadsTo";
import { useProperty, type PropertyProps } from "./property";

const CallFields = lazy(async () => (await import("./CallFields")).CallFields);

type ActionKind = "fire" | "back" | "set" | "open" | "call";

const kinds: { kind: ActionKind; text: MessageKey; create(model: ScreenModel): JsonObject }[] = [
  { kind: "fire", text: "screens.act-fire", create: () => ({ fire: "next" }) },
  { kind: "back", text: "screens.act-back", create: () => ({ back: true }) },
  { kind: "set", text: "screens.act-set", create: () => ({ set: "value", to: true }) },
  { kind: "open", text: "screens.act-open", create: () => ({ open: "https://example.com" }) },
  {
    kind: "call", text: "screens.act-call",
    create: (model) => ({ call: declaredBy(model, "actions").keys().next().value ?? "purchase" }),
  },
];

const MAX_ACTIONS = 4;
const kindOf = (action: JsonObject): ActionKind | undefined =>
  kinds.find(({ kind }) => kind in action)?.kind;

/** The actions of a property, such as those of a press, in order. */
export function Actions(props: PropertyProps) {
  const { label, hint, isDisabled, set } = useProperty(props);
  const { rule, value } = props;
  const id = useId();
  const actions = (Array.isArray(value) ? value : []).filter(isObject);
  const write = (next: Json[], merges = false) =>
    set(next.length === 0 && !rule.isRequired ? undefined : next, merges);
  return (
    <fieldset className="actions" aria-describedby={hint && id}>
      <legend>{label}</legend>
      {hint && <p id={id} className="field-hint">{hint}</p>}
      <ol>
        {actions.map((action, index) => (
          <li key={index}>
            <Action
              {...props} action={action} label={t("screens.action", { number: index + 1 })}
              onChange={(next, merges) => write(
                actions.map((other, at) => (at === index ? next : other)), merges)}
            />
            {!isDisabled && (
              <IconButton
                icon="close" size="small" label={t("screens.remove-action", { number: index + 1 })}
                onClick={() => write(actions.filter((_, at) => at !== index))}
              />
            )}
          </li>
        ))}
      </ol>
      {!isDisabled && actions.length < MAX_ACTIONS && (
        <Button
          size="small" icon="add"
          onClick={() => write(actions.length === 0 ? [{ fire: "next" }]
            : [{ set: "value", to: true }, ...actions])}
        >
          {t(actions.length === 0 ? "screens.first-action" : "screens.add-action")}
        </Button>
      )}
    </fieldset>
  );
}

function Action(props: PropertyProps & {
  action: JsonObject; label: string; onChange(next: JsonObject, merges?: boolean): void;
  /** Whether it is the action after an outcome of a call, which may be none. */
  isOutcome?: boolean;
}) {
  const { action, label, onChange, model, isOutcome = false } = props;
  const kind = kindOf(action);
  const isDisabled = !model.editor.canEdit;
  const options = kinds.filter((option) => !isOutcome || option.kind !== "call" || kind === "call")
    .map((option) => ({ value: String(option.kind), text: t(option.text) }));
  return (
    <div className="action" role="group" aria-label={label}>
      <Select
        label={label} isLabelHidden={!isOutcome} value={kind ?? (isOutcome ? "" : "fire")}
        disabled={isDisabled}
        options={isOutcome ? [{ value: "", text: t("screens.act-nothing") }, ...options] : options}
        onValue={(next) => onChange(
          kinds.find((option) => option.kind === next)?.create(model) ?? {})}
      />
      {kind === "fire" && <PortField {...props} />}
      {kind === "open" && (
        <TextField
          label={t("screens.act-open-address")} value={String(action["open"])}
          disabled={isDisabled} hint={t("screens.act-open-hint")}
          onValue={(open) => onChange({ ...action, open }, true)}
        />
      )}
      {kind === "set" && <SetFields {...props} />}
      {kind === "call" && (
        <CallFields
          model={model} declared={declaredBy(model, "actions")} action={action}
          onChange={onChange}
          outcome={(fields) => <Action {...props} {...fields} key={fields.label} isOutcome />}
        />
      )}
    </div>
  );
}

type ActionProps = Parameters<typeof Action>[0];

function PortField({ action, model, onChange }: ActionProps) {
  const id = useId();
  const ports = portsIn(model.screen?.root);
  return (
    <>
      <TextField
        label={t("screens.act-port")} value={String(action["fire"])} list={id}
        disabled={!model.editor.canEdit} hint={t("screens.act-port-hint")}
        onValue={(fire) => onChange({ ...action, fire }, true)}
      />
      <datalist id={id}>{ports.map((port) => <option key={port} value={port} />)}</datalist>
      <LeadsTo model={model} port={String(action["fire"])} />
    </>
  );
}

function SetFields({ action, model, onChange }: ActionProps) {
  const isDisabled = !model.editor.canEdit;
  const state = model.screen?.["state"];
  const keys = isObject(state) ? Object.keys(state) : [];
  const name = String(action["set"]);
  const to = action["to"];
  return (
    <>
      <Select
        label={t("screens.act-set-value")} value={name} disabled={isDisabled}
        hint={keys.length === 0 ? t("screens.act-set-none") : undefined}
        options={[...new Set([...keys, name])].map((key) => ({ value: key, text: key }))}
        onValue={(key) => onChange({ ...action, set: key })}
      />
      <TextField
        label={t("screens.act-set-to")} disabled={isDisabled}
        value={typeof to === "string" ? to : JSON.stringify(to ?? null)}
        onValue={(text) => onChange({ ...action, to: parseLiteral(text) }, true)}
      />
    </>
  );
}

/** Parses numbers and booleans; anything else is a text. */
function parseLiteral(text: string): Json {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" ? text : value;
  } catch {
    return text;
  }
}
