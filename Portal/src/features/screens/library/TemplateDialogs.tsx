import { useState } from "react";
import { ApiProblem } from "../../../api";
import { useLoaded } from "../../../model/loading";
import {
  Button, Callout, Dialog, failureText, Loading, TextField, toast,
} from "../../../ui";
import { formatList, t } from "../../../localization";
import { changeTemplate, listUses, removeTemplate, type LibraryTemplate } from "./api";

interface TemplateDialogProps {
  organization: string;
  template: LibraryTemplate;
  onClose(): void;
}

const MAX_NAME_LENGTH = 100;

/** The screens that are linked to a template, each with a link to it. */
function Uses({ organization, template }: Omit<TemplateDialogProps, "onClose">) {
  const { value, failure } = useLoaded(
    (signal) => listUses(organization, template.id, signal), template.id);
  if (failure !== null) return <Callout kind="danger">{failureText(failure)}</Callout>;
  if (!value) return <Loading text={t("app.loading")} />;
  const { uses, hidden } = value;
  return (
    <>
      {uses.length + hidden === 0 && <p>{t("screens.uses-none")}</p>}
      {uses.length > 0 && (
        <ul className="template-uses">
          {uses.map((use) => (
            <li key={`${use.application} ${use.screen}`}>
              <a
                href={`/apps/${encodeURIComponent(use.application)}`
                  + `?screen=${encodeURIComponent(use.screen)}`}
              >
                {use.name} · {use.screen}
              </a>
              <small className="muted">
                {use.flows.length > 0
                  ? t("screens.use-in", { flows: formatList(use.flows), count: use.flows.length })
                  : t("screens.use-nowhere")}
                {" · "}
                {use.version < template.version
                  ? t("screens.use-older", { version: use.version }) : t("screens.use-current")}
              </small>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="muted">{t("screens.uses-hidden", { count: hidden })}</p>}
    </>
  );
}

export function UsesDialog({ onClose, ...props }: TemplateDialogProps) {
  const { name } = props.template;
  return (
    <Dialog
      title={t("screens.uses", { name })} onClose={onClose}
      footer={<Button onClick={onClose}>{t("action.close")}</Button>}
    >
      <Uses {...props} />
    </Dialog>
  );
}

/** Returns a function that runs a request once at a time, and the state of the request. */
function usePendingAction(run: () => Promise<unknown>, onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const start = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await run();
      onDone();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return { start, isBusy, failure };
}

export function RenameTemplateDialog({ organization, template, onClose, onDone }: (
  TemplateDialogProps & { onDone(): void }
)) {
  const [name, setName] = useState(template.name);
  const trimmedName = name.trim();
  const { start, isBusy, failure } = usePendingAction(
    () => changeTemplate(organization, template.id, template.etag, { name: trimmedName }), onDone);
  const isTaken = failure instanceof ApiProblem && failure.code === "already-exists";
  return (
    <Dialog
      title={t("screens.template-rename", { name: template.name })} closesOnOutsideClick={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" disabled={trimmedName === ""} isBusy={isBusy}
            onClick={() => void start()}
          >
            {t("action.save")}
          </Button>
        </>
      }
    >
      <form onSubmit={(event) => {
        event.preventDefault();
        if (trimmedName !== "") void start();
      }}>
        {failure !== null && !isTaken && <Callout kind="danger">{failureText(failure)}</Callout>}
        <TextField
          label={t("screens.template-name")} value={name} onValue={setName}
          maxLength={MAX_NAME_LENGTH}
          error={isTaken ? t("screens.template-taken", { name: trimmedName }) : undefined}
        />
      </form>
    </Dialog>
  );
}

/** Confirms the removal of a template, with its uses. */
export function RemoveTemplateDialog({ organization, template, onClose, onDone }: (
  TemplateDialogProps & { onDone(): void }
)) {
  const { start, isBusy, failure } = usePendingAction(async () => {
    await removeTemplate(organization, template.id, template.etag);
    toast({ text: t("screens.template-removed", { name: template.name }), kind: "good" });
  }, onDone);
  return (
    <Dialog
      title={t("screens.template-remove", { name: template.name })} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="danger" isBusy={isBusy} onClick={() => void start()}>
            {t("action.delete")}
          </Button>
        </>
      }
    >
      {failure !== null && <Callout kind="danger">{failureText(failure)}</Callout>}
      <p>{t("screens.template-remove-text")}</p>
      <Uses organization={organization} template={template} />
    </Dialog>
  );
}
