import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Appearance } from "../../../document/theme";
import { trusted } from "../../../engine/trusted";
import { screenHTML } from "../../../model/drawnScreens";
import { Callout, Loading, Segmented } from "../../../ui";
import { t } from "../../../localization";
import { drawnRoot, setTheme, preparedHTML } from "../../drawn";
import { useDraft } from "../DraftProvider";
import { EXAMPLE, exampleDocument, exampleValues } from "./example";

/** Every block as an app would show it, in the current theme. */
export function ThemePhone({ appearance, onAppearance }: {
  appearance: Appearance; onAppearance(appearance: Appearance): void;
}) {
  const { document: { theme } } = useDraft();
  const host = useRef<HTMLDivElement>(null);
  const [html, setHTML] = useState<string | null | undefined>();
  useEffect(() => {
    let isActive = true;
    screenHTML(exampleDocument(), EXAMPLE, exampleValues()).then(
      (drawn) => isActive && setHTML(drawn), () => isActive && setHTML(null));
    return () => {
      isActive = false;
    };
  }, []);
  useLayoutEffect(() => {
    if (!host.current || !html) return;
    // NB: React 18 does not support `inert`.
    host.current.inert = true;
    drawnRoot(host.current).innerHTML = trusted.createHTML(preparedHTML(html, {}));
  }, [html]);
  useLayoutEffect(() => {
    if (host.current && html) setTheme(drawnRoot(host.current), theme);
  }, [html, theme]);
  return (
    <section className="theme-phone" aria-label={t("theme.example")}>
      <Segmented<Appearance>
        label={t("theme.appearance")} value={appearance} onValue={onAppearance}
        options={(["light", "dark"] as const).map(
          (value) => ({ value, text: t(`theme.${value}`) }))}
      />
      <div
        className="device" role="group" tabIndex={0} aria-label={t("theme.example-text")}
      >
        {html === undefined && <Loading text={t("app.loading")} />}
        {html === null && <Callout kind="danger">{t("theme.example-failed")}</Callout>}
        <div className="theme-screen" ref={host} style={{ colorScheme: appearance }} />
      </div>
    </section>
  );
}
