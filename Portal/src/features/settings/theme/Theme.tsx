import { useState } from "react";
import {
  readTheme, themeOptions, type Appearance, type ThemeOption,
} from "../../../document/theme";
import { resetTheme, setThemeOption } from "../../../document/themeEdits";
import { showUndoToast } from "../../../model/undoable";
import { addStyles, Button, Callout, Sections, Segmented } from "../../../ui";
import { t } from "../../../localization";
import { isPortalDark } from "../../drawn";
import { DraftStatus, useDraft } from "../DraftProvider";
import type { SettingsFrame } from "../frame";
import { ThemeColors } from "./ThemeColors";
import { ThemePhone } from "./ThemePhone";
import styles from "./theme.lazy.css";

addStyles(styles);

/** The theme of the application's drawn screens, beside an example of every block. */
export function Theme({ frame }: { frame: SettingsFrame }) {
  const { draft, document, canEdit } = useDraft();
  const [appearance, setAppearance] = useState<Appearance>(
    () => (isPortalDark() ? "dark" : "light"));
  const reset = () => {
    draft.apply(t("theme.reset"), resetTheme);
    showUndoToast(draft, { text: t("theme.was-reset") });
  };
  return (
    <Sections {...frame} action={<DraftStatus />}>
      {!document.screens?.length && <Callout>{t("theme.no-screens")}</Callout>}
      <div className="theme">
        <div className="theme-controls">
          <ThemeColors />
          <section className="theme-part" aria-labelledby="theme-shape">
            <h2 id="theme-shape">{t("theme.shape")}</h2>
            <div className="card panel">
              <OptionChoice name="corner" />
              <OptionChoice name="spacing" />
              <OptionChoice name="font" />
            </div>
          </section>
          {canEdit && (
            <div className="theme-reset">
              <Button icon="reset" disabled={document.theme === undefined} onClick={reset}>
                {t("theme.reset")}
              </Button>
            </div>
          )}
        </div>
        <ThemePhone appearance={appearance} onAppearance={setAppearance} />
      </div>
    </Sections>
  );
}

/** A choice of one of a theme's options, such as its corners. */
function OptionChoice({ name }: { name: ThemeOption }) {
  const { draft, document, canEdit } = useDraft();
  const label = t(`theme.${name}`);
  return (
    <div className="theme-option">
      <h3>{label}</h3>
      <Segmented<string>
        label={label} value={readTheme(document.theme)[name]}
        onValue={(value) => draft.apply(
          t("theme.change-option", { name: label }), setThemeOption(name, value))}
        options={themeOptions[name].map((value) => ({
          value, text: t(`theme.${name}-${value}` as "theme.corner-none"), isDisabled: !canEdit,
        }))}
      />
    </div>
  );
}
