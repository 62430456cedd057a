import type { Section } from "../../ui";

/** What every section of the settings shows around its own content. */
export interface SettingsFrame {
  label: string;
  sections: Section[];
  current: string;
  over: string;
  title: string;
  text: string;
}
