import { useEffect, useId, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { isUndoKey } from "../../model/undoKeys";
import { IconButton } from "../../ui";
import { t } from "../../localization";

interface SheetProps {
  title: string;
  onClose(): void;
  /** Set while the sheet, on a phone, is reduced to show the canvas; restores its full size. */
  onExpand?(): void;
  children: ReactNode;
  footer?: ReactNode;
}

/** A non-modal dialog at the side: the canvas stays visible and usable. */
export function Sheet({ title, onClose, onExpand, children, footer }: SheetProps) {
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
      ref={ref} className={`sheet ${onExpand ? "collapsed" : ""}`} role="dialog"
      aria-labelledby={id} tabIndex={-1} data-over-canvas
      onKeyDown={(event) => {
        // Undo and redo change the draft; other keys, such as those of the canvas, stay here.
        if (!isUndoKey(event)) event.stopPropagation();
        if (event.key === "Escape") onClose();
      }}
    >
      <div className="sheet-head">
        <h2 id={id} tabIndex={-1}>{title}</h2>
        {onExpand && (
          <IconButton
            icon="up" label={t("publish.whole-sheet")} className="expand" onClick={onExpand}
          />
        )}
        <IconButton icon="close" label={t("action.close")} onClick={onClose} />
      </div>
      <div className="sheet-body">{children}</div>
      {footer && <div className="sheet-foot">{footer}</div>}
    </section>,
    document.body,
  );
}
