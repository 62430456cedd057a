import { useState } from "react";
import { setSegment, type Edit, type Json } from "../../document";
import { Button, Chip, Confirm, EmptyState, IconButton, Sections } from "../../ui";
import { t } from "../../localization";
import { DraftStatus, useDraft } from "./DraftProvider";
import { renameSegment } from "./edits";
import { SegmentDialog } from "./SegmentDialog";
import type { SettingsFrame } from "./frame";
import { UseList } from "./UseList";
import { segmentUses } from "./uses";

type SegmentDialogState = { kind: "edit" | "remove"; name: string } | { kind: "new" } | null;

/** The segments: named lists of values, for rules. */
export function Segments({ frame }: { frame: SettingsFrame }) {
  const { draft, document, canEdit } = useDraft();
  const [dialog, setDialog] = useState<SegmentDialogState>(null);
  const segments = Object.entries(document.segments ?? {});
  const add = canEdit && (
    <Button kind="primary" icon="add" onClick={() => setDialog({ kind: "new" })}>
      {t("settings.segment-new")}
    </Button>
  );
  const save = (name: string, values: Json[]) => {
    const old = dialog?.kind === "edit" ? dialog.name : null;
    const label = old === null ? t("settings.segment-new") : t("settings.segment-change", { name });
    const edit: Edit = (before) => {
      const renamed = old !== null && old !== name ? renameSegment(old, name)(before) : before;
      return setSegment(name, values)(renamed);
    };
    draft.apply(label, edit);
    setDialog(null);
  };
  return (
    <Sections {...frame} action={<><DraftStatus />{segments.length > 0 && add}</>}>
      {segments.length === 0 ? (
        <EmptyState icon="people" title={t("settings.no-segments")} action={add}>
          <p>{t("settings.no-segments-text")}</p>
        </EmptyState>
      ) : (
        <ul className="card rows" aria-label={frame.title}>
          {segments.map(([name, values]) => (
            <SegmentRow
              key={name} name={name} values={values}
              onEdit={() => setDialog({ kind: "edit", name })}
              onRemove={() => setDialog({ kind: "remove", name })}
            />
          ))}
        </ul>
      )}
      {(dialog?.kind === "new" || dialog?.kind === "edit") && (
        <SegmentDialog
          name={dialog.kind === "edit" ? dialog.name : ""}
          values={dialog.kind === "edit" ? document.segments?.[dialog.name] ?? [] : []}
          taken={segments.map(([name]) => name)} onSave={save} onClose={() => setDialog(null)}
        />
      )}
      {dialog?.kind === "remove" && (
        <Confirm
          title={t("settings.segment-remove-title", { name: dialog.name })}
          text={
            <>
              <p>{t("settings.segment-remove-text", {
                count: segmentUses(document, dialog.name).length,
              })}</p>
              <UseList uses={segmentUses(document, dialog.name)} />
            </>
          }
          action={t("settings.remove")} isDangerous onClose={() => setDialog(null)}
          onConfirm={() => {
            draft.apply(
              t("settings.segment-remove", { name: dialog.name }), setSegment(dialog.name, null));
            setDialog(null);
          }}
        />
      )}
    </Sections>
  );
}

function SegmentRow({ name, values, onEdit, onRemove }: {
  name: string; values: Json[]; onEdit(): void; onRemove(): void;
}) {
  const { document, canEdit } = useDraft();
  return (
    <li className="settings-attribute">
      <div className="settings-attribute-head">
        <div className="row-text">
          <p className="row-title">
            {name} <Chip>{t("settings.values", { count: values.length })}</Chip>
          </p>
        </div>
        {canEdit && (
          <>
            <IconButton
              icon="edit" label={t("settings.segment-change", { name })} onClick={onEdit}
            />
            <IconButton
              icon="trash" label={t("settings.segment-remove", { name })} onClick={onRemove}
            />
          </>
        )}
      </div>
      <p className="settings-values">
        {values.slice(0, 8).map((value) => (
          <span key={JSON.stringify(value)}>
            {typeof value === "string" ? value : JSON.stringify(value)}
          </span>
        ))}
        {values.length > 8 && (
          <span>{t("settings.more-values", { count: values.length - 8 })}</span>
        )}
      </p>
      <UseList uses={segmentUses(document, name)} />
    </li>
  );
}
