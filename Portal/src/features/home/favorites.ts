// Favorite applications, stored in this browser.

const key = (organization: string) => `favorites:${organization}`;

export function favoritesOf(organization: string): ReadonlySet<string> {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key(organization)) ?? "[]");
    return new Set(Array.isArray(list) ? list.map(String) : []);
  } catch {
    return new Set();
  }
}

/** Adds or removes a favorite; returns all favorites. */
export function toggleFavorite(organization: string, application: string): ReadonlySet<string> {
  const all = new Set(favoritesOf(organization));
  if (!all.delete(application)) all.add(application);
  localStorage.setItem(key(organization), JSON.stringify([...all]));
  return all;
}
