// The system's appearance, for the pictures of drawn screens unless another one is chosen.

import { useSyncExternalStore } from "react";

const query = "(prefers-color-scheme: dark)";

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener("change", onChange);
  return () => list.removeEventListener("change", onChange);
}

/** Whether the system's setting is dark; the portal's own theme does not count. */
export const useDark = (): boolean => (
  useSyncExternalStore(subscribe, () => matchMedia(query).matches));
