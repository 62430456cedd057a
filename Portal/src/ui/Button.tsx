import { forwardRef, type ButtonHTMLAttributes, type ReactNode } from "react";
import { Icon, type IconName } from "./Icon";
import { keyCaps, ariaKeyShortcuts } from "./keys";

type ButtonKind = "plain" | "primary" | "quiet" | "danger";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  size?: "small" | "medium";
  icon?: IconName;
  /** Whether the action is in progress: then a press, or Enter in its form, has no effect. */
  isBusy?: boolean;
  children?: ReactNode;
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { kind = "plain", size = "medium", icon, isBusy = false, children, className = "", ...rest },
  ref,
) {
  const classes = ["button", kind, size === "small" ? "small" : "", className].join(" ");
  return (
    <button
      ref={ref} type="button" {...rest} className={classes}
      aria-busy={isBusy || undefined} aria-disabled={isBusy || rest["aria-disabled"]}
      onClick={isBusy ? (event) => event.preventDefault() : rest.onClick}
    >
      {isBusy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
});

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** The accessible name; shown on hover. */
  label: string;
  /** The equivalent keyboard shortcut, such as `F`. */
  shortcut?: string;
  isPressed?: boolean;
  size?: "small" | "medium";
}

/** A button with only an icon. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { icon, label, shortcut, isPressed, size = "medium", className = "", ...rest }, ref,
) {
  return (
    <button
      ref={ref} type="button" {...rest} aria-label={label} aria-pressed={isPressed}
      aria-keyshortcuts={shortcut && ariaKeyShortcuts(shortcut)}
      title={shortcut ? `${label} (${keyCaps(shortcut).join("+")})` : label}
      className={`icon-button ${size === "small" ? "small" : ""} ${className}`}
    >
      <Icon name={icon} />
    </button>
  );
});

export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}

/** A keycap. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="kbd">{children}</kbd>;
}
