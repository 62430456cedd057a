import { lazy } from "../../ui";

export { AuditList } from "./AuditList";
export { ConfirmationDialog } from "./ConfirmationDialog";
export { NameAndIdFields, useNameAndId } from "./NameAndId";
export { NoOrganization } from "./NoOrganization";
export { OwnerList } from "./OwnerList";

// NB: the dialog that asks for a password is part of the initial load; this page is not.
export const OrganizationPage = lazy(
  async () => (await import("./OrganizationPage")).OrganizationPage, "page");
