import { get, path } from "../../api";
import { useLoaded } from "../../model/loading";
import type { EditorModel } from "../../model/editor";
import { Button, CopyLine, Dialog, Loading } from "../../ui";
import { Failure } from "../../ui/Failure";
import { t } from "../../localization";
import type { Member } from "./viewOnly";

/** For members who may draft but not publish: owners and editors, with a link to send them. */
export function AskDialog({ editor, environment, onClose }: {
  editor: EditorModel; environment: string; onClose(): void;
}) {
  const { organization } = editor.application;
  const members = useLoaded(async (signal) => {
    const response = await get<{ members: Member[] }>(
      path`/v1/organizations/${organization}/members`, { signal });
    return response.members.filter((member) => ["owner", "editor"].includes(member.role));
  }, organization);
  const link = `${location.origin}/apps/${encodeURIComponent(editor.application.id)}`;
  const name = editor.application.application.get()?.name ?? editor.application.id;
  const mailtoURL = (member: Member) => `mailto:${encodeURIComponent(member.email)}?subject=${
    encodeURIComponent(t("publish.ask-subject", { name }))}&body=${encodeURIComponent(link)}`;
  return (
    <Dialog
      title={t("publish.ask-title")} onClose={onClose}
      footer={<Button kind="primary" onClick={onClose}>{t("action.close")}</Button>}
    >
      <p>{t("publish.ask-text", { environment })}</p>
      {members.failure
        ? <Failure isPart failure={members.failure} onRetry={() => void members.reload()} />
        : !members.value ? <Loading text={t("app.loading")} /> : (
          <ul className="ask-list">
            {members.value.map((member) => (
              <li key={member.email}>
                <span>{member.name || member.email}</span>
                <a href={mailtoURL(member)}>{member.email}</a>
              </li>
            ))}
          </ul>
        )}
      <CopyLine text={link} label={t("publish.ask-copy")} />
      <p className="muted small-text">{t("publish.ask-saved")}</p>
    </Dialog>
  );
}
