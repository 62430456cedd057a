import { useEffect, useId, useRef, type ReactNode } from "react";
import { t } from "../localization";
import { Button, IconButton } from "./Button";

interface DialogProps {
  title: string;
  /** Called for Escape, a click outside, and the close button. */
  onClose(): void;
  children: ReactNode;
  /** The buttons at the end, the primary one last. */
  footer?: ReactNode;
  width?: "narrow" | "medium" | "wide";
  /** Whether a click outside closes it; not for dialogs with input. */
  closesOnOutsideClick?: boolean;
}

/** A modal dialog; the browser keeps the focus inside. */
export function Dialog(
  { title, onClose, children, footer, width = "medium", closesOnOutsideClick = true }: DialogProps,
) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    if (dialog) initialFocusOf(dialog)?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={ref} className={`dialog ${width}`} aria-labelledby={id}
      onCancel={(event) => {
        // NB: a file field inside sends the event too, when the user chooses no file.
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (closesOnOutsideClick && event.target === ref.current) onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="dialog-box">
        <div className="dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={t("action.close")} onClick={onClose} />
        </div>
        <div className="dialog-body">{children}</div>
        {footer && <div className="dialog-foot">{footer}</div>}
      </div>
    </dialog>
  );
}

/**
 * Returns the element for the initial focus of a dialog: its first field; otherwise the primary
 * button or, beside a destructive action, the first harmless button. The browser would choose the
 * close button.
 */
function initialFocusOf(dialog: HTMLDialogElement): HTMLElement | null {
  const find = (selector: string) => dialog.querySelector<HTMLElement>(selector);
  const field = find(".dialog-body :is(input:not([type=hidden]), textarea, select):not(:disabled)");
  if (field) return field;
  const isDangerous = find(".dialog-foot .button.danger") !== null;
  return find(`.dialog-foot button:not(:disabled)${isDangerous ? ":not(.danger)" : ".primary"}`)
    ?? find(".dialog-foot button:not(:disabled)");
}

interface ConfirmProps {
  title: string;
  text: ReactNode;
  /** The label of the confirming button: a verb, not “OK”. */
  action: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** A dialog in which the user confirms an action or cancels it. */
export function Confirm(
  { title, text, action, isDangerous = false, isBusy, onConfirm, onClose }: ConfirmProps,
) {
  return (
    <Dialog
      title={title} onClose={onClose} width="narrow"
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind={isDangerous ? "danger" : "primary"} isBusy={isBusy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {typeof text === "string" ? <p>{text}</p> : text}
    </Dialog>
  );
}
