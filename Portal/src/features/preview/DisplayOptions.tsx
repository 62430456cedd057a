import { useStore } from "../../model/store";
import { Select } from "../../ui";
import { formatShare, language, t } from "../../localization";
import type { DisplayOptions as Settings } from "./drawnModel";
import type { PreviewModel } from "./previewModel";
import { LONGER, MIRRORED, pseudoLanguages } from "./pseudo";

const textScales = [0.85, 1, 1.3, 2];
const widths = [320, 390, 744];

/** The language, appearance, text size and device of a drawn screen. */
export function DisplayOptions({ preview }: { preview: PreviewModel }) {
  const { drawn } = preview;
  const isDrawn = useStore(drawn.view) !== null;
  const display = useStore(drawn.display);
  const { user } = useStore(preview.state);
  const { strings, locales, defaultLocale } = useStore(preview.editor.draft.document);
  if (!isDrawn) return null;
  const set = (change: Partial<Settings>) => drawn.display.update((old) => ({ ...old, ...change }));
  const locale = typeof user["locale"] === "string" ? user["locale"] : "";
  const languages = [...new Set([
    ...locales ?? [], ...Object.keys(strings ?? {}), ...(locale ? [locale] : []),
  ])].filter((tag) => !pseudoLanguages.some((pseudo) => pseudo === tag));
  const names = new Intl.DisplayNames(language, { type: "language" });
  const defaultText = t("preview.standard-language", {
    language: defaultLocale ? names.of(defaultLocale) ?? defaultLocale : "–",
  });
  const appearances = ["auto", "light", "dark"] as const;
  return (
    <div className="phone-display" role="group" aria-label={t("preview.display")}>
      <Select
        label={t("preview.language")} value={locale}
        options={[
          { value: "", text: defaultText },
          ...languages.map((tag) => ({ value: tag, text: names.of(tag) ?? tag })),
          { value: LONGER, text: t("preview.pseudo-longer") },
          { value: MIRRORED, text: t("preview.pseudo-mirrored") },
        ]}
        onValue={(value) => {
          const { locale: _, ...rest } = user;
          preview.setUser(value === "" ? rest : { ...rest, locale: value });
        }}
      />
      <Select
        label={t("preview.appearance")} value={display.appearance}
        options={appearances.map((value) => ({ value, text: t(`preview.appearance-${value}`) }))}
        onValue={(value) => set({
          appearance: appearances.find((appearance) => appearance === value) ?? "auto",
        })}
      />
      <Select
        label={t("preview.text-size")} value={String(display.textScale)}
        options={textScales.map((scale) => ({ value: String(scale), text: formatShare(scale) }))}
        onValue={(value) => set({ textScale: Number(value) })}
      />
      <Select
        label={t("preview.device")} value={String(display.width)}
        options={widths.map((width) => ({
          value: String(width), text: t("preview.device-width", { width: width }),
        }))}
        onValue={(value) => set({ width: Number(value) })}
      />
    </div>
  );
}
