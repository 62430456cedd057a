// The selection and order of the applications shown.

import type { OverviewApplication } from "../../api";
import { locale } from "../../localization";

export const orders = ["changed", "name", "clients", "health"] as const;
export type Order = (typeof orders)[number];

/** Returns the number of apps with an open stream, in all environments. */
export function clientsOf(application: OverviewApplication): number {
  return application.environments.reduce((sum, environment) => sum + environment.clients, 0);
}

/**
 * The environment whose release is shown as live: production if it has one, otherwise the last
 * environment with one. Without any release, production or the last environment.
 */
export function liveEnvironment(
  application: OverviewApplication,
): OverviewApplication["environments"][number] | undefined {
  const all = application.environments;
  return all.find((environment) => environment.name === "production" && environment.release)
    ?? [...all].reverse().find((environment) => environment.release)
    ?? all.find((environment) => environment.name === "production") ?? all.at(-1);
}

const collator = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });

/** The applications with all words of a query in name or id; favorites first. */
export function filteredApplications(
  applications: OverviewApplication[], query: string, order: Order,
  favorites: ReadonlySet<string>,
): OverviewApplication[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const matching = applications.filter((application) => {
    const text = `${application.name} ${application.id}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  const byName = (a: OverviewApplication, b: OverviewApplication) =>
    collator.compare(a.name, b.name) || collator.compare(a.id, b.id);
  return matching.sort((a, b) =>
    Number(favorites.has(b.id)) - Number(favorites.has(a.id))
    || compare(order, a, b) || byName(a, b));
}

function compare(order: Order, a: OverviewApplication, b: OverviewApplication): number {
  switch (order) {
    case "changed": return Date.parse(b.changed.at) - Date.parse(a.changed.at);
    case "clients": return clientsOf(b) - clientsOf(a);
    case "health":
      return b.findings.errors - a.findings.errors || b.findings.warnings - a.findings.warnings;
    case "name": return 0;
  }
}
