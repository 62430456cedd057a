import { useApplication } from "../../model/application";
import { Icon } from "../../ui";
import { OwnerList } from "../organization";

/** A note that only owners can do something, and who they are. */
export function OwnersOnly({ text }: { text: string }) {
  const application = useApplication();
  return (
    <div className="settings-owners">
      <Icon name="lock" size={16} />
      <div>
        <p>{text}</p>
        <OwnerList organization={application.organization} />
      </div>
    </div>
  );
}
