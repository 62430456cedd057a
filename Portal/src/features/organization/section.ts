import type { Membership } from "../../api";
import type { Section } from "../../ui";

/** What every section of the organization's page gets. */
export interface OrganizationSectionProps {
  membership: Membership;
  frame: { label: string; sections: Section[]; current: string; over: string };
}
