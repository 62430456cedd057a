import { useEffect } from "react";
import { me, organization } from "../../model/session";
import { useStore } from "../../model/store";
import { lazy } from "../../ui";
import { t, withTexts, type MessageKey } from "../../localization";
import { AuditSection } from "./AuditSection";
import { General } from "./General";
import { Invitations } from "./Invitations";
import { Members } from "./Members";
import { NoOrganization } from "./NoOrganization";
import { Tokens } from "./Tokens";
import type { OrganizationSectionProps } from "./section";
import "./styles";

// NB: loaded with the screen editor, which renders the templates' pictures.
const Templates = lazy<OrganizationSectionProps>(async () => {
  const { TemplatesSection } = await withTexts("screens", import("../screens"));
  return ({ membership, frame }) => (
    <TemplatesSection organization={membership.id} frame={frame} />
  );
});

const parts = {
  members: { text: "organization.members", icon: "people", View: Members },
  invitations: { text: "organization.invitations", icon: "add", View: Invitations },
  tokens: { text: "organization.tokens", icon: "key", View: Tokens },
  templates: { text: "organization.templates", icon: "apps", View: Templates },
  audit: { text: "organization.audit", icon: "history", View: AuditSection },
  general: { text: "organization.general", icon: "gear", View: General },
} as const;

type Part = keyof typeof parts;

/** The organization's page; each section has its own path. */
export function OrganizationPage({ section }: { section: string }) {
  const organizationId = useStore(organization);
  const membership = useStore(me)?.organizations.find(({ id }) => id === organizationId);
  const part: Part = Object.hasOwn(parts, section) ? section as Part : "members";
  useEffect(() => {
    document.title = `${t(parts[part].text)} · ${membership?.name ?? t("app.name")}`;
  }, [part, membership]);
  if (!membership) {
    return <main id="main" className="page" tabIndex={-1}><NoOrganization /></main>;
  }
  const sections = Object.entries(parts).map(([name, { text, icon }]) => ({
    path: `/organization/${name}`, text: t(text as MessageKey), icon,
  }));
  const frame = {
    label: t("nav.organization"), sections, current: `/organization/${part}`,
    overline: membership.name,
  };
  const { View } = parts[part];
  return <View key={membership.id} membership={membership} frame={frame} />;
}
