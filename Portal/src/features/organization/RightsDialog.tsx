import { useState } from "react";
import type { Role } from "../../api";
import { Button, Callout, Dialog, failureText } from "../../ui";
import { t } from "../../localization";
import { RightsFields } from "./RightsFields";
import type { Grant } from "./types";

/** Changes a member's role, in the organization and in individual applications. */
export function RightsDialog({ organization, title, action, role, grants, onDone, onClose }: {
  organization: string; title: string; action: string; role: Role; grants: Grant[];
  onDone(role: Role, grants: Grant[]): Promise<void>; onClose(): void;
}) {
  const [newRole, setRole] = useState(role);
  const [newGrants, setGrants] = useState(grants);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const submit = async () => {
    setBusy(true);
    setFailure("");
    try {
      await onDone(newRole, newGrants.filter((grant) => grant.application !== ""));
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={title} onClose={onClose} closesOnOutsideClick={false}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void submit()}>{action}</Button>
        </>
      }
    >
      <RightsFields
        organization={organization} role={newRole} grants={newGrants} onRole={setRole}
        onGrants={setGrants}
      />
      {failure && <div role="alert"><Callout kind="danger">{failure}</Callout></div>}
    </Dialog>
  );
}
