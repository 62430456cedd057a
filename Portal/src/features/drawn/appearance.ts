// The appearance of the page, which drawn screens have unless another one is chosen.

import { useSyncExternalStore } from "react";

const query = "(prefers-color-scheme: dark)";

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener("change", onChange);
  return () => list.removeEventListener("change", onChange);
}

/** Whether the page is dark; follows the system's setting. */
export const useDark = (): boolean => (
  useSyncExternalStore(subscribe, () => matchMedia(query).matches));
