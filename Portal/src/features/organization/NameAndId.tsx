import { useState } from "react";
import { ApiProblem } from "../../api";
import { isIdentifier, suggestId } from "../../model/identifiers";
import { failureText, TextField } from "../../ui";
import { t } from "../../localization";

export interface NameAndId {
  name: string;
  id: string;
  /** The error to show at the id; undefined if there is none, or if the id is empty. */
  idError?: string;
  isComplete: boolean;
  setName(name: string): void;
  setId(id: string): void;
  /** Marks the id as taken if that is the error; returns the text of any other failure. */
  handleFailure(error: unknown): string;
}

/** A name, and an id that is derived from it until it is edited. */
export function useNameAndId(): NameAndId {
  const [name, setName] = useState("");
  const [ownId, setOwnId] = useState<string | null>(null);
  const [rejected, setRejected] = useState<{ id: string; reason: string } | null>(null);
  const id = ownId ?? suggestId(name);
  const isInvalid = id !== "" && !isIdentifier(id);
  const reason = rejected?.id === id ? rejected.reason : undefined;
  return {
    name: name.trim(), id, idError: isInvalid ? t("organization.id-rule") : reason,
    isComplete: name.trim() !== "" && isIdentifier(id) && !reason,
    setName, setId: (text) => setOwnId(text === "" ? null : text.trim()),
    handleFailure: (error) => {
      if (!(error instanceof ApiProblem) || error.code !== "already-exists") {
        return failureText(error);
      }
      setRejected({ id, reason: t("organization.id-taken") });
      return "";
    },
  };
}

/** The two fields for name and id. */
export function NameAndIdFields(
  { named, nameLabel, namePlaceholder, idHint }: {
    named: NameAndId; nameLabel: string; namePlaceholder: string; idHint: string;
  },
) {
  const [text, setText] = useState("");
  return (
    <>
      <TextField
        label={nameLabel} placeholder={namePlaceholder} value={text} maxLength={200} required
        onValue={(value) => {
          setText(value);
          named.setName(value);
        }}
      />
      <TextField
        label={t("organization.id")} hint={idHint} value={named.id} error={named.idError}
        maxLength={63} required onValue={named.setId} className="org-id"
      />
    </>
  );
}
