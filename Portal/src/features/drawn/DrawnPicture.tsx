import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Json } from "../../document";
import { trusted } from "../../engine/trusted";
import type { EditorModel } from "../../model/editor";
import { useStore } from "../../model/store";
import { language } from "../../localization";
import { useIsPortalDark } from "./appearance";
import { preparedHTML } from "./preparedHTML";
import { drawnRoot, setTheme } from "./shadow";

/** A drawn screen as a small picture: nothing in it can be focused or is read by screen readers. */
export function DrawnPicture({ editor, screen, content, children }: {
  editor: EditorModel; screen: string; content: Json; children?: ReactNode;
}) {
  const host = useRef<HTMLDivElement>(null);
  const [html, setHTML] = useState<string | null | undefined>();
  const declared = useStore(editor.drawn.declared);
  const theme = useStore(editor.draft.document, (it) => it.theme);
  const locale = useStore(editor.draft.document, (it) => it.defaultLocale) ?? language;
  const dark = useIsPortalDark();
  useEffect(() => {
    let isActive = true;
    void editor.drawn.picture(screen, content).then((picture) => isActive && setHTML(picture));
    return () => {
      isActive = false;
    };
  }, [editor, screen, content, declared]);
  useEffect(() => {
    if (!host.current || !html) return;
    // NB: React 18 does not support `inert`.
    host.current.inert = true;
    const root = drawnRoot(host.current);
    setTheme(root, theme);
    root.innerHTML = trusted.createHTML(preparedHTML(html, { locale, dark }));
  }, [html, theme, locale, dark]);
  if (html === null) return <>{children}</>;
  return <div className="drawn-picture" ref={host} aria-hidden="true" />;
}
