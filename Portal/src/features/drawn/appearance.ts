// The portal's appearance, light or dark. Drawings in its colors follow it, and so do drawn screens
// for which no other appearance is chosen.

import { useSyncExternalStore } from "react";

const darkQuery = () => matchMedia("(prefers-color-scheme: dark)");

/** Calls a listener when the portal may have become light or dark; returns a function to stop. */
export function onAppearanceChange(listener: () => void): () => void {
  const query = darkQuery();
  const theme = new MutationObserver(listener);
  theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  query.addEventListener("change", listener);
  return () => {
    theme.disconnect();
    query.removeEventListener("change", listener);
  };
}

/** Whether the portal is dark: by the user's choice of a theme, or else by the system's setting. */
export function isPortalDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : darkQuery().matches;
}

export const useIsPortalDark = (): boolean =>
  useSyncExternalStore(onAppearanceChange, isPortalDark);
