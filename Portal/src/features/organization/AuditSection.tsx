import { get, query, type Application } from "../../api";
import { useLoaded } from "../../model/loading";
import { Callout, Sections } from "../../ui";
import { t } from "../../localization";
import { AuditList } from "./AuditList";
import type { OrganizationSectionProps } from "./section";

/** The audit log of the whole organization. */
export function AuditSection({ membership, frame }: OrganizationSectionProps) {
  const isGuest = membership.role === "guest";
  const applications = useLoaded(
    async (signal) => (isGuest ? [] : (await get<{ applications: Application[] }>(
      `/v1/apps${query({ organization: membership.id })}`, { signal })).applications),
    membership.id).value ?? [];
  return (
    <Sections {...frame} title={t("organization.audit")} text={t("organization.audit-text")}>
      {isGuest ? <Callout>{t("organization.guest")}</Callout>
        : <AuditList organization={membership.id} applications={applications} />}
    </Sections>
  );
}
