export { AuditList } from "./AuditList";
export { ConfirmationDialog } from "./ConfirmationDialog";
export { NameAndIdFields, useNameAndId } from "./NameAndId";
export { NoOrganization } from "./NoOrganization";
export { OrganizationPage } from "./OrganizationPage";
export { OwnerList } from "./OwnerList";
