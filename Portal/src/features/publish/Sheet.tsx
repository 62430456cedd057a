import { useEffect, useId, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "../../ui";
import { t } from "../../words";

interface SheetProps {
  title: string;
  onClose(): void;
  children: ReactNode;
  footer?: ReactNode;
}

/** A dialog at the side: what it is about stays in sight and can be moved meanwhile. */
export function Sheet({ title, onClose, children, footer }: SheetProps) {
  const ref = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return createPortal(
    <section
      ref={ref} className="sheet" role="dialog" aria-labelledby={id} tabIndex={-1}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") onClose();
      }}
    >
      <div className="sheet-head">
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={t("action.close")} onClick={onClose} />
      </div>
      <div className="sheet-body">{children}</div>
      {footer && <div className="sheet-foot">{footer}</div>}
    </section>,
    document.body,
  );
}
