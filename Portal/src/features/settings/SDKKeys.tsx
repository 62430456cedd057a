import { useState } from "react";
import { get, path, send } from "../../api";
import { useApplication } from "../../model/application";
import { withReauthentication } from "../../model/confirmation";
import { useLoaded } from "../../model/loading";
import { useStore } from "../../model/store";
import {
  Button, Callout, Chip, Confirm, CopyButton, Dialog, failureText, Loading, Row, Rows, Sections,
  Select, TextField, toast,
} from "../../ui";
import { Failure } from "../../ui/Failure";
import { formatDate, t } from "../../localization";
import { OwnersOnly } from "./OwnersOnly";
import type { SettingsFrame } from "./frame";

interface SDKKey {
  id: string;
  key: string;
  environment: string;
  name: string;
  created: string;
  revoked?: string;
}

/** The SDK keys, by environment. */
export function SDKKeys({ frame }: { frame: SettingsFrame }) {
  const application = useApplication();
  const names = (useStore(application.application)?.environments ?? []).map(({ name }) => name);
  const base = path`/v1/apps/${application.id}/sdk-keys`;
  const keys = useLoaded(
    async (signal) => (await get<{ keys: SDKKey[] }>(base, { signal })).keys, application.id);
  // The dialog for a new key, or for the key to revoke.
  const [dialog, setDialog] = useState<"new" | SDKKey | null>(null);
  const isOwner = application.role() === "owner";
  if (!keys.value) {
    return keys.failure
      ? <Failure isPart failure={keys.failure} onRetry={() => void keys.reload()} />
      : <Loading text={t("app.loading")} />;
  }
  const revoke = async (key: SDKKey) => {
    setDialog(null);
    try {
      await withReauthentication(() => send("DELETE", `${base}/${encodeURIComponent(key.id)}`));
      toast({ text: t("settings.key-was-revoked", { name: key.name }), kind: "good" });
    } catch (error) {
      toast({ text: failureText(error), kind: "danger" });
    }
    await keys.reload();
  };
  return (
    <Sections
      {...frame}
      action={isOwner && (
        <Button kind="primary" icon="add" onClick={() => setDialog("new")}>
          {t("settings.key-new")}
        </Button>
      )}
    >
      {!isOwner && <OwnersOnly text={t("settings.keys-owners")} />}
      {names.map((environment) => (
        <EnvironmentKeys
          key={environment} environment={environment} onRevoke={isOwner ? setDialog : undefined}
          keys={keys.value?.filter((key) => key.environment === environment) ?? []}
        />
      ))}
      {dialog === "new" && (
        <NewKeyDialog
          environments={names} onClose={() => setDialog(null)}
          onDone={async (environment, name) => {
            await withReauthentication(() => send("POST", base, { environment, name }));
            setDialog(null);
            toast({ text: t("settings.key-made", { name }), kind: "good" });
            await keys.reload();
          }}
        />
      )}
      {dialog !== null && dialog !== "new" && (
        <RevokeDialog
          sdkKey={dialog} onClose={() => setDialog(null)} onConfirm={() => void revoke(dialog)}
        />
      )}
    </Sections>
  );
}

function EnvironmentKeys({ environment, keys, onRevoke }: {
  environment: string; keys: SDKKey[]; onRevoke?(key: SDKKey): void;
}) {
  return (
    <section className="settings-group" aria-label={environment}>
      <h2><code>{environment}</code></h2>
      {keys.length === 0 ? <p className="muted">{t("settings.no-keys")}</p> : (
        <Rows label={t("settings.keys-of", { environment })}>
          {keys.map((key) => (
            <Row
              key={key.id} isPast={key.revoked !== undefined} title={key.name}
              text={<><code>{key.key}</code><br />{t("settings.made", {
                date: formatDate(key.created),
              })}</>}
              chips={key.revoked && (
                <Chip kind="danger">
                  {t("settings.key-ended", { date: formatDate(key.revoked) })}
                </Chip>
              )}
              actions={!key.revoked && (
                <>
                  <CopyButton
                    text={key.key} label={t("settings.key-copy", { name: key.name, environment })}
                  />
                  {onRevoke && (
                    <Button
                      size="small" onClick={() => onRevoke(key)}
                      aria-label={t("settings.key-revoke-of", { name: key.name, environment })}
                    >
                      {t("settings.key-revoke")}
                    </Button>
                  )}
                </>
              )}
            />
          ))}
        </Rows>
      )}
    </section>
  );
}

/** Confirms the revocation of a key, with its consequences and the number of running apps. */
function RevokeDialog({ sdkKey, onConfirm, onClose }: {
  sdkKey: SDKKey; onConfirm(): void; onClose(): void;
}) {
  const application = useApplication();
  const count = useStore(application.clients)[sdkKey.environment]?.total ?? 0;
  return (
    <Confirm
      title={t("settings.key-revoke-title", { name: sdkKey.name })}
      text={
        <>
          <p>{t("settings.key-revoke-text", { environment: sdkKey.environment })}</p>
          <Callout kind={count > 0 ? "danger" : "info"}>
            {t("settings.key-revoke-clients", { count, environment: sdkKey.environment })}
          </Callout>
        </>
      }
      action={t("settings.key-revoke")} isDangerous onClose={onClose} onConfirm={onConfirm}
    />
  );
}

function NewKeyDialog({ environments, onDone, onClose }: {
  environments: string[]; onClose(): void;
  onDone(environment: string, name: string): Promise<void>;
}) {
  const [environment, setEnvironment] = useState(environments[0] ?? "");
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const submit = async () => {
    setBusy(true);
    setFailure("");
    try {
      await onDone(environment, name.trim());
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t("settings.key-new")} width="narrow" closesOnOutsideClick={false} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            kind="primary" type="submit" form="new-key" isBusy={isBusy}
            disabled={name.trim() === ""}
          >
            {t("settings.key-make")}
          </Button>
        </>
      }
    >
      <form
        id="new-key" className="settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit();
        }}
      >
        <TextField
          label={t("settings.name")} placeholder={t("settings.key-example")} value={name}
          onValue={setName} maxLength={200} autoFocus required error={failure || undefined}
        />
        <Select
          label={t("settings.environment")} value={environment} onValue={setEnvironment}
          options={environments.map((option) => ({ value: option, text: option }))}
        />
      </form>
    </Dialog>
  );
}
