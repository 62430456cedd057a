import { useEffect, useState } from "react";
import { t } from "../localization";
import { Button, IconButton } from "./Button";
import "./copy.css";

/** Copies a text, with a brief confirmation, also for screen readers. */
export function CopyButton(
  { text, label, kind = "text" }: { text: string; label: string; kind?: "text" | "icon" },
) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => void copyText(text).then(() => setCopied(true));
  return (
    <>
      {kind === "icon" ? (
        <IconButton
          icon={isCopied ? "check" : "copy"} size="small" label={label} onClick={copy}
        />
      ) : (
        <Button icon={isCopied ? "check" : "copy"} size="small" onClick={copy} aria-label={label}>
          {t(isCopied ? "action.copied" : "action.copy")}
        </Button>
      )}
      <span className="visually-hidden" role="status">{isCopied ? t("action.copied") : ""}</span>
    </>
  );
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without clipboard permission, falls back to a selection.
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

/** One line to paste elsewhere, such as a key or a link, with a button that copies it. */
export function CopyLine({ text, label }: { text: string; label: string }) {
  return (
    <div className="copy-line">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}

/** Lines to paste elsewhere, with a button that copies them. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <figure className="code-block" aria-label={label}>
      <pre><code>{code}</code></pre>
      <CopyButton text={code} label={`${t("action.copy")}: ${label}`} />
    </figure>
  );
}
