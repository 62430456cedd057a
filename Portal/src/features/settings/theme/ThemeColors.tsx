import { useEffect, useId, useState } from "react";
import { backgroundsOf, contrastsOf, MIN_CONTRAST, readableColor, type ContrastPair }
  from "../../../document/contrast";
import {
  hexColor, readTheme, defaultTheme, themeRoles, type Appearance, type Theme, type ThemeRole,
} from "../../../document/theme";
import { resetThemeColor, setThemeColor } from "../../../document/themeEdits";
import { Button, Chip, IconButton } from "../../../ui";
import { formatNumber, t } from "../../../localization";
import { useDraft } from "../DraftProvider";

/** A light and a dark color for each role, and the contrast of the roles for texts. */
export function ThemeColors() {
  const { draft, document, canEdit } = useDraft();
  const theme = readTheme(document.theme);
  const pairs = contrastsOf(theme);
  const weak = pairs.filter((pair) => pair.hundredths < MIN_CONTRAST).length;
  return (
    <section className="theme-part" aria-labelledby="theme-colors">
      <div className="theme-part-head">
        <h2 id="theme-colors">{t("theme.colors")}</h2>
        <span role="status">
          {weak === 0 ? <Chip kind="good" icon="check">{t("theme.all-readable")}</Chip>
            : <Chip kind="danger" icon="alert">{t("theme.weak", { count: weak })}</Chip>}
        </span>
      </div>
      <ul className="card rows">
        {themeRoles.map((role) => {
          const { light, dark } = theme.colors[role];
          const defaults = defaultTheme.colors[role];
          const isDefault = light === defaults.light && dark === defaults.dark;
          const name = t(`theme.role-${role}`);
          return (
            <li key={role} className="theme-role">
              <div className="theme-role-name">
                <h3>{name}</h3>
                <p className="muted">{t(`theme.role-${role}-text`)}</p>
              </div>
              {(["light", "dark"] as const).map((appearance) => (
                <RoleColor
                  key={appearance} role={role} appearance={appearance} theme={theme}
                  pairs={pairs.filter(
                    (pair) => pair.text === role && pair.appearance === appearance)}
                />
              ))}
              {canEdit && (
                <IconButton
                  icon="reset" size="small" disabled={isDefault}
                  label={t("theme.reset-role", { role: name })}
                  onClick={() => draft.apply(
                    t("theme.reset-role", { role: name }), resetThemeColor(role))}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function RoleColor({ role, appearance, theme, pairs }: {
  role: ThemeRole; appearance: Appearance; theme: Theme; pairs: ContrastPair[];
}) {
  const { draft, canEdit } = useDraft();
  const color = theme.colors[role][appearance];
  const names = { role: t(`theme.role-${role}`), appearance: t(`theme.${appearance}`) };
  const set = (value: string) => draft.apply(
    t("theme.change-color", names), setThemeColor(role, appearance, value),
    `theme ${role} ${appearance}`);
  return (
    <div className="theme-color" role="group" aria-label={t("theme.color-of", names)}>
      <span className="theme-color-fields">
        <input
          type="color" value={color} disabled={!canEdit} aria-label={t("theme.pick", names)}
          onChange={(event) => set(event.target.value)}
        />
        <HexField color={color} label={t("theme.hex", names)} onColor={set} />
      </span>
      <small className="theme-appearance">{names.appearance}</small>
      {pairs.length > 0 && (
        <Contrast
          pairs={pairs} isFixable={canEdit}
          fixed={readableColor(
            color, backgroundsOf(role).map((background) => theme.colors[background][appearance]))}
          onFix={set} names={names}
        />
      )}
    </div>
  );
}

/** The color as text: applied if it is valid, otherwise reset on blur. */
function HexField({ color, label, onColor }: {
  color: string; label: string; onColor(color: string): void;
}) {
  const { canEdit } = useDraft();
  const [text, setText] = useState(color);
  const [isEditing, setEditing] = useState(false);
  const id = useId();
  useEffect(() => {
    if (!isEditing) setText(color);
  }, [color, isEditing]);
  const isInvalid = hexColor(text.trim()) === undefined;
  return (
    <>
      <input
        className="input" value={text} readOnly={!canEdit} aria-label={label} spellCheck={false}
        autoComplete="off" maxLength={9} aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? id : undefined}
        onFocus={() => setEditing(true)}
        onBlur={() => {
          setEditing(false);
          setText(color);
        }}
        onChange={(event) => {
          setText(event.target.value);
          const valid = hexColor(event.target.value.trim());
          if (valid) onColor(valid);
        }}
      />
      {isInvalid && <small id={id} className="field-error">{t("theme.hex-wrong")}</small>}
    </>
  );
}

/** The lowest contrast of a text with its backgrounds, in words. */
function Contrast({ pairs, fixed, isFixable, onFix, names }: {
  pairs: ContrastPair[]; fixed: string | undefined; isFixable: boolean;
  onFix(color: string): void; names: { role: string; appearance: string };
}) {
  const worst = pairs.reduce((pair, other) => (other.hundredths < pair.hundredths ? other : pair));
  const values = {
    ratio: formatNumber(Math.floor(worst.hundredths / 10) / 10),
    background: t(`theme.role-${worst.background}`),
  };
  const isWeak = worst.hundredths < MIN_CONTRAST;
  return (
    <div className="theme-contrast">
      <Chip kind={isWeak ? "danger" : "good"} icon={isWeak ? "alert" : "check"}>
        {t("theme.ratio", values)}
      </Chip>
      <span>
        {t(isWeak ? "theme.too-weak" : worst.hundredths < 700 ? "theme.readable"
          : "theme.very-readable", values)}
      </span>
      {isWeak && isFixable && fixed && (
        <Button
          size="small" aria-label={t("theme.fix-of", names)} onClick={() => onFix(fixed)}
        >
          {t("theme.fix")}
        </Button>
      )}
    </div>
  );
}
