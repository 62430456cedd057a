import type { ComponentType, ReactNode } from "react";
import type { Json } from "../../../document";
import { IconButton } from "../../../ui";
import { t } from "../../../localization";
import { useInspector } from "../context";
import { labelOf, type Shape } from "./schema";

export interface ContentFieldProps {
  schema: Json | undefined;
  value: Json;
  /** The screen's default value. */
  fallback?: Json;
  pointer: string;
  name: string;
  label?: string;
  isRequired: boolean;
  /** Whether this is the whole content, which has no label. */
  isRoot?: boolean;
  /** Whether the screen does not declare this member. */
  isUnknown?: boolean;
  onChange(value: Json, mergeKey?: string): void;
  onRemove?(): void;
}

export type ShapedFieldProps = ContentFieldProps & { shape: Shape };

/** A field with nested fields, which gets the component that renders them. */
export type NestingFieldProps = ShapedFieldProps & { Field: ComponentType<ContentFieldProps> };

export const labelText = ({ label, name }: Pick<ContentFieldProps, "label" | "name">) =>
  label ?? labelOf(name);

/** A field with its name, its description and a button to remove it. */
export function LabeledField(
  { children, htmlFor, action, hint, ...props }: ShapedFieldProps & {
    children: ReactNode; htmlFor?: string; action?: ReactNode; hint?: ReactNode;
  },
) {
  const { canEdit } = useInspector();
  const { shape, isRoot, isUnknown, onRemove } = props;
  if (isRoot) return <>{children}</>;
  const text = shape.title ?? labelText(props);
  return (
    <div className="field">
      <div className="content-label">
        {htmlFor
          ? <label htmlFor={htmlFor}>{text}</label>
          : <span className="label-text">{text}</span>}
        {isUnknown && <span className="unknown-mark">{t("content.unknown")}</span>}
        {canEdit && <span className="content-actions">
          {action}
          {onRemove && (
            <IconButton
              icon="close" size="small" label={t("content.remove", { name: text })}
              onClick={onRemove}
            />
          )}
        </span>}
      </div>
      {children}
      {(hint || shape.description) && (
        <p className="field-hint">{shape.description} {hint}</p>
      )}
    </div>
  );
}
