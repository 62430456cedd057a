// The portal's location: the path and query of its URL, and navigation.

import { useStore, Store } from "./store";

export interface PortalLocation {
  path: string;
  query: URLSearchParams;
}

// NB: unit tests load this module without a page.
const currentLocation = (): PortalLocation => {
  const { pathname = "/", search = "" } = globalThis.location ?? {};
  return { path: pathname, query: new URLSearchParams(search) };
};
const current = new Store<PortalLocation>(currentLocation());

globalThis.addEventListener?.("popstate", () => current.set(currentLocation()));

export function useLocation(): PortalLocation {
  return useStore(current);
}

/** The decoded components of a path; null if it is not percent-encoded correctly. */
export function pathComponents(path: string): string[] | null {
  try {
    return path.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** Navigates to a page of the portal, by its path and query. */
export function navigate(url: string, options: { replaces?: boolean } = {}): void {
  const isSame = url === location.pathname + location.search;
  if (isSame) return;
  if (options.replaces) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  current.set(currentLocation());
  if (!options.replaces) scrollTo(0, 0);
}

/**
 * Changes only the query, and adds a history entry only if `addsEntry`.
 */
export function setQuery(values: Record<string, string | null>, addsEntry = false): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === "") query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  navigate(location.pathname + (text ? `?${text}` : ""), { replaces: !addsEntry });
}

/** Handles links to portal pages without reloading. */
export function followLinks(root: HTMLElement): void {
  root.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href, location.href);
    if (url.origin !== location.origin || !isPortalPath(url.pathname)) return;
    event.preventDefault();
    navigate(url.pathname + url.search);
  });
}

/** Whether the portal itself shows this path. */
export function isPortalPath(path: string): boolean {
  return path === "/" || /^\/(apps|organization|help)(\/|$)/.test(path);
}
