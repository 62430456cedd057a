import type { Section } from "../../ui";

/** The frame of every section of the settings. */
export interface SettingsFrame {
  label: string;
  sections: Section[];
  current: string;
  over: string;
  title: string;
  text: string;
}
