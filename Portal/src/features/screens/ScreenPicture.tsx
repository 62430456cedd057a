import { useLayoutEffect, useRef } from "react";
import type { FlowDocument } from "../../document";
import { drawnRoot, patchHTML, setTheme, useIsPortalDark } from "../drawn";

/** The width of the device for which a screen is rendered, in CSS pixels. */
const DEVICE_WIDTH = 390;

/** A small picture of a screen: nothing in it can be focused or is read by screen readers. */
export function ScreenPicture({ html, document, width, device = DEVICE_WIDTH }: {
  html: string | undefined; document: FlowDocument; width: number; device?: number;
}) {
  const { assets = null, defaultLocale: locale = "", theme } = document;
  const host = useRef<HTMLDivElement>(null);
  const dark = useIsPortalDark();
  useLayoutEffect(() => {
    if (!host.current || html === undefined) return;
    // NB: React 18 does not support `inert`.
    host.current.inert = true;
    const root = drawnRoot(host.current);
    setTheme(root, theme);
    patchHTML(root, html, { locale, dark, assets });
  }, [html, theme, locale, dark, assets]);
  const scale = { width: device, transform: `scale(${width / device})` };
  return (
    <span className="screen-small" aria-hidden="true">
      <span ref={host} style={scale} />
    </span>
  );
}
