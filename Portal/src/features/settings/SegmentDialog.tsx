import { useMemo, useState } from "react";
import type { Json } from "../../document";
import { parseCSV } from "../../model/csv";
import { Button, Dialog, Segmented, TextArea, TextField } from "../../ui";
import { formatList, t } from "../../localization";
import { FileButton } from "./FileButton";
import {
  formatOf, linesOf, linesOfFile, valueFormats, valuesOf, type ValueFormat,
} from "./values";

/** A segment's name and values; many can be pasted or come from a file. */
export function SegmentDialog({ name: old, values: before, taken, onSave, onClose }: {
  name: string; values: Json[]; taken: string[]; onSave(name: string, values: Json[]): void;
  onClose(): void;
}) {
  const [name, setName] = useState(old);
  const [format, setFormat] = useState<ValueFormat>(formatOf(before));
  const [lines, setLines] = useState(() => linesOf(before, formatOf(before)));
  const { values, invalid } = useMemo(() => valuesOf(lines, format), [lines, format]);
  const trimmed = name.trim();
  const nameError = trimmed !== old && taken.includes(trimmed)
    ? t("settings.segment-taken") : undefined;
  const linesError = invalid.length > 0 ? t("settings.lines-wrong", {
    count: invalid.length, lines: formatList(invalid.slice(0, 5).map(String)),
  }) : undefined;
  const isReady = trimmed !== "" && !nameError && !linesError;
  const appendFile = (text: string) => {
    const added = linesOfFile(parseCSV(text));
    setLines(lines.trim() === "" ? added : `${lines.trimEnd()}\n${added}`);
  };
  return (
    <Dialog
      title={old === "" ? t("settings.segment-new") : t("settings.segment-change", { name: old })}
      closesOnOutsideClick={false} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" disabled={!isReady} onClick={() => onSave(trimmed, values)}>
            {t("action.save")}
          </Button>
        </>
      }
    >
      <TextField
        label={t("settings.name")} value={name} onValue={setName} error={nameError}
        placeholder={t("settings.segment-example")} hint={t("settings.segment-hint")}
        maxLength={100} autoFocus
      />
      <div className="settings-lines-head">
        <Segmented<ValueFormat>
          label={t("settings.form")} value={format}
          options={valueFormats.map((value) => ({ value, text: t(`settings.form-${value}`) }))}
          onValue={(next) => {
            // Valid values are converted to or from JSON.
            if (next === "json" && invalid.length === 0) setLines(linesOf(values, next));
            else if (format === "json" && invalid.length === 0) {
              setLines(linesOf(values, "text"));
            }
            setFormat(next);
          }}
        />
        <FileButton text={t("settings.from-file")} accept=".csv,.txt,text/*" onText={appendFile} />
      </div>
      <TextArea
        label={t("settings.segment-values")} value={lines} onValue={setLines} rows={10}
        className="settings-lines" spellCheck={false} error={linesError}
        hint={t("settings.segment-count", { count: values.length })}
      />
    </Dialog>
  );
}
