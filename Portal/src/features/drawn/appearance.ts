// The portal's appearance, for the pictures of drawn screens unless another one is chosen.

import { useSyncExternalStore } from "react";

const darkQuery = () => matchMedia("(prefers-color-scheme: dark)");

function subscribe(onChange: () => void): () => void {
  const query = darkQuery();
  const theme = new MutationObserver(onChange);
  theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  query.addEventListener("change", onChange);
  return () => {
    theme.disconnect();
    query.removeEventListener("change", onChange);
  };
}

/** Whether the portal is dark: by the user's choice of a theme, or else by the system's setting. */
export function isPortalDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : darkQuery().matches;
}

export const useIsPortalDark = (): boolean => useSyncExternalStore(subscribe, isPortalDark);
