import { useId } from "react";
import { get, path, query, type Application, type EnvironmentSummary, type Role } from "../../api";
import { useLoaded } from "../../model/loading";
import { Button, IconButton, Select } from "../../ui";
import { t } from "../../localization";
import type { Grant } from "./types";

const roles: Role[] = ["owner", "editor", "drafter", "viewer", "guest"];
/** The roles that a grant can give in one application or environment. */
const grantable: Role[] = ["viewer", "drafter", "editor"];

/** An organization-wide role, and wider ones in applications or environments. */
export function RightsFields({ organization, role, grants, onRole, onGrants }: {
  organization: string; role: Role; grants: Grant[]; onRole(role: Role): void;
  onGrants(grants: Grant[]): void;
}) {
  const name = useId();
  const applications = useLoaded(
    async (signal) => (await get<{ applications: Application[] }>(
      `/v1/apps${query({ organization })}`, { signal })).applications, organization).value ?? [];
  return (
    <>
      <fieldset className="org-roles">
        <legend>{t("organization.role")}</legend>
        {roles.map((option) => (
          <label key={option} className={option === role ? "on" : undefined}>
            <input
              type="radio" name={name} value={option} checked={option === role}
              onChange={() => onRole(option)}
            />
            <span>
              <strong>{t(`role.${option}`)}</strong>
              <small>{t(`organization.role-${option}`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {role !== "owner" && (
        <fieldset className="org-grants">
          <legend>{t("organization.grants")}</legend>
          <p className="field-hint">{t("organization.grants-hint")}</p>
          {grants.map((grant, index) => (
            <GrantFields
              key={index} grant={grant} applications={applications}
              onGrant={(changed) => onGrants(
                grants.map((other, position) => (position === index ? changed : other)))}
              onRemove={() => onGrants(grants.filter((_, position) => position !== index))}
            />
          ))}
          <div>
            <Button
              icon="add" size="small" disabled={applications.length === 0}
              onClick={() => onGrants([
                ...grants, { application: applications[0]?.id ?? "", role: "editor" },
              ])}
            >
              {t("organization.grant-add")}
            </Button>
          </div>
        </fieldset>
      )}
    </>
  );
}

function GrantFields({ grant, applications, onGrant, onRemove }: {
  grant: Grant; applications: Application[]; onGrant(grant: Grant): void; onRemove(): void;
}) {
  const environments = useEnvironments(grant.application);
  const options = applications.some((application) => application.id === grant.application)
    ? applications : [...applications, { id: grant.application, name: grant.application }];
  return (
    <div className="org-grant">
      <Select
        label={t("organization.application")} value={grant.application}
        options={options.map(({ id, name }) => ({ value: id, text: name }))}
        onValue={(application) => onGrant({ application, role: grant.role })}
      />
      <Select
        label={t("organization.environment")} value={grant.environment ?? ""}
        options={[
          { value: "", text: t("organization.all-environments") },
          ...environments.map((environment) => ({ value: environment, text: environment })),
        ]}
        onValue={(environment) => onGrant({
          application: grant.application, role: grant.role,
          ...(environment ? { environment } : {}),
        })}
      />
      <Select
        label={t("organization.role")} value={grant.role}
        options={grantable.map((role) => ({ value: role, text: t(`role.${role}`) }))}
        onValue={(role) => onGrant({ ...grant, role })}
      />
      <IconButton
        icon="trash" label={t("organization.grant-remove", { application: grant.application })}
        onClick={onRemove}
      />
    </div>
  );
}

/** The names of an application's environments; empty until they are loaded. */
export function useEnvironments(application: string): string[] {
  const loaded = useLoaded(async (signal) => {
    if (application === "") return [];
    const response = await get<{ environments: EnvironmentSummary[] }>(
      path`/v1/apps/${application}/environments`, { signal });
    return response.environments.map((environment) => environment.name);
  }, application);
  return loaded.value ?? [];
}
