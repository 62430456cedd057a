import { useRef, useState } from "react";
import { Button } from "../../ui";
import { t } from "../../localization";

/** The maximum file size in bytes, which is also that of a draft. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A button that reads a file and passes on its text and name. */
export function FileButton({ text, accept, onText, isDisabled = false }: {
  text: string; accept: string; onText(text: string, name: string): void; isDisabled?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState("");
  const read = async (file: File | undefined) => {
    if (!file) return;
    setFailure("");
    if (file.size > MAX_BYTES) {
      setFailure(t("settings.file-large"));
      return;
    }
    let text: string;
    try {
      const bytes = await file.arrayBuffer();
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      setFailure(t("settings.file-wrong"));
      return;
    }
    onText(text, file.name);
  };
  return (
    <span className="settings-file">
      <Button
        size="small" icon="paste" disabled={isDisabled} onClick={() => input.current?.click()}
      >
        {text}
      </Button>
      <input
        ref={input} type="file" accept={accept} hidden aria-label={text}
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // So that the same file can be selected again after it was corrected.
          event.target.value = "";
        }}
      />
      {failure && <span className="field-error" role="alert">{failure}</span>}
    </span>
  );
}
