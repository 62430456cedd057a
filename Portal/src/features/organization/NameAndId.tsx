import { useState } from "react";
import { ApiProblem } from "../../api";
import { isIdentifier, suggestId } from "../../model/identifiers";
import { failureText, TextField } from "../../ui";
import { t } from "../../localization";

export interface Named {
  name: string;
  id: string;
  /** The reason why the id cannot be used; undefined if it can. */
  idError?: string;
  isComplete: boolean;
  setName(name: string): void;
  setId(id: string): void;
  /** Marks the id as taken if the server says so; returns the text of any other failure. */
  refuse(error: unknown): string;
}

/** A name, and an id that is derived from it until it is edited. */
export function useNameAndId(): Named {
  const [name, setName] = useState("");
  const [ownId, setOwnId] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ id: string; reason: string } | null>(null);
  const id = ownId ?? suggestId(name);
  const isWrong = id !== "" && !isIdentifier(id);
  const reason = refused?.id === id ? refused.reason : undefined;
  return {
    name: name.trim(), id, idError: isWrong ? t("organization.id-rule") : reason,
    isComplete: name.trim() !== "" && isIdentifier(id) && !reason,
    setName, setId: (text) => setOwnId(text === "" ? null : text.trim()),
    refuse: (error) => {
      if (!(error instanceof ApiProblem) || error.code !== "already-exists") {
        return failureText(error);
      }
      setRefused({ id, reason: t("organization.id-taken") });
      return "";
    },
  };
}

/** The two fields for name and id. */
export function NameAndIdFields(
  { named, nameLabel, namePlaceholder, idHint }: {
    named: Named; nameLabel: string; namePlaceholder: string; idHint: string;
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
