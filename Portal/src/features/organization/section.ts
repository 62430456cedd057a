import type { Membership } from "../../api";
import type { Section } from "../../ui";

/** The props of every section of the organization's page. */
export interface OrganizationSectionProps {
  membership: Membership;
  frame: { label: string; sections: Section[]; current: string; overline: string };
}
