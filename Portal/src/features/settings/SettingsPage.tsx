import { useEffect } from "react";
import { useApplication } from "../../model/application";
import { useStore } from "../../model/store";
import { addStyles, lazy } from "../../ui";
import { t, withTexts, type MessageKey } from "../../localization";
import { ApplicationBar } from "../bar";
import { Attributes } from "./Attributes";
import { BuildsInUse } from "./BuildsInUse";
import { DraftProvider } from "./DraftProvider";
import { Environments } from "./Environments";
import type { SettingsFrame } from "./frame";
import { General } from "./General";
import { Languages } from "./Languages";
import { SDKKeys } from "./SDKKeys";
import { Segments } from "./Segments";
import styles from "./settings.lazy.css";

addStyles(styles);

const Theme = lazy<{ frame: SettingsFrame }>(
  async () => (await withTexts("theme", import("./theme"))).Theme);

const parts = {
  general: { icon: "gear", View: General, isOfDraft: false },
  environments: { icon: "globe", View: Environments, isOfDraft: false },
  keys: { icon: "key", View: SDKKeys, isOfDraft: false },
  attributes: { icon: "user", View: Attributes, isOfDraft: true },
  segments: { icon: "people", View: Segments, isOfDraft: true },
  theme: { icon: "eye", View: Theme, isOfDraft: true },
  languages: { icon: "text", View: Languages, isOfDraft: true },
  builds: { icon: "phone", View: BuildsInUse, isOfDraft: false },
} as const;

type Part = keyof typeof parts;

/** One application's settings, a section at a time. */
export function SettingsPage({ section }: { section: string }) {
  const application = useApplication();
  const name = useStore(application.application)?.name ?? application.id;
  const part: Part = Object.hasOwn(parts, section) ? section as Part : "general";
  const base = `/apps/${encodeURIComponent(application.id)}/settings`;
  useEffect(() => {
    document.title = `${t(`settings.${part}`)} · ${name}`;
  }, [part, name]);
  const frame: SettingsFrame = {
    label: t("nav.settings"), over: name, current: `${base}/${part}`,
    title: t(`settings.${part}`), text: t(`settings.${part}-text`),
    sections: Object.entries(parts).map(([id, { icon }]) => ({
      path: `${base}/${id}`, text: t(`settings.${id}` as MessageKey), icon,
    })),
  };
  const { View, isOfDraft } = parts[part];
  const view = <View frame={frame} />;
  return (
    <>
      <ApplicationBar />
      <DraftProvider isNeeded={isOfDraft}>{view}</DraftProvider>
    </>
  );
}
