import { useState } from "react";
import { isObject, type Json, type JsonObject } from "../../../document";
import { drawnScreensOf, renameScreen } from "../../../document/blocks";
import { setQuery } from "../../../model/router";
import { useStore } from "../../../model/store";
import { Button, IconButton, Select, TextField } from "../../../ui";
import { formatList, t } from "../../../localization";
import { LinkSection } from "../library/LinkSection";
import type { ScreenModel } from "../screenModel";
import { MarkedField } from "./FieldFindings";
import { TextProperty } from "./TextProperty";

/** The settings of the whole screen: name, title, state values, and template. */
export function ScreenSettings({ model, locale }: { model: ScreenModel; locale: string }) {
  const document = useStore(model.editor.draft.document);
  const { screen, editor } = model;
  if (!screen) return null;
  const steps = document.flows.flatMap((flow) =>
    flow.steps.filter((step) => step.screen === model.name).map(({ id }) => id));
  return (
    <>
      <section className="panel-section" aria-label={t("screens.whole")}>
        <MarkedField pointer="/name" label={t("screens.name")}>
          <ScreenName key={model.name} model={model} />
        </MarkedField>
        <MarkedField pointer="/title" label={t("screens.prop-title")}>
          <TextProperty
            model={model} locale={locale} type={screen.root.type} path="" ownerPath=""
            rule={{ key: "title", kind: "text", isRequired: false }} value={screen["title"]}
          />
        </MarkedField>
        <p className="muted small-text">
          {steps.length === 0 ? t("screens.unused")
            : t("screens.used", { count: steps.length, steps: formatList(steps) })}
        </p>
        <StateValues model={model} state={screen["state"]} canEdit={editor.canEdit} />
      </section>
      <LinkSection model={model} />
    </>
  );
}

function ScreenName({ model }: { model: ScreenModel }) {
  const { editor, name } = model;
  const [text, setText] = useState(name);
  const newName = text.trim();
  const document = editor.draft.document.get();
  const isTaken = newName !== name && (
    drawnScreensOf(document).some((drawnScreen) => drawnScreen.name === newName)
    || editor.screens.get().some((screen) => screen.name === newName));
  const commit = () => {
    if (newName === "" || isTaken) return setText(name);
    if (newName === name) return;
    editor.draft.apply(t("screens.do-rename"), renameScreen(name, newName));
    setQuery({ screen: newName });
  };
  return (
    <TextField
      label={t("screens.name")} value={text} onValue={setText} maxLength={100}
      disabled={!editor.canEdit} onBlur={commit}
      error={isTaken ? t("screens.name-taken", { name: newName }) : undefined}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
      }}
    />
  );
}

const types = ["boolean", "string", "number"] as const;
const initialValues: { [type: string]: Json } = { boolean: false, string: "", number: 0 };

/** The state values of a screen, set by actions and used by rules. */
function StateValues({ model, state, canEdit }: {
  model: ScreenModel; state: Json | undefined; canEdit: boolean;
}) {
  const values = isObject(state) ? Object.entries(state) : [];
  const [name, setName] = useState("");
  const newKey = name.trim();
  const write = (next: JsonObject) =>
    model.set("", "state", Object.keys(next).length > 0 ? next : undefined);
  const all = isObject(state) ? state : {};
  const isNew = newKey !== "" && !Object.hasOwn(all, newKey);
  return (
    <details className="state-values">
      <summary>{t("screens.state", { count: values.length })}</summary>
      <p className="muted small-text">{t("screens.state-text")}</p>
      {values.map(([key, value]) => (
        <div key={key} className="state-value">
          <Select
            label={key} value={isObject(value) ? String(value["type"]) : ""} disabled={!canEdit}
            options={types.map((type) => ({ value: type, text: t(`screens.type-${type}`) }))}
            onValue={(type) => write({
              ...all, [key]: { type, default: initialValues[type] ?? null },
            })}
          />
          {canEdit && (
            <IconButton
              icon="close" size="small" label={t("screens.state-remove", { name: key })}
              onClick={() => write(Object.fromEntries(values.filter(([other]) => other !== key)))}
            />
          )}
        </div>
      ))}
      {canEdit && (
        <form className="state-value" onSubmit={(event) => {
          event.preventDefault();
          if (!isNew) return;
          write({ ...all, [newKey]: { type: "boolean", default: false } });
          setName("");
        }}>
          <TextField
            label={t("screens.state-name")} value={name} onValue={setName} maxLength={40}
          />
          <Button type="submit" size="small" icon="add" disabled={!isNew}>
            {t("screens.state-add")}
          </Button>
        </form>
      )}
    </details>
  );
}
