import { useLayoutEffect, useRef } from "react";
import type { Json } from "../../document";
import { drawnRoot, patchHTML, setTheme } from "../drawn";

/** The width that a screen is drawn for, in pixels of its own. */
export const DEVICE = 390;

/** A small drawing of a screen: nothing in it can be reached or is read out. */
export function ScreenPicture({ html, theme, width, device = DEVICE }: {
  html: string | undefined; theme: Json | undefined; width: number; device?: number;
}) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!host.current || html === undefined) return;
    // NB: React 18 does not know the attribute.
    host.current.inert = true;
    const root = drawnRoot(host.current);
    setTheme(root, theme);
    patchHTML(root, html);
  }, [html, theme]);
  const scale = { width: device, transform: `scale(${width / device})` };
  return (
    <span className="screen-small" aria-hidden="true">
      <span ref={host} style={scale} />
    </span>
  );
}
