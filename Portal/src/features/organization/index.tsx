import { later } from "../../ui";

export { AuditList } from "./AuditList";
export { ConfirmationDialog } from "./ConfirmationDialog";
export { NameAndIdFields, useNameAndId } from "./NameAndId";
export { NoOrganization } from "./NoOrganization";
export { OwnerList } from "./OwnerList";

// NB: the dialog that asks for a password is loaded with every page; the page itself is not.
export const OrganizationPage = later(
  async () => (await import("./OrganizationPage")).OrganizationPage, "page");
