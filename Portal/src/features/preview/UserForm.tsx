import { useId, useMemo, useState } from "react";
import type { Json, JsonObject } from "../../document";
import { buildName } from "../../model/builds";
import { useStore } from "../../model/store";
import { Button, Icon, IconButton, Menu, Select } from "../../ui";
import { t } from "../../localization";
import { valueText } from "../inspector";
import { AttributeInput } from "./AttributeInput";
import {
  attributeFields, presets, randomUserId, displayValue, type AttributeField,
} from "./user";
import type { PreviewModel, PreviewSource } from "./previewModel";

/** The simulated user, build and document; a summary in one line when collapsed. */
export function UserForm({ preview }: { preview: PreviewModel }) {
  const { user } = useStore(preview.state);
  const fields = useFields(preview);
  const [added, setAdded] = useState<string[]>([]);
  const set = (name: string, value: Json | undefined) => {
    const { [name]: _, ...rest } = user;
    preview.setUser(value === undefined ? rest : { ...rest, [name]: value });
  };
  const known = new Set(fields.map((field) => field.name));
  const custom = [...new Set([...Object.keys(user), ...added])].filter((name) => !known.has(name));
  const allFields: AttributeField[] = [
    ...fields, ...custom.map((name) => ({ name, type: "any" as const, suggestions: [] })),
  ];
  return (
    <details className="user">
      <summary>
        <Icon name="user" size={18} />
        <span className="user-line">{userText(user)}</span>
        <Icon name="down" size={16} />
      </summary>
      <div className="user-form">
        <PresetMenu preview={preview} fields={fields} />
        {allFields.map((field) => (
          <AttributeInput
            key={field.name} field={field} value={user[field.name]}
            onValue={(value) => set(field.name, value)}
          />
        ))}
        <AddAttribute onAdd={(name) => setAdded([...added, name])} />
        <ReleaseAndBuild preview={preview} />
      </div>
    </details>
  );
}

function useFields(preview: PreviewModel): AttributeField[] {
  const { application, draft } = preview.editor;
  const document = useStore(draft.document);
  const reported = useStore(application.attributes);
  const builds = useStore(application.builds);
  return useMemo(() => attributeFields(
    document, reported, (builds?.builds ?? []).map(({ manifest }) => manifest)),
  [document, reported, builds]);
}

/** A user in a line: “Austria, version 2.3, user-4fk2”. */
export function userText(user: JsonObject): string {
  const { country, appVersion, userId, ...rest } = user;
  const parts = [
    ...(typeof country === "string" ? [valueText("country", country)] : []),
    ...(appVersion === undefined ? []
      : [t("preview.version", { version: displayValue(appVersion) })]),
    ...Object.entries(rest).filter(([name]) => name !== "locale")
      .map(([name, value]) => `${name} ${displayValue(value)}`),
    ...(userId === undefined ? [] : [displayValue(userId)]),
  ];
  return parts.length > 0 ? parts.join(", ") : t("preview.nobody");
}

function PresetMenu({ preview, fields }: { preview: PreviewModel; fields: AttributeField[] }) {
  const { user } = useStore(preview.state);
  const builds = useStore(preview.editor.application.builds)?.builds ?? [];
  const all = presets(fields, builds.map((build) => build.manifest));
  const userId = user["userId"] ?? randomUserId();
  return (
    <div className="user-presets">
      <Menu
        label={t("preview.presets")}
        items={[
          ...all.map((preset) => ({
            text: t("preview.preset", {
              country: valueText("country", preset.country), version: preset.version,
            }),
            onChoose: () => preview.setUser({ ...preset.context, userId }),
          })),
          null,
          { text: t("preview.preset-nobody"), onChoose: () => preview.setUser({}) },
        ]}
        trigger={(props) => (
          <button {...props} type="button" className="button plain small">
            {t("preview.presets")}
            <Icon name="down" size={14} />
          </button>
        )}
      />
      <Button
        size="small" kind="quiet" icon="sparkle"
        onClick={() => preview.setUser({ ...user, userId: randomUserId() })}
      >
        {t("preview.another")}
      </Button>
    </div>
  );
}

function AddAttribute({ onAdd }: { onAdd(name: string): void }) {
  const [name, setName] = useState("");
  const id = useId();
  const add = () => {
    const trimmed = name.trim();
    // NB: “output” is the name under which conditions read outputs.
    if (trimmed === "" || trimmed === "output") return;
    onAdd(trimmed);
    setName("");
  };
  return (
    <div className="user-row add">
      <label htmlFor={id} className="visually-hidden">{t("preview.add-attribute")}</label>
      <input
        id={id} className="input" value={name} autoComplete="off" spellCheck={false}
        placeholder={t("preview.add-attribute")} onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && add()}
      />
      <IconButton
        icon="add" label={t("preview.add-attribute")} disabled={name.trim() === ""} onClick={add}
      />
    </div>
  );
}

/** The simulated document (the draft or a live release), and the build. */
function ReleaseAndBuild({ preview }: { preview: PreviewModel }) {
  const { source, build } = useStore(preview.state);
  const builds = useStore(preview.editor.application.builds)?.builds ?? [];
  const environments = useStore(preview.editor.application.application)?.environments ?? [];
  const sources: { value: string; text: string }[] = [
    { value: "draft", text: t("preview.the-draft") },
    ...environments.filter(({ current }) => current !== null).map(({ name }) => ({
      value: `live ${name}`, text: t("preview.live-in", { environment: name }),
    })),
  ];
  const chosen = source.kind === "draft" ? "draft" : `live ${source.environment}`;
  const toSource = (value: string): PreviewSource => (value === "draft"
    ? { kind: "draft" } : { kind: "live", environment: value.slice("live ".length) });
  return (
    <>
      <Select
        label={t("preview.source")} options={sources} value={chosen}
        onValue={(value) => preview.choose({ source: toSource(value) })}
      />
      <Select
        label={t("preview.build")} value={build ?? ""} hint={builds.length === 0
          ? t("preview.no-builds") : undefined}
        options={[
          { value: "", text: t("preview.every-screen") },
          ...builds.map(buildName).map((name) => ({ value: name, text: name })),
        ]}
        onValue={(value) => preview.choose({ build: value === "" ? null : value })}
      />
    </>
  );
}
